/** A square board: the coordinates of its points, its lines, and labels on four sides. */

import { svg } from "../page/dom.js";
import { label } from "./marks.js";

export const LETTERS = "ABCDEFGHJKLMNOPQRSTU";

/**
 * The square board with `size` lines.
 * @param {number} size
 * @param {{quarter: number, flip: boolean}} view  quarter turns clockwise after the mirroring
 * @returns {SquareGeometry}
 */
export function squareGeometry(size, view) {
  const last = size - 1;
  /** @param {number} column @param {number} row */
  const seen = (column, row) => {
    let [x, y] = [view.flip ? last - column : column, row];
    for (let turn = 0; turn < view.quarter % 4; turn++) [x, y] = [last - y, x];
    return /** @type {Spot} */ ([x, y]);
  };
  const places = Array.from({ length: size * size }, (_, point) => String(point));
  const spots = places.map((_, point) => seen(point % size, Math.floor(point / size)));
  /** @type {string[]} */
  const placeAt = [];
  for (const [point, [x, y]] of spots.entries()) placeAt[y * size + x] = String(point);
  /** @type {SquareGeometry} */
  const geometry = {
    size,
    places,
    box: [-1.2, -1.2, size + 1.4, size + 1.4],
    radius: 0.47,
    disc: 0.4,
    first: String((size >> 1) * (size + 1)),
    at: (place) => spots[Number(place)],
    draw: (style) => [drawLines(size), drawStars(size), drawLabels(geometry, style)],
    rows: Array.from({ length: size }, (_, y) => placeAt.slice(y * size, (y + 1) * size)),
    edge: (side, index, style) => {
      const along = side === "top" || side === "bottom";
      const one = Number(along ? placeAt[index] : placeAt[index * size]);
      const two = Number(along ? placeAt[size + index] : placeAt[index * size + 1]);
      const isColumn = one % size === two % size;
      if (style === "indices") return String(isColumn ? one % size : Math.floor(one / size));
      return isColumn ? LETTERS[one % size] : String(size - Math.floor(one / size));
    },
  };
  return geometry;
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

/** Rows and columns of the star points by board size. @type {Object<number, number[]>} */
const STARS = { 9: [2, 4, 6], 13: [3, 6, 9], 15: [3, 7, 11], 19: [3, 9, 15] };

/** The inner lines as one path, and a thicker frame. @param {number} size */
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

/** @param {number} size */
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

/** @param {SquareGeometry} geometry @param {string} style */
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

/**
 * The dashed square around the points that an opening rule forbids.
 * @param {SquareGeometry} geometry
 * @param {Wire.Zone} zone
 */
export function drawZone(geometry, zone) {
  /** @param {number} row @param {number} column */
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
