/** The analysis panel: lines, budgets, threat view, review, and the graph of scores. */

import * as analysis from "../game/analysis.js";
import { isOffered } from "../game/family.js";
import { on, setting, state } from "../game/store.js";
import { chanceOf, colourOf, short, smallColour } from "../game/words.js";
import { button, byId, el, fill, setText } from "../page/dom.js";
import { say } from "../words/say.js";

/** Limits of an analysis, with the keys of their names and a count in those. @type {[string, string, number][]} */
const BUDGETS = [
  ["", "analysis.noLimit", 0],
  ["3s", "analysis.seconds", 3],
  ["10s", "analysis.seconds", 10],
  ["30s", "analysis.seconds", 30],
  ["60s", "analysis.seconds", 60],
  ["100000n", "analysis.thousandNodes", 100],
  ["1000000n", "analysis.millionNodes", 1],
];

/**
 * Modules that are loaded when they have something to show.
 * @type {{lines: typeof import("./lines.js")|null, graph: Promise<typeof import("./graph.js")>|null}}
 */
const later = { lines: null, graph: null };
/** The id of the game last analysed: room for its lines is kept, so that the graph stays where it is. */
let analysed = "";

/** Create the panel, and follow the state. */
export function startAnalysisPanel() {
  fill(
    byId("analysis"),
    el("div.head", {}, el("h2", { id: "analysis-title", text: say("analysis.title") }), ...limits(), el("span.end", {}, el("button.switch", { id: "analyse", type: "button", "aria-pressed": "false", onclick: analysis.toggle, text: say("analysis.start") }))),
    controls(),
    el("p.soft", { id: "effort" }),
    el("div.lines-list", { id: "lines" }),
    el("div", { id: "graph" }, el("p.soft", { text: say("analysis.noGraph") })),
    reviewTools(),
  );
  on(["analysis", "analysing", "threat", "retry", "settings", "view", "mode", "game"], show);
  on(["review", "game", "viewed", "retry"], showReview);
  on(["analysis", "game", "viewed", "view", "retry", "mode"], showBar);
  on(["analysing", "analysis"], loadLines);
  on(["analysis", "game"], loadGraph);
}

/** The menus for the number of lines and the limit of an analysis. */
function limits() {
  /** @param {string} id @param {string} label @param {string[][]} options @param {string} value @param {(value: string) => any} change */
  const pick = (id, label, options, value, change) =>
    el("select", { id, "aria-label": label, title: label, onchange: (event) => change(event.target.value) }, ...options.map(([key, words]) => el("option", { value: key, selected: key === value, text: words })));
  const counts = [1, 2, 3, 4, 5, 8].map((count) => [String(count), say("analysis.lines", { count })]);
  const budgets = BUDGETS.map(([key, words, count]) => [key, say(words, { count })]);
  return [
    pick("multipv", say("analysis.count"), counts, String(state.settings.multipv), (value) => setting({ multipv: Number(value) })),
    pick("budget", say("analysis.limit"), budgets, state.settings.budget, (value) => setting({ budget: value })),
  ];
}

function controls() {
  return el(
    "div.settings",
    {},
    el("button", { id: "heat", type: "button", onclick: () => setting({ heat: !state.settings.heat }), title: say("analysis.heatTitle"), text: say("analysis.heat") }),
    el("button", { id: "score", type: "button", title: say("analysis.scoreTitle"), onclick: () => setting({ score: !state.settings.score }), text: say("analysis.score") }),
    el("button", { id: "dots", type: "button", title: say("analysis.dotsTitle"), onclick: () => setting({ dots: !state.settings.dots }), text: say("analysis.dots") }),
    el("button", { id: "threat", type: "button", title: say("analysis.threatTitle"), onclick: analysis.toggleThreat, text: say("analysis.threat") }),
  );
}

/** @param {"review"|"toMistake"|"retry"} name @param {any} [by] */
const review = async (name, by) => (await analysis.reviewing())[name](by);

function reviewTools() {
  return el(
    "div.settings",
    { id: "review-tools" },
    button(say("analysis.review"), null, () => review("review"), { id: "review" }),
    button(say("analysis.previous"), "back", () => review("toMistake", -1), { iconOnly: true, id: "mistake-back" }),
    button(say("analysis.next"), "forward", () => review("toMistake", 1), { iconOnly: true, id: "mistake-next" }),
    button(say("analysis.retry"), null, () => review("retry"), { id: "retry" }),
    el("span", { id: "review-note" }),
  );
}

