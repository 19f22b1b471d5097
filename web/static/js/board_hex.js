/** The unchanging picture of the Gipf board: 21 lines, the field within them, 24 dots with names. */

import { label } from "./board_square.js";
import { svg } from "./dom.js";

/** Field, lines, dots and names. @param {ReturnType<import("./geometry.js").hexGeometry>} geometry */
export function drawHex(geometry, style) {
  const path = geometry.lines
    .map(([from, to]) => `M${geometry.at(from).join(" ")}L${geometry.at(to).join(" ")}`)
    .join("");
  const corners = ["b2", "b5", "e8", "h5", "h2", "e2"].map((corner) => geometry.at(corner).join());
  return [
    svg("polygon", { class: "field", points: corners.join(" "), "stroke-width": 0.8 }),
    svg("g", { class: "lines" }, svg("path", { d: path, "stroke-width": 0.045 })),
    svg(
      "g",
      { class: "stars" },
      ...geometry.dots.map((dot) => {
        const [cx, cy] = geometry.at(dot);
        return svg("circle", { cx, cy, r: 0.13 });
      }),
    ),
    drawNames(geometry, style),
  ];
}

/** The dots' names, a step further out; in the other style each file's letter comes first. */
function drawNames(geometry, style) {
  if (style === "none") return null;
  const texts = geometry.dots.map((dot) => {
    const [x, y] = geometry.at(dot);
    const far = 1 + 0.42 / Math.hypot(x, y);
    return label(x * far, y * far, geometry.name(dot, style));
  });
  return svg("g", { class: "labels", "font-size": 0.3 }, ...texts);
}
