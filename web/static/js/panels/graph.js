/**
 * The graph of chances along the viewed line, 0 to 100 percent for side 0. A press or a drag views a
 * move. Mistakes are buttons, one of which the Tab key reaches; arrows lead from one to the next.
 */

import { scoreOf } from "../game/analysis.js";
import { family } from "../game/family.js";
import { look } from "../game/play.js";
import { on, state } from "../game/store.js";
import { lineThrough, nodeOf } from "../game/tree.js";
import { capitalColour, chanceText, lossOf } from "../game/words.js";
import { el, fill, svg } from "../page/dom.js";
import { FLAWS } from "./moves.js";
import { say } from "../words/say.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [42, 12, 12, 20]; // room around the trace
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000]; // moves between two numbers of the axis
const BETWEEN = 34; // pixels between them at least

/** @typedef {{node: Wire.Node, x: number, y: number}} Dot */

/** Create the graph, and follow the state. @param {HTMLElement} host */
export function startGraph(host) {
  const graph = svg("svg", { class: "graph", role: "img" });
  const slips = el("div.slips", { role: "group", "aria-label": say("analysis.mistakes") });
  fill(host, graph, slips);
  const show = () => state.game && state.view && host.clientWidth && draw(graph, slips, host.clientWidth, host.clientHeight);
  /** @param {PointerEvent} event @param {"jump"|"step"} by */
  const view = (event, by) => {
    const [line, box] = [lineThrough(state.viewed), graph.getBoundingClientRect()];
    const part = (event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
    look(line[Math.round(Math.max(0, Math.min(1, part)) * (line.length - 1))].id, by);
  };
  graph.addEventListener("pointerdown", (event) => {
    graph.setPointerCapture(event.pointerId);
    view(event, "jump");
  });
  graph.addEventListener("pointermove", (event) => event.buttons && view(event, "step"));
  slips.addEventListener("keydown", toNeighbour);
  on(["game", "viewed", "view", "analysis", "retry"], show);
  new ResizeObserver(show).observe(host);
}

/** @param {Element} graph @param {HTMLElement} slips @param {number} wide @param {number} high */
function draw(graph, slips, wide, high) {
  const line = lineThrough(state.viewed);
  const step = (wide - LEFT - RIGHT) / Math.max(1, line.length - 1);
  /** @param {number} index */
  const across = (index) => LEFT + index * step;
  /** @param {number} percent */
  const up = (percent) => TOP + (1 - percent / 100) * (high - TOP - BOTTOM);
  const dots = line.flatMap((node, index) => {
    const score = scoreOf(node);
    return score ? [{ node, x: across(index), y: up(score.percent) }] : [];
  });
  const floor = up(0);
  const trace = dots.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const area = dots.length > 1 ? `${trace}L${dots[dots.length - 1].x.toFixed(1)} ${floor}L${dots[0].x.toFixed(1)} ${floor}Z` : "";
  const here = across(line.findIndex((node) => node.id === state.viewed));
  const now = dots.find(({ node }) => node.id === state.viewed);
  const every = STEPS.find((count) => count * step >= BETWEEN) ?? line.length;
  graph.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  graph.setAttribute("aria-label", say("analysis.graph", { colour: capitalColour(state.view.colours[0]) }));
  fill(
    graph,
    ...[0, 50, 100].flatMap((percent) => [
      svg("path", { class: percent === 50 ? "even" : "edge", d: `M${LEFT} ${up(percent)}H${wide - RIGHT}` }),
      svg("text", { x: LEFT - 5, y: up(percent), dy: "0.34em", "text-anchor": "end", text: say("analysis.percent", { percent }) }),
    ]),
    ...line.map(({ ply }, index) => ply > 0 && ply % every === 0 && svg("text", { x: across(index), y: high - 5, "text-anchor": "middle", text: String(ply) })),
    svg("path", { class: "area", d: area }),
    svg("path", { class: "now", d: `M${here} ${TOP}V${floor}` }),
    svg("path", { class: "trace", d: trace }),
    now && svg("circle", { class: "here", cx: now.x, cy: now.y, r: 4 }),
  );
  showSlips(slips, dots.filter(({ node }) => node.mark));
}

/** The mistakes as buttons; they stay the same ones, so that none loses the focus. @param {HTMLElement} slips @param {Dot[]} dots */
function showSlips(slips, dots) {
  slips.hidden = !dots.length;
  const had = /** @type {HTMLElement[]} */ ([...slips.children]);
  const reached = dots.find(({ node }) => node.id === state.viewed) ?? dots[0];
  for (const one of had.slice(dots.length)) one.remove();
  dots.forEach(({ node, x, y }, index) => {
    const one = had[index] ?? slips.appendChild(el("button", { type: "button", onclick: () => look(Number(one.dataset.node)) }));
    one.dataset.node = String(node.id);
    one.className = `slip ${node.mark}`;
    one.tabIndex = node === reached.node ? 0 : -1;
    one.title = slipText(node);
    one.setAttribute("aria-label", one.title);
    one.setAttribute("aria-current", String(node.id === state.viewed));
    one.style.left = `${x}px`;
    one.style.top = `${y}px`;
  });
}

/** "Move 21, H7: blunder, loses 62 %." @param {Wire.Node} node */
const slipText = (node) =>
  say("analysis.slip", { ply: node.ply, move: family().moveText(node), mark: say(FLAWS[node.mark ?? ""][1]), percent: lossOf(node), chance: chanceText(/** @type {Wire.Score} */ (node.score)) });

/** Lead from one mistake to the next, and view it. @param {KeyboardEvent} event */
function toNeighbour(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const here = /** @type {HTMLElement} */ (event.target);
  const there = /** @type {HTMLElement|null} */ (by && (by < 0 ? here.previousElementSibling : here.nextElementSibling));
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  if (!there || !nodeOf(Number(there.dataset.node))) return;
  there.focus();
  look(Number(there.dataset.node));
}
