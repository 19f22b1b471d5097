/** The graph of scores along the viewed line, 0 to 100 for side 0; a click views a move. */

import { scoreOf } from "../game/analysis.js";
import { look } from "../game/play.js";
import { on, state } from "../game/store.js";
import { lineThrough } from "../game/tree.js";
import { fill, svg } from "../page/dom.js";
import { say } from "../words/say.js";

const [WIDE, HIGH] = [340, 68];
const RIM = 6; // room for the dots at the edges

/** Create the graph, and follow the state. @param {HTMLElement} host */
export function startGraph(host) {
  const graph = svg("svg", {
    class: "graph",
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": say("analysis.graph"),
  });
  host.append(graph);
  graph.addEventListener("pointerdown", (event) => {
    const line = lineThrough(state.viewed);
    const box = graph.getBoundingClientRect();
    const part = (((event.clientX - box.left) / box.width) * WIDE - RIM) / (WIDE - 2 * RIM);
    look(line[Math.round(Math.max(0, Math.min(1, part)) * (line.length - 1))].id);
  });
  on(["game", "viewed", "view", "analysis", "retry"], () => state.game && state.view && draw(graph));
  draw(graph);
}

/** @param {Element} graph */
function draw(graph) {
  const line = lineThrough(state.viewed);
  const step = (WIDE - 2 * RIM) / Math.max(1, line.length - 1);
  const dots = line
    .map((node, index) => ({ node, x: RIM + index * step, score: scoreOf(node) }))
    .flatMap(({ score, ...dot }) => (score ? [{ ...dot, score }] : []))
    .map((dot) => ({ ...dot, y: HIGH - (dot.score.percent / 100) * (HIGH - 2 * RIM) - RIM }));
  const here = RIM + line.findIndex((node) => node.id === state.viewed) * step;
  /** A round dot however the graph is stretched. @param {{x: number, y: number}} at */
  const dot = ({ x, y }) => svg("path", { class: "slip", d: `M${x.toFixed(1)} ${y.toFixed(1)}h0` });
  const trace = dots.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const area = dots.length > 1 ? `${trace}L${dots[dots.length - 1].x} ${HIGH}L${dots[0].x} ${HIGH}Z` : "";
  fill(
    graph,
    svg("path", { class: "area", d: area }),
    svg("path", { class: "now", d: `M${here} 0V${HIGH}` }),
    svg("path", { class: "trace", d: trace }),
    ...dots.filter(({ node }) => node.mark || dots.length === 1).map(dot),
  );
}
