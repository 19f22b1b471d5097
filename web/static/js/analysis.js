/**
 * Continuous analysis of the viewed position. News carry the key of the position that they are
 * about; what belongs to another one is kept for later and not shown. Results stay when the engine
 * rests.
 */

import { TAB } from "./api.js";
import { hear, look, play, send, toast } from "./play.js";
import { on, state, update } from "./store.js";
import { lineThrough, nodeOf, viewedNode } from "./tree.js";

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
  hear("review", takeReview);
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
  on(["game"], endRetry);
  document.addEventListener("visibilitychange", ask);
}

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

/** Play the first move of a line. */
export const playLine = (line) => play(line.moves[0]);

/** Have the main line scored and its mistakes marked. */
export async function review() {
  update({ review: { state: "running", done: 0, total: state.game.main.length } });
  if (!(await send("review", {}))) update({ review: null });
}

function takeReview(news) {
  if (news.game !== state.game?.id) return;
  const scored = new Map(news.nodes.map((node) => [node.id, node]));
  const nodes = state.game.nodes.map((node) => {
    const one = scored.get(node.id);
    return one ? { ...node, score: one.score, mark: one.mark } : node;
  });
  update({ review: news, game: { ...state.game, nodes } });
}

/** To the next (or last) marked move on the line that is viewed. */
export function toMistake(by) {
  const line = lineThrough(state.viewed);
  const here = line.findIndex((node) => node.id === state.viewed);
  const ahead = by > 0 ? line.slice(here + 1) : line.slice(0, here).reverse();
  const found = ahead.find((node) => node.mark);
  if (found) look(found.id);
  else toast(by > 0 ? "No further mistake on this line." : "No mistake before this.");
}

/** Back to before a marked move, with all answers hidden; pressed again, the answer is shown. */
export function retry() {
  if (state.retry !== null) return update({ retry: null });
  const node = viewedNode();
  if (!node?.mark) return toast("Retry belongs to a marked move.");
  update({ retry: node.id });
  look(node.parent);
  return toast("Find a better move.");
}

/** When the viewer has answered, say how good it was. */
function endRetry() {
  if (state.retry === null || !state.game) return;
  const [failed, node] = [nodeOf(state.retry), viewedNode()];
  if (!failed || !node) return update({ retry: null });
  if (node.parent !== failed.parent) return;
  update({ retry: null });
  if (node.id === failed.id) return toast("That is the move that was marked.");
  const best = [...known.values()].find((one) => one.node === failed.parent && !one.threat)?.lines[0]?.moves[0];
  toast(best === node.move ? "That is the engine's move, too." : "Played as a variation. Analyse to see what it is worth.");
}
