/** What typed and pasted texts mean, and the command `row`, by kind of position. */

import { LETTERS, squareName } from "../board/square.js";
import { state } from "../game/store.js";
import { toast } from "../page/dom.js";
import { say } from "../words/say.js";

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

/** @type {Typing} */
const five = {
  read(text) {
    const { size } = state.view;
    const point = squarePoint(text, size);
    if (point !== null) return squareName(point, size, "letters");
    toast(say("typed.noPoint", { text }));
    return null;
  },
  readsHere: true,
  inRow: (place, row) => state.view.size - Math.floor(Number(place) / state.view.size) === Number(row),
};

/** @type {Typing} */
const gipf = {
  /** A dot and the first spot identify a push. */
  read(text) {
    const word = text.replace(/[A-I](?=\d)/gi, (letter) => letter.toLowerCase()).replace(/^g(?=[a-i]\d)/, "G");
    const { moves } = state.view;
    if (moves.some((move) => move.move === word)) return word;
    const [dot, first] = word.replace(/^G/, "").split("-");
    const gipf = word.startsWith("G");
    const begun = moves.find((move) => move.dot === dot && move.first === first && move.gipf === gipf);
    return begun ? begun.move : word;
  },
  readsHere: false,
  inRow: (place, row) => place[0] === row,
};

/** @type {Typing} */
const grid = {
  read: (text) => text.trim(),
  readsHere: true,
  inRow(place, row) {
    const { places, rows, columns } = state.view;
    const column = columns.indexOf(row);
    return Boolean(places[rows.indexOf(row)]?.includes(place)) || places.some((names) => column >= 0 && names[column] === place);
  },
};

/** By the names that the server uses. @type {Object<string, Typing>} */
export const TYPING = { five, gipf, grid };
