/** Square and rectangular boards: the coordinates of their points, lines, and labels on four sides. */

import { svg } from "../page/dom.js";
import { label } from "./marks.js";

export const LETTERS = "ABCDEFGHJKLMNOPQRSTU";
const EDGE = -0.78; // where the names of columns and rows stand

/** Rows and columns of the star points by board size. @type {Object<number, number[]>} */
const STARS = { 9: [2, 4, 6], 13: [3, 6, 9], 15: [3, 7, 11], 19: [3, 9, 15] };

/**
 * What is drawn of a board whose places lie in rows and columns.
 *
 * @typedef {Object} Plan
 * @property {string[][]} places  row by row from the top
 * @property {(style: string) => string[][]} edges  what names the columns and the rows
 * @property {boolean} inSquares  whether pieces lie in the squares; else where lines cross
 * @property {number[]} stars     rows and columns of the star points
 * @property {number} scale       of lines and letters; 1 on boards of many lines
 */

/**
 * The geometry of such a board.
 * @param {Plan} plan
 * @param {{quarter: number, flip: boolean}} view  quarter turns clockwise after the mirroring
 * @returns {Geometry}
 */
export function gridGeometry({ places, edges, inSquares, stars, scale }, view) {
  const turns = view.quarter % 4;
  const [columns, rows] = [places[0].length, places.length];
  const [width, height] = turns % 2 ? [rows, columns] : [columns, rows];
  /** @param {number} column @param {number} row */
  const seen = (column, row) => {
    let [x, y, right, down] = [view.flip ? columns - 1 - column : column, row, columns - 1, rows - 1];
    for (let turn = 0; turn < turns; turn++) [x, y, right, down] = [down - y, x, down, right];
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
  /** The names of columns and rows at both ends. @param {string} style */
  const drawLabels = (style) => {
    const [far, below] = [width - 0.22, height - 0.22];
    /** @param {string} name @param {Spot} spot @param {boolean} upright */
    const ends = (name, [x, y], upright) => (upright ? [label(x, EDGE, name), label(x, below, name)] : [label(EDGE, y, name), label(far, y, name)]);
    const [first, second] = edges(style);
    const texts = [
      ...first.flatMap((name, column) => ends(name, seen(column, 0), turns % 2 === 0)),
      ...second.flatMap((name, row) => ends(name, seen(0, row), turns % 2 === 1)),
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
    edges: (style) => (style === "indices" ? [numbers.map(String), numbers.map(String)] : [[...LETTERS.slice(0, size)], numbers.map((row) => String(size - row))]),
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

/**
 * The point that K10, 10K, "9,9" or "9 9" (row, column) names, or null. The letter I is refused.
 * @param {string} text
 * @param {number} size
 */
export function squarePoint(text, size) {
  const word = text.trim().toUpperCase();
  const pair = word.match(/^(\d{1,2})[ ,;]+(\d{1,2})$/);
  if (pair) {
    const [row, column] = [Number(pair[1]), Number(pair[2])];
    return row < size && column < size ? row * size + column : null;
  }
  const parts = word.match(/^([A-Z])(\d{1,2})$/) || word.match(/^(\d{1,2})([A-Z])$/);
  if (!parts) return null;
  const [letter, number] = /\d/.test(parts[1]) ? [parts[2], parts[1]] : [parts[1], parts[2]];
  const [column, row] = [LETTERS.indexOf(letter), size - Number(number)];
  if (column < 0 || column >= size || row < 0 || row >= size) return null;
  return row * size + column;
}

/** The inner lines as one path, and a thicker frame. @param {number} width @param {number} height @param {boolean} inSquares @param {number} scale */
function drawLines(width, height, inSquares, scale) {
  const near = inSquares ? -0.5 : 0;
  const [right, down] = [width - 1 - near, height - 1 - near];
  let path = "";
  for (let x = near + 1; x < right; x++) path += `M${x} ${near}V${down}`;
  for (let y = near + 1; y < down; y++) path += `M${near} ${y}H${right}`;
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
