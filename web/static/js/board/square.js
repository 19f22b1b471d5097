/** Square and rectangular boards: the coordinates of their points, lines, and labels on four sides. */

import { svg } from "../page/dom.js";
import { label } from "./marks.js";

export const LETTERS = "ABCDEFGHJKLMNOPQRSTU";
const EDGE = 0.78; // from the outer places to the names of columns and rows

/** Rows and columns of the star points by board size. @type {Object<number, number[]>} */
const STARS = { 9: [2, 4, 6], 13: [3, 6, 9], 15: [3, 7, 11], 19: [3, 9, 15] };

/**
 * A board whose places lie in rows and columns.
 * @param {Plan} plan
 * @param {{quarter: number, flip: boolean}} view  quarter turns clockwise after the mirroring
 * @returns {Geometry}
 */
export function gridGeometry({ places, edges, inSquares, stars, scale }, view) {
  const [columns, rows] = [places[0].length, places.length];
  const [width, height] = view.quarter % 2 ? [rows, columns] : [columns, rows];
  /** @param {number} column @param {number} row */
  const seen = (column, row) => {
    let [x, y, right, down] = [view.flip ? columns - 1 - column : column, row, columns - 1, rows - 1];
    for (let turn = 0; turn < view.quarter % 4; turn++) [x, y, right, down] = [down - y, x, down, right];
    return /** @type {Spot} */ ([x, y]);
  };
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  /** @type {string[][]} */
  const seenRows = Array.from({ length: height }, () => []);
  for (const [index, place] of places.flat().entries()) {
    const [x, y] = seen(index % columns, Math.floor(index / columns));
    spots.set(place, [x, y]);
    seenRows[y][x] = place;
  }
  /** @param {string} style */
  const drawLabels = (style) => {
    const [across, down] = edges(style);
    const texts = [
      ...across.flatMap((name, column) => [-EDGE, rows - 1 + EDGE].map((row) => label(...seen(column, row), name))),
      ...down.flatMap((name, row) => [-EDGE, columns - 1 + EDGE].map((column) => label(...seen(column, row), name))),
    ];
    return svg("g", { class: "labels", "font-size": 0.4 * scale }, ...texts);
  };
  return {
    places: places.flat(),
    box: [-1.2, -1.2, width + 1.4, height + 1.4],
    radius: inSquares ? 0.42 : 0.47,
    disc: 0.4,
    ghost: inSquares ? 0.42 : 0.47,
    first: places[rows >> 1][columns >> 1],
    at: (place) => spots.get(place) ?? [NaN, NaN],
    draw: (style) => [drawLines(width, height, inSquares, scale), drawStars(width, stars), style === "none" ? null : drawLabels(style)],
    rows: seenRows,
  };
}

/** The plan of a square board with `size` lines. @param {number} size @returns {Plan} */
export function squarePlan(size) {
  const numbers = Array.from({ length: size }, (_, number) => number);
  return {
    places: numbers.map((row) => numbers.map((column) => String(row * size + column))),
    edges: (style) => (style === "indices" ? [numbers, numbers].map((all) => all.map(String)) : [[...LETTERS.slice(0, size)], numbers.map((row) => String(size - row))]),
    inSquares: false,
    stars: STARS[size] || [],
    scale: 1,
  };
}

/**
 * A point of a square board: K10, or its row and column counted from 0 at the top left.
 * @param {number} point
 * @param {number} size
 * @param {string} style
 */
export function squareName(point, size, style) {
  const [row, column] = [Math.floor(point / size), point % size];
  return style === "indices" ? `${row},${column}` : `${LETTERS[column]}${size - row}`;
}

/** The inner lines, and a thicker frame. @param {number} width @param {number} height @param {boolean} inSquares @param {number} scale */
function drawLines(width, height, inSquares, scale) {
  const near = inSquares ? -0.5 : 0;
  const [right, down] = [width - 1 - near, height - 1 - near];
  let path = "";
  for (let i = near + 1; i < Math.max(right, down); i++) path += (i < right ? `M${i} ${near}V${down}` : "") + (i < down ? `M${near} ${i}H${right}` : "");
  return svg(
    "g",
    { class: "lines", "stroke-linecap": "square" },
    svg("path", { d: path, "stroke-width": 0.036 * scale }),
    svg("rect", { x: near, y: near, width: right - near, height: down - near, "stroke-width": 0.075 * scale, "stroke-linejoin": "round" }),
  );
}

/** @param {number} size @param {number[]} lines */
function drawStars(size, lines) {
  const stars = lines.flatMap((x) => lines.map((y) => [x, y]));
  const shown = size < 19 ? stars.filter(([x, y]) => (x + y) % 2 === (lines[0] * 2) % 2) : stars;
  return svg(
    "g",
    { class: "stars" },
    ...shown.map(([x, y]) => svg("circle", { cx: x, cy: y, r: 0.1 })),
  );
}

/**
 * The dashed square around the points that an opening rule forbids.
 * @param {Geometry} geometry
 * @param {Wire.Zone} zone
 * @param {number} size
 */
export function drawZone(geometry, zone, size) {
  /** @param {number} row @param {number} column */
  const corner = (row, column) => geometry.at(String(row * size + column));
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
