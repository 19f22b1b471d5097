/** Review: scores the main line, marks mistakes, and lets the viewer retry them. */

import { button, byId, el, toast } from "../page/dom.js";
import * as api from "./api.js";
import { family } from "./family.js";
import { look, send } from "./play.js";
import { on, state, update } from "./store.js";
import { lineThrough, nodeOf, viewedNode } from "./tree.js";
import { bestText, colourOf, faultOf, lossOf } from "./words.js";
import { say } from "../words/say.js";

/** Whether the end of the review leads to its first mistake. */
let opens = false;

/** Start a review of the main line; at its end, view the first mistake. */
export async function review() {
  opens = true;
  update({ review: { state: "running", done: 0, total: state.game.main.length } });
  if (!(await send("review", {}))) update({ review: null });
}

/** Take the scores and marks of some nodes from the news of a review. @param {Wire.ReviewNews} news */
export function takeReview(news) {
  if (news.game !== state.game?.id) return;
  const scored = new Map(news.nodes.map((node) => [node.id, node]));
  const nodes = state.game.nodes.map((node) => {
    const one = scored.get(node.id);
    return one ? { ...node, score: one.score, mark: one.mark, best: one.best } : node;
  });
  update({ review: news, game: { ...state.game, nodes } });
  if (news.state !== "done") return;
  keepOwn(state.game);
  if (!opens) return;
  opens = false;
  const first = state.game.main.map(nodeOf).find((node) => node?.mark);
  if (first && state.retry === null && state.mode === "analyse") lookAt(first);
}

/** View a mistake, and the words about it: on a phone the panel may be scrolled. @param {Wire.Node} node */
async function lookAt(node) {
  await look(node.id);
  byId("speech").scrollIntoView({ block: "nearest" });
}

/** Keep the viewer's mistakes in a game as puzzles; ask which side that is, if nothing tells it. @param {Game} game */
async function keepOwn(game) {
  const found = await api.get(`games/${game.id}/mistakes`).catch(() => []);
  if (!found.length || state.game.id !== game.id) return;
  const { answerSide, keepMistakes, ownSides } = await import("./kept_puzzles.js");
  /** @param {number[]} sides */
  const keep = (sides) => {
    const count = keepMistakes(found.filter((/** @type {Wire.Mistake} */ one) => sides.includes(one.side)));
    if (count && state.game.id === game.id) toast(say("analysis.kept", { count }));
  };
  const sides = ownSides(game);
  if (sides) return keep(sides);
  askSide(game, (side) => {
    answerSide(game, side);
    keep([side]);
  });
}

/** Ask which side the viewer is: 0, 1, or -1 for neither. @param {Game} game @param {(side: number) => any} answered */
function askSide(game, answered) {
  byId("review-side")?.remove();
  /** @param {number} side @param {string} words */
  const answer = (side, words) =>
    button(words, null, () => {
      row.remove();
      answered(side);
    });
  /** @param {number} side */
  const named = (side) => [colourOf(side), game.players[side].name && `(${game.players[side].name})`].filter(Boolean).join(" ");
  const row = el("div.row", { id: "review-side", role: "group", "aria-label": say("analysis.side") },
    el("span", { text: say("analysis.side") }), answer(0, named(0)), answer(1, named(1)), answer(-1, say("analysis.neither")));
  byId("review-tools").after(row);
  on(["game"], () => state.game.id !== game.id && row.remove());
}

/** Go to the next (1) or previous (-1) marked move of the viewed line, then of the game: a retry leaves it. @param {number} by */
export function toMistake(by) {
  const here = viewedNode()?.ply ?? 0;
  /** @param {Wire.Node[]} line */
  const onIt = (line) => {
    const ahead = line.filter((node) => node.mark && (node.ply - here) * by > 0);
    return by > 0 ? ahead[0] : ahead.at(-1);
  };
  const found = onIt(lineThrough(state.viewed)) ?? onIt(state.game.main.map(nodeOf));
  if (found) lookAt(found);
  else toast(say(by > 0 ? "analysis.noNext" : "analysis.noPrevious"));
}

/** View the position before a marked move with the answer hidden; a second call shows it. */
export async function retry() {
  if (state.retry !== null) return showAnswer();
  const node = viewedNode();
  if (!node?.mark) return toast(say("analysis.goToMarked"));
  update({ mode: "analyse", retry: node.id, hint: null });
  await look(node.parent ?? 0);
  return update({ lesson: say("analysis.find", { colour: colourOf(node.side), move: family().moveText(node) }) });
}

/**
 * Judge the move that the viewer tried instead of a marked one, and say what it is worth.
 * @param {number} tried
 */
export async function endRetry(tried) {
  const [failed, node] = [nodeOf(state.retry), nodeOf(tried)];
  if (!failed || node?.parent !== failed.parent) return update({ retry: null });
  const move = family().moveText(node);
  if (node.id === failed.id) return again(failed, say("analysis.isMarked", { move }));
  update({ lesson: say("analysis.looks", { move }) });
  if (!(await send("judge", { node: tried })) || state.retry !== failed.id) return null;
  const judged = nodeOf(tried);
  if (judged.mark) return again(failed, faultOf(judged));
  const own = nodeOf(failed.parent).best.moves[0] === judged.move;
  const lost = lossOf(judged);
  return update({ retry: null, lesson: say(own ? "analysis.right" : lost ? "analysis.goodBut" : "analysis.good", { move, percent: lost }) });
}

/** Return to the position of the retry and say why. @param {Wire.Node} failed @param {string} why */
async function again(failed, why) {
  await look(failed.parent ?? 0);
  update({ lesson: say("analysis.tryAgain", { why }) });
}

/** End a retry by the engine's move. */
async function showAnswer() {
  const failed = nodeOf(state.retry);
  update({ retry: null });
  if (failed) await showBest(failed);
}

/** Draw the engine's line instead of a marked move; an older review does not have it yet. @param {Wire.Node} failed */
export async function showBest(failed) {
  await look(failed.parent ?? 0);
  if (!nodeOf(failed.parent).best.moves.length) await send("judge", { node: failed.id });
  const { best } = nodeOf(failed.parent);
  const [words, moves] = [bestText(best), best.moves.slice(1).join(" ")];
  update({ shownLine: best, instead: failed.id, lesson: moves ? say("analysis.bestThen", { best: words, moves }) : words });
}
