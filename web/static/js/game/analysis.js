/**
 * Continuous analysis of the viewed position. Each result has the key of its position: results for
 * other positions are kept for later. Results stay visible after the engine has stopped.
 */

import { toast } from "../page/dom.js";
import { TAB } from "./api.js";
import { hear, refusesHelp, play, send } from "./play.js";
import { on, state, update } from "./store.js";
import { viewedNode } from "./tree.js";
import { say } from "../words/say.js";

const MS_SETTLE = 90;
const KEPT = 400;
/** Under what a tab keeps its last analyses over a reload, and how many. */
const [LEFT, MOST_LEFT] = ["pente.analyses", 40];
/** The last analysis of each position of this game. @type {Map<string, any>} */
let known = new Map();
let timer = 0;
/** The last request, so that none is sent twice. */
let asked = "";

/** Listen to the stream, and follow what the viewer looks at. */
export function startAnalysis() {
  hear("analysis", take);
  hear("open", () => {
    asked = ""; // the server stopped this tab's analysis with its last stream
    ask();
    if (state.review?.state === "running") update({ review: null }); // if it still runs, its next news tells
  });
  hear("review", async (news) => (await reviewing()).takeReview(news));
  /** @type {string|undefined} */
  let game;
  on(["game"], () => {
    if (state.game?.id === game) return;
    if (game) update({ analysing: false }); // nobody has asked about another game
    game = state.game?.id;
    [known, asked] = [left(game), ""];
  });
  addEventListener("pagehide", () => sessionStorage.setItem(LEFT, JSON.stringify([game, [...known].slice(-MOST_LEFT)])));
  on(["view", "threat"], () => {
    update({ analysis: state.view ? known.get(nameOf(state.view.key, state.threat, state.viewed)) || null : null });
  });
  on(["view", "analysing", "threat"], ask);
  on(["settings"], ask);
  hear("played", async (node) => state.retry !== null && (await reviewing()).endRetry(node));
  document.addEventListener("visibilitychange", ask);
}

/** The analyses of a game that this tab showed before a reload. @param {string|undefined} game */
function left(game) {
  const [of, entries] = JSON.parse(sessionStorage.getItem(LEFT) ?? "[]");
  return new Map(of === game ? entries.map((/** @type {[string, Analysis]} */ [name, one]) => [name, { ...one, state: "stopped" }]) : []);
}

/** Review and retry are loaded when they are first needed. */
export const reviewing = () => import("./review.js");

/**
 * The threat view of a position has results of its own.
 * @param {string} key
 * @param {boolean} threat
 * @param {number} node
 */
const nameOf = (key, threat, node) => (threat ? `threat ${node} ${key}` : key);

/** Switch analysis on or off. */
export const toggle = () => (!state.analysing && refusesHelp()) || update({ analysing: !state.analysing, ...(state.analysing ? {} : { mode: "analyse" }) });

/** Switch the threat view on, with the analysis that shows it, or off. */
export const toggleThreat = () => refusesHelp() || update(state.threat ? { threat: false } : { threat: true, analysing: true, mode: "analyse" });

/** Ask after a short delay: stepping quickly through a game asks only once. */
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
    question,
  });
  if (done || asked !== question) return;
  stop();
  update({ analysing: false });
}

function stop() {
  if (!asked) return;
  asked = "";
  send("analysis", { tab: TAB, node: state.viewed, action: "stop" });
}

/** Keep the news of an analysis; show it if it is about the viewed position. @param {Analysis} news */
function take(news) {
  if (news.game !== state.game?.id) return;
  const name = nameOf(news.key, news.threat, news.node);
  if (!news.lines.length && known.has(name)) {
    news = { ...known.get(name), state: news.state, question: news.question };
  }
  known.set(name, news);
  if (known.size > KEPT) known.delete(String(known.keys().next().value));
  if (state.view && name === nameOf(state.view.key, state.threat, state.viewed)) {
    update({ analysis: known.get(name) });
  }
}

/** The score of the viewed position, from the analysis or else from a review. @returns {Wire.Score|null} */
export function scoreHere() {
  const { analysis, threat, retry, game, view } = state;
  if (retry !== null) return null;
  if (view.outcome) {
    const winner = view.outcome.winner;
    return { kind: winner === null ? "score" : "win", value: 0, percent: winner === null ? 50 : winner === 0 ? 100 : 0 };
  }
  if (analysis && !threat && analysis.lines.length) return analysis.lines[0].score;
  return game ? viewedNode()?.score : null;
}

/** The best known score of a node. @param {Wire.Node} node */
export const scoreOf = (node) => (node.id === state.viewed && scoreHere()) || node.score;

/** Play the first move of a line; not in the threat view, where it is the opponent's. @param {Line} line */
export const playLine = (line) => (state.threat ? toast(say("analysis.threatOnly")) : play(line.moves[0]));
