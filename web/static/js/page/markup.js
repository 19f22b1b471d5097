/** The shapes of arrows and marks, by SGF's names of their kinds; a game in one HTML file draws them, too. */

import { svg } from "./dom.js";

/** @param {string} kind */
export const isArrow = (kind) => kind === "AR" || kind === "LN";

/**
 * The shapes of a mark: a light edge, and on it the ink.
 * @param {string} kind
 * @param {number[]} at
 * @param {any} rest  the end of an arrow, or a label
 * @param {number} radius  of a stone
 */
export function drawMark(kind, [x, y], rest, radius) {
  if (Number.isNaN(x)) return [];
  if (kind === "LB") {
    const size = Math.min(0.62, 1.1 / rest.length) * radius * 2;
    const text = svg("text", { x, y, dy: "0.36em", "text-anchor": "middle", text: rest });
    return [svg("g", { class: "mark-label", "font-size": size }, svg("circle", { cx: x, cy: y, r: radius * 0.78, "stroke-width": radius * 0.09 }), text)];
  }
  const r = radius * 0.72;
  /** @type {Object<string, string>} */
  const outlines = {
    CR: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
    TR: `M${x} ${y - r * 1.15}l${r} ${r * 1.75}h${-2 * r}z`,
    SQ: `M${x - r * 0.85} ${y - r * 0.85}h${r * 1.7}v${r * 1.7}h${-r * 1.7}z`,
    MA: `M${x - r * 0.75} ${y - r * 0.75}l${r * 1.5} ${r * 1.5}m0 ${-r * 1.5}l${-r * 1.5} ${r * 1.5}`,
  };
  const d = isArrow(kind) ? arrowPath(kind, [x, y], rest, radius) : outlines[kind];
  const width = radius * (isArrow(kind) ? 0.28 : 0.19);
  return [svg("path", { class: "mark-edge", d, "stroke-width": width + radius * 0.21 }), svg("path", { class: "mark-ink", d, "stroke-width": width })];
}

/** A shaft, for an arrow with a head; both end a little before the points' centres. @param {string} kind @param {number[]} from @param {number[]} to @param {number} radius */
function arrowPath(kind, [x1, y1], [x2, y2], radius) {
  const far = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [((x2 - x1) / far) * radius, ((y2 - y1) / far) * radius];
  const tip = `${x2 - ux * 0.25} ${y2 - uy * 0.25}`;
  const shaft = `M${x1 + ux * 0.25} ${y1 + uy * 0.25}L${tip}`;
  const [bx, by, side] = [x2 - ux, y2 - uy, 0.51];
  return kind === "LN" ? shaft : `${shaft}M${bx - uy * side} ${by + ux * side}L${tip}L${bx + uy * side} ${by - ux * side}`;
}
