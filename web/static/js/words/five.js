/** Texts of square boards. */

import { learn } from "./say.js";

export const WORDS = learn({
  "five.board": "Board, {size} by {size}",
  "five.grid": "Board, {columns} by {rows}",
  "five.stone": "{place} {colour}",
  "five.lastStone": "{place} {colour}, last move",
  "five.empty": "{place} empty",
  "five.captures": "{place} empty, captures {count}",
  "five.barred": "{place} empty, barred by the opening rule",
  "five.refused": "No move begins here.",
  "five.plays": "{place} empty, plays {move}",
});
