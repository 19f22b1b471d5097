/**
 * Continuous analysis of the viewed position. News carry the key of the position that they are
 * about; what belongs to another one is kept for later and not shown. Results stay when the engine
 * rests.
 */

import { TAB } from "./api.js";
import { hear, play, send, toast } from "./play.js";
import { on, state, update } from "./store.js";
import { viewedNode } from "./tree.js";

const MS_SETTLE = 90;
const KEPT = 400;
/** The last analysis of each position of this game. @type {Map<string, any>} */
let known = new Map();
let timer = 0;
/** What the server was asked last, so that nothing is asked twice. */
let asked = "";

/** Listen to the stream, and follow what the viewer looks at. */
export function startAnalysis() {
  hear("analysis", take);
  hear("open", () => {
    asked = ""; // what ran for this tab has ended with its last stream
    ask();
  });
  hear("review", async (news) => (await reviewing()).takeReview(news));
  let game = null;
  on(["game"], () => {
    if (state.game?.id === game) return;
    game = state.game?.id;
    [known, asked] = [new Map(), ""];
    ask();
  });
  on(["view", "threat"], () => {
    update({ analysis: state.view ? known.get(nameOf(state.view.key, state.threat, state.viewed)) || null : null });
  });
  on(["view", "analysing", "threat"], ask);
  let lasting = "";
  on(["settings"], () => {
    const effort = [state.settings.multipv, state.settings.budget].join();
    if (lasting && effort !== lasting) ask();
    lasting = effort;
  });
  on(["game"], async () => state.retry !== null && (await reviewing()).endRetry());
  document.addEventListener("visibilitychange", ask);
}

/** Review and retry are loaded when they are first wanted. */
export const reviewing = () => import("./review.js");

/** The engine's answer in a position that was analysed, or undefined. */
export const bestAt = (node) =>
  [...known.values()].find((one) => one.node === node && !one.threat)?.lines[0]?.moves[0];

/** A threat is another question than the position's own. */
const nameOf = (key, threat, node) => (threat ? `threat ${node} ${key}` : key);

/** Start or stop what the viewer wants. */
export const toggle = () => update({ analysing: !state.analysing });

/** Ask soon: who runs through a game asks for its last position only. */
function ask() {
  clearTimeout(timer);
  timer = setTimeout(askNow, MS_SETTLE);
}

async function askNow() {
  const { game, view, viewed, analysing, threat, settings } = state;
  if (!game || !view) return;
  const wanted = analysing && !view.outcome && !document.hidden;
  const name = nameOf(view.key, threat, viewed);
  const question = wanted ? [game.id, name, settings.multipv, settings.budget].join() : "";
  if (question === asked) return;
  const rested = known.get(name);
  if (wanted && rested?.state === "resting" && rested.question === question) {
    if (asked) stop();
    return;
  }
  if (!wanted) return stop();
  asked = question;
  const done = await send("analysis", {
    tab: TAB,
    node: viewed,
    action: "start",
    multipv: settings.multipv,
    budget_s: settings.budget.endsWith("s") ? Number.parseInt(settings.budget, 10) : null,
    nodes: settings.budget.endsWith("n") ? Number.parseInt(settings.budget, 10) : null,
    threat,
  });
  if (!done && asked === question) update({ analysing: false });
}

function stop() {
  if (!asked) return;
  asked = "";
  send("analysis", { tab: TAB, node: state.viewed, action: "stop" });
}

/** News of an analysis: kept under its key, shown if it is about what is viewed. */
function take(news) {
  if (news.game !== state.game?.id) return;
  const name = nameOf(news.key, news.threat, news.node);
  if (!news.lines.length && known.has(name)) news = { ...known.get(name), state: news.state };
  known.set(name, { ...news, question: asked });
  if (known.size > KEPT) known.delete(known.keys().next().value);
  if (state.view && name === nameOf(state.view.key, state.threat, state.viewed)) {
    update({ analysis: known.get(name) });
  }
}

/** The score of the viewed position: of the analysis, else of a review. */
export function scoreHere() {
  const { analysis, threat, retry, game, view } = state;
  if (retry !== null) return null;
  if (view.outcome) {
    const winner = view.outcome.winner;
    return { kind: "score", value: 0, percent: winner === null ? 50 : winner === 0 ? 100 : 0 };
  }
  if (analysis && !threat && analysis.lines.length) return analysis.lines[0].score;
  return game ? viewedNode()?.score : null;
}

/** The best known score of a node: its own, or that of an analysis of the viewed one. */
export const scoreOf = (node) => (node.id === state.viewed && scoreHere()) || node.score;

/** Play the first move of a line, if it is for the viewer to move. */
export const playLine = (line) => (state.threat ? toast("This is what the enemy would do.") : play(line.moves[0]));