function show() {
  const { analysis: now, analysing, threat, settings, retry, view, game } = state;
  const toggle = byId("analyse");
  toggle.setAttribute("aria-pressed", String(analysing));
  setText(toggle, say(analysing ? "analysis.stop" : "analysis.start"));
  byId("heat").setAttribute("aria-pressed", String(settings.heat));
  byId("score").setAttribute("aria-pressed", String(settings.score));
  byId("dots").setAttribute("aria-pressed", String(settings.dots));
  byId("dots").hidden = !game || !isOffered("review");
  byId("threat").hidden = !game || !isOffered("threat");
  byId("threat").setAttribute("aria-pressed", String(threat));
  if (analysing || now) analysed = game?.id ?? "";
  byId("analysis").classList.toggle("analysed", game?.id === analysed);
  setText(byId("effort"), now ? effort(now) : analysing ? say(view?.outcome ? "play.isOver" : "analysis.starting") : "");
  if (!now || retry !== null) fill(byId("lines"));
  else later.lines?.showLines(byId("lines"), now);
}

async function loadLines() {
  if (!(state.analysing || state.analysis) || later.lines) return;
  later.lines = await import("./lines.js");
  show();
}

async function loadGraph() {
  if (later.graph || !(state.analysis || state.game?.nodes.some((node) => node.score))) return;
  later.graph = import("./graph.js");
  (await later.graph).startGraph(byId("graph"));
}

/** @param {Analysis} now */
function effort(now) {
  if (now.state === "queued") return say("analysis.queued");
  if (now.notice) return now.notice;
  if (!now.depth) return now.state === "running" ? say("analysis.starting") : "";
  const words = say("analysis.effort", { colour: colourOf(0), depth: now.depth, longest: Math.max(now.depth, now.seldepth), nodes: short(now.nodes), speed: short(now.nps) });
  return now.searching ? say("analysis.searching", { effort: words, move: now.searching }) : words;
}

function showReview() {
  const { game, review, retry, viewed } = state;
  if (!game) return;
  const mistakes = game.nodes.filter((node) => node.mark);
  const marked = mistakes.filter((node) => game.main.includes(node.id)).length; // not of what the viewer tried
  const running = review?.state === "running";
  byId("review-tools").hidden = !isOffered("review");
  byId("review").disabled = running || game.nodes.length < 2;
  byId("mistake-back").disabled = byId("mistake-next").disabled = !mistakes.length;
  byId("retry").disabled = !mistakes.some((node) => node.id === viewed);
  byId("retry").hidden = retry !== null; // then the panel that speaks offers the answer
  const words = running
    ? say("analysis.progress", { done: review.done, total: review.total })
    : marked
      ? say("analysis.marked", { count: marked })
      : review?.state === "done"
        ? say("analysis.unmarked")
        : "";
  setText(byId("review-note"), review?.state === "done" ? withAccuracy(words, review) : words);
}

/**
 * A count of marks, and the accuracy of both sides if there are judged moves.
 * @param {string} marked
 * @param {Review} review
 */
function withAccuracy(marked, review) {
  if (!review.accuracy || !state.view) return marked;
  /** @param {number|null} value @param {number} side */
  const part = (value, side) => (value === null ? "" : say("analysis.percentOf", { colour: smallColour(state.view.colours[side]), percent: Math.round(value) }));
  const sides = review.accuracy.map(part).filter(Boolean).join(", ");
  return sides ? say("analysis.accuracy", { marked, sides }) : marked;
}

/** The score bar: side 0's chance to win. */
function showBar() {
  if (!state.game || !state.view) return;
  const bar = byId("score-bar");
  const score = state.mode === "analyse" ? analysis.scoreHere() : null;
  bar.classList.toggle("first-black", state.view.colours[0] === "black");
  bar.classList.toggle("unknown", !score);
  if (!score) {
    bar.setAttribute("aria-label", say("play.noScore"));
    return setText(bar.lastElementChild, "");
  }
  const percent = chanceOf(score);
  bar.style.setProperty("--chance", percent / 100);
  bar.classList.toggle("low", percent < 50);
  bar.setAttribute("aria-label", say("analysis.chanceOf", { colour: smallColour(state.view.colours[0]), percent }));
  setText(bar.lastElementChild, String(percent));
}
