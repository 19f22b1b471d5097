/** The unchanging picture of a square board: frame, lines, star points, letters on four sides. */

import { svg } from "./dom.js";

/** Star points of the usual sizes, as lines from the edge; none on others. */
const STARS = { 9: [2, 4, 6], 13: [3, 6, 9], 15: [3, 7, 11], 19: [3, 9, 15] };

/** Lines and labels. @param {ReturnType<import("./geometry.js").squareGeometry>} geometry */
export function drawSquare(geometry, style) {
  return [drawLines(geometry.size), drawStars(geometry.size), drawLabels(geometry, style)];
}

/** The inner lines as one path, and a thicker frame. */
function drawLines(size) {
  const last = size - 1;
  let path = "";
  for (let i = 1; i < last; i++) path += `M${i} 0V${last}M0 ${i}H${last}`;
  return svg(
    "g",
    { class: "lines", "stroke-linecap": "square" },
    svg("path", { d: path, "stroke-width": 0.036 }),
    svg("rect", { width: last, height: last, "stroke-width": 0.075, "stroke-linejoin": "round" }),
  );
}

function drawStars(size) {
  const lines = STARS[size] || [];
  const stars = lines.flatMap((x) => lines.map((y) => [x, y]));
  const shown = size < 19 ? stars.filter(([x, y]) => (x + y) % 2 === (lines[0] * 2) % 2) : stars;
  return svg(
    "g",
    { class: "stars" },
    ...shown.map(([x, y]) => svg("circle", { cx: x, cy: y, r: 0.1 })),
  );
}

function drawLabels(geometry, style) {
  if (style === "none") return null;
  const [near, far] = [-0.78, geometry.size - 0.22];
  const texts = [];
  for (let i = 0; i < geometry.size; i++) {
    const along = geometry.edge("top", i, style);
    const down = geometry.edge("left", i, style);
    texts.push(label(i, near, along), label(i, far, along));
    texts.push(label(near, i, down), label(far, i, down));
  }
  return svg("g", { class: "labels", "font-size": 0.4 }, ...texts);
}

/** A text whose middle is at the point; `dy` stands for the baseline, which pictures keep. */
export function label(x, y, text) {
  return svg("text", { x, y, dy: "0.36em", "text-anchor": "middle", text });
}

/** The dashed square of an opening rule, around the points that are barred. */
export function drawZone(geometry, zone) {
  const corner = (row, column) => geometry.at(String(row * geometry.size + column));
  const [x1, y1] = corner(zone.top, zone.left);
  const [x2, y2] = corner(zone.bottom, zone.right);
  return svg("rect", {
    class: "zone",
    x: Math.min(x1, x2) - 0.48,
    y: Math.min(y1, y2) - 0.48,
    width: Math.abs(x1 - x2) + 0.96,
    height: Math.abs(y1 - y2) + 0.96,
    rx: 0.24,
    "stroke-width": 0.055,
    "stroke-dasharray": "0.22 0.16",
  });
}
