/**
 * Where points lie on the picture, in board units (1 is the distance between neighbours), turned
 * and flipped as the viewer likes. Both boards answer the same questions.
 *
 * @typedef {Object} Geometry
 * @property {string[]} places   names of all points: "180" on a square board, "e5" in Gipf
 * @property {number[]} box      x, y, width, height of the picture
 * @property {(place: string) => [number, number]} at
 * @property {(place: string, style: string) => string} name   as players write it
 * @property {string[][]} rows   the places as rows for the grid of buttons
 */

export const LETTERS = "ABCDEFGHJKLMNOPQRSTU";

/**
 * The square board with `size` lines.
 * @param {number} size
 * @param {{quarter: number, flip: boolean}} view  quarter turns clockwise after an optional mirror
 * @returns {Geometry & {size: number, edge: (side: string, index: number, style: string) => string}}
 */
export function squareGeometry(size, view) {
  const last = size - 1;
  const seen = (column, row) => {
    let [x, y] = [view.flip ? last - column : column, row];
    for (let turn = 0; turn < view.quarter % 4; turn++) [x, y] = [last - y, x];
    return [x, y];
  };
  const places = Array.from({ length: size * size }, (_, point) => String(point));
  const spots = places.map((place) => seen(place % size, Math.floor(place / size)));
  const placeAt = [];
  spots.forEach(([x, y], point) => (placeAt[y * size + x] = String(point)));
  const name = (place, style) => squareName(Number(place), size, style);
  return {
    size,
    places,
    box: [-1.2, -1.2, size + 1.4, size + 1.4],
    at: (place) => spots[place],
    name,
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
}

/** A point of a square board: K10, or its row and column counted from 0 at the top left. */
export function squareName(point, size, style) {
  const [row, column] = [Math.floor(point / size), point % size];
  return style === "indices" ? `${row},${column}` : `${LETTERS[column]}${size - row}`;
}

/** The point that K10, 10K, "9,9" or "9 9" (row, column) names, or null. The letter I is refused. */
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

const FILES = "abcdefghi";
const FILE_LENGTHS = [5, 6, 7, 8, 9, 8, 7, 6, 5];
const HEX_PLACES = FILE_LENGTHS.flatMap((length, file) =>
  Array.from({ length }, (_, number) => `${FILES[file]}${number + 1}`),
);

/** Steps (x along the files, y up a file) from the centre e5. */
function oblique(place) {
  const x = FILES.indexOf(place[0]) - 4;
  return [x, Number(place.slice(1)) - 5 + Math.max(0, x)];
}

/** Steps from the centre: 4 for the dots on the edge. */
export function isDot(place) {
  const [x, y] = oblique(place);
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(x - y)) === 4;
}

/**
 * The hexagonal board of Gipf.
 * @param {{quarter: number, flip: boolean}} view  turns of a sixth here
 * @returns {Geometry & {lines: [string, string][], dots: string[]}}
 */
export function hexGeometry(view) {
  const spots = {};
  for (const place of HEX_PLACES) {
    let [x, y] = oblique(place);
    if (view.flip) [x, y] = [-x, y - x];
    for (let turn = 0; turn < view.quarter % 6; turn++) [x, y] = [y, y - x];
    spots[place] = [x * Math.sqrt(0.75), x / 2 - y];
  }
  return {
    places: HEX_PLACES,
    box: [-5, -5, 10, 10],
    at: (place) => spots[place],
    name: (place) => place,
    rows: [...FILES].map((file) => HEX_PLACES.filter((place) => place[0] === file)),
    dots: HEX_PLACES.filter(isDot),
    lines: hexLines(),
  };
}

/** The 21 lines, each by the dots at its ends. */
function hexLines() {
  const named = new Map(HEX_PLACES.map((place) => [oblique(place).join(), place]));
  const lines = [];
  for (const [dx, dy] of [[0, 1], [1, 1], [1, 0]]) {
    for (const dot of HEX_PLACES.filter(isDot)) {
      let [x, y] = oblique(dot);
      const walk = [dot];
      while (named.has([x + dx, y + dy].join())) {
        [x, y] = [x + dx, y + dy];
        walk.push(named.get([x, y].join()));
      }
      if (walk.length > 2 && !isDot(walk[1])) lines.push([dot, walk[walk.length - 1]]);
    }
  }
  return lines;
}

/** The place nearest to another in a direction on the picture, or null at the edge. */
export function neighbour(geometry, place, dx, dy) {
  const [x, y] = geometry.at(place);
  let best = null;
  let least = 9;
  for (const other of geometry.places) {
    const [ox, oy] = geometry.at(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const across = Math.abs((ox - x) * dy - (oy - y) * dx);
    if (along > 0.3 && across < along * 1.1 && along + 2 * across < least) {
      [best, least] = [other, along + 2 * across];
    }
  }
  return best;
}
