/** The analysis panel: lines, budgets, threat view, review, and the graph of scores. */

import * as analysis from "../game/analysis.js";
import { on, setting, state, update } from "../game/store.js";
import { chanceOf, colourOf, short } from "../game/words.js";
import { button, byId, el, fill, setText } from "../page/dom.js";

const BUDGETS = [
  ["", "no limit"],
  ["3s", "3 s"],
  ["10s", "10 s"],
  ["30s", "30 s"],
  ["60s", "60 s"],
  ["100000n", "100 k nodes"],
  ["1000000n", "1 M nodes"],
];

/** Modules that are loaded when they have something to show. */
const later = { lines: null, graph: null };

/** Create the panel, and follow the state. */
export function startAnalysisPanel() {
  fill(
    byId("analysis"),
    el("div.head", {}, el("h2", { id: "analysis-title", text: "Analysis" }), ...limits(), el("span.end", {}, el("button.switch", { id: "analyse", type: "button", "aria-pressed": "false", onclick: analysis.toggle, text: "Start" }))),
    el("p.soft", { id: "effort" }),
    el("div.lines-list", { id: "lines" }),
    controls(),
    el("div", { id: "graph" }),
    reviewTools(),
  );
  on(["analysis", "analysing", "threat", "retry", "settings", "view", "mode"], show);
  on(["review", "game", "viewed", "retry"], showReview);
  on(["analysis", "game", "viewed", "view", "retry", "mode"], showBar);
  on(["analysing"], loadLines);
  on(["analysis", "game"], loadGraph);
}

/** The menus for the number of lines and the limit of an analysis. */
function limits() {
  const pick = (id, label, options, value, change) =>
    el("select", { id, "aria-label": label, title: label, onchange: (event) => change(event.target.value) }, ...options.map(([key, words]) => el("option", { value: key, selected: key === value, text: words })));
  const counts = [1, 2, 3, 4, 5, 8].map((count) => [String(count), count === 1 ? "1 line" : `${count} lines`]);
  return [
    pick("multipv", "Number of lines", counts, String(state.settings.multipv), (value) => setting({ multipv: Number(value) })),
    pick("budget", "Limit", BUDGETS, state.settings.budget, (value) => setting({ budget: value })),
  ];
}

function controls() {
  return el(
    "div.settings",
    {},
    el("button", { id: "heat", type: "button", onclick: () => setting({ heat: !state.settings.heat }), title: "Show the candidates on the board", text: "Best moves" }),
    el("button", { id: "score", type: "button", title: "The engine's score instead of the winning chance", onclick: () => setting({ score: !state.settings.score }), text: "Score" }),
    el("button", { id: "threat", type: "button", title: "What would the opponent do if you passed?", onclick: () => update({ threat: !state.threat }), text: "If you pass" }),
  );
}

const review = async (name, by) => (await analysis.reviewing())[name](by);

function reviewTools() {
  return el(
    "div.settings",
    { id: "review-tools" },
    button("Review", null, () => review("review"), { id: "review" }),
    button("Previous mistake", "back", () => review("toMistake", -1), { iconOnly: true, id: "mistake-back" }),
    button("Next mistake", "forward", () => review("toMistake", 1), { iconOnly: true, id: "mistake-next" }),
    button("Retry", null, () => review("retry"), { id: "retry" }),
    el("span", { id: "review-note" }),
  );
}

function show() {
  const { analysis: now, analysing, threat, settings, retry, view } = state;
  const toggle = byId("analyse");
  toggle.setAttribute("aria-pressed", String(analysing));
  setText(toggle, analysing ? "Stop" : "Start");
  byId("heat").setAttribute("aria-pressed", String(settings.heat));
  byId("score").setAttribute("aria-pressed", String(settings.score));
  byId("threat").setAttribute("aria-pressed", String(threat));
  setText(byId("effort"), now ? effort(now) : analysing && !view?.outcome ? "Starting" : "");
  if (!now || retry !== null) fill(byId("lines"));
  else later.lines?.showLines(byId("lines"));
}

async function loadLines() {
  if (!state.analysing || later.lines) return;
  later.lines = await import("./lines.js");
  show();
}

async function loadGraph() {
  if (later.graph || !(state.analysis || state.game?.nodes.some((node) => node.score))) return;
  later.graph = import("./graph.js");
  (await later.graph).startGraph(byId("graph"));
}

function effort(now) {
  const words = [`Chance of ${colourOf(0)}`, `depth ${now.depth}/${now.seldepth}`, `${short(now.nodes)} nodes`, `${short(now.nps)}/s`];
  if (now.state === "queued") return "Waiting for an engine";
  if (now.notice) return now.notice;
  if (!now.depth) return now.state === "running" ? "Starting" : "";
  return words.join(" · ");
}

function showReview() {
  const { game, review, retry, viewed } = state;
  if (!game) return;
  const mistakes = game.nodes.filter((node) => node.mark);
  const running = review?.state === "running";
  byId("review").disabled = running || game.nodes.length < 2;
  byId("mistake-back").disabled = byId("mistake-next").disabled = !mistakes.length;
  byId("retry").disabled = retry === null && !mistakes.some((node) => node.id === viewed);
  setText(byId("retry"), retry === null ? "Retry" : "Show answer");
  const words = running
    ? `${review.done} of ${review.total}`
    : mistakes.length
      ? `${mistakes.length} marked`
      : review?.state === "done"
        ? "nothing to mark"
        : "";
  setText(byId("review-note"), review?.state === "done" ? words + accuracy(review) : words);
}

/** The accuracy of both sides in words; empty without judged moves. */
function accuracy(review) {
  if (!review.accuracy || !state.view) return "";
  const sides = review.accuracy.map((value, side) => (value === null ? "" : `${state.view.colours[side]} ${Math.round(value)} %`));
  const said = sides.filter(Boolean).join(", ");
  return said && ` · accuracy: ${said}`;
}

/** The score bar: side 0's chance to win. */
function showBar() {
  if (!state.game || !state.view) return;
  const bar = byId("score-bar");
  const score = state.mode === "analyse" ? analysis.scoreHere() : null;
  bar.classList.toggle("first-black", state.view.colours[0] === "black");
  bar.classList.toggle("unknown", !score);
  if (!score) return void (bar.setAttribute("aria-label", "No score yet"), setText(bar.lastElementChild, ""));
  const percent = chanceOf(score);
  const across = matchMedia("(max-width: 860px)").matches;
  bar.firstElementChild.style.transform = across ? `scaleX(${percent / 100})` : `scaleY(${percent / 100})`;
  bar.classList.toggle("low", percent < 50);
  bar.setAttribute("aria-label", `Chance of ${state.view.colours[0]}: ${percent} percent`);
  setText(bar.lastElementChild, String(percent));
}
