/**
 * The panel that speaks: whose move it is, how the game ended, and what to do then. To screen readers
 * moves, results and hints are announced; never the running analysis.
 */

import { reviewing } from "../game/analysis.js";
import { family, isOffered } from "../game/family.js";
import * as game from "../game/play.js";
import { on, state } from "../game/store.js";
import { nodeOf } from "../game/tree.js";
import { headline, hintText, moveSentence, statusText } from "../game/words.js";
import { button, byId, fill, setText } from "../page/dom.js";
import { keptText } from "../page/storage.js";
import { say } from "../words/say.js";

const isFirst = !keptText("pente.game");
/** Plays the opening of the game again, in which a player chooses a side. */
let openAgain = () => {};
/** What was announced last. */
let told = { game: "", node: -1, end: false, offered: false };

/** Follow the state. @param {() => any} playOpening */
export function startSpeech(playOpening) {
  openAgain = playOpening;
  on(["game", "view", "viewed", "lesson", "instead", "mode", "retry"], show);
  on(["game", "view", "viewed"], news);
  on(["lesson"], () => state.lesson && tell(state.lesson));
  on(["hint"], () => {
    const { hint, viewed } = state;
    if (hint?.node === viewed) setText(byId("status"), hintText(hint));
    if (hint) tell(hintText(hint));
  });
}

function show() {
  if (!state.view) return;
  setText(byId("headline"), headline());
  setText(byId("status"), statusText());
  byId("speech").classList.toggle("over", Boolean(state.game.result && state.mode === "play"));
  fill(byId("speech-tools"), ...tools());
}

function tools() {
  const { game: now, mode, retry, viewed, instead } = state;
  if (retry !== null) return [button(say("play.showAnswer"), null, async () => (await reviewing()).retry(), { id: "answer" })];
  const marked = mode === "analyse" ? nodeOf(instead) : null;
  if (marked) return [button(say("analysis.backTo", { move: family().moveText(marked) }), "back", () => game.look(marked.id), { id: "back-to" })];
  const node = mode === "analyse" ? nodeOf(viewed) : null;
  const away = mode === "play" && viewed !== now.current;
  return [
    node?.mark && button(say("analysis.showBest"), null, async () => (await reviewing()).showBest(node), { id: "show-best" }),
    isFirst && !viewed && button(say("play.learn"), "cap", byId("lessons").onclick, { id: "learn" }),
    away && button(say("play.back"), "last", () => game.look(now.current), { id: "back" }),
    now.result && !node?.mark && !game.isWatching() && button(say("play.rematch"), "again", now.opening && !now.seats ? openAgain : game.rematch, { id: "rematch" }),
    now.result && mode === "play" && isOffered("review") && button(say("analysis.review"), null, review, { id: "review-game", class: "main" }),
  ];
}

/** Switch to Analyse and review the game. */
async function review() {
  game.turnTo("analyse");
  (await reviewing()).review();
}

/** Announce a sentence, after what is being read. @param {string} text */
export function tell(text) {
  byId("live").textContent = text;
}

/** Announce the last move and the status. */
function news() {
  const { game, view, viewed } = state;
  if (!view || state.mode === "puzzle" || !nodeOf(viewed)) return;
  const end = Boolean(view.outcome || (game.result && viewed === game.current));
  const offered = game.draw_offered;
  if (told.game === game.id && told.node === viewed && told.end === end && told.offered === offered) return;
  const node = nodeOf(viewed);
  const begins = node.parent === null ? game.title : moveSentence(node);
  told = { game: game.id, node: viewed, end, offered };
  tell(say("play.news", { begins, status: statusText().replace(/\.$/, "") }));
}
