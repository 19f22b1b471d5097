/** What puzzles say and mark, by kind of position. */

import { NO_PICK, state } from "../game/store.js";
import { squarePoint } from "./typed.js";

const REACH = 2; // points around the middle of a marked square

/** @type {PuzzleMarks} */
const five = {
  /** A square around the answer, which is not always in its middle. */
  mark(best, seed) {
    const { view } = state;
    const point = squarePoint(best, view.size) ?? 0;
    const [row, column] = [Math.floor(point / view.size), point % view.size];
    const shift = (seed + point) % 3;
    const [middle, across] = [row + shift - 1, column + ((shift + 1) % 3) - 1];
    /** @param {number} line */
    const within = (line) => Math.max(0, Math.min(view.size - 1, line));
    const zone = { top: within(middle - REACH), bottom: within(middle + REACH), left: within(across - REACH), right: within(across + REACH) };
    return { words: "puzzles.zone", zone };
  },
};

/** @type {PuzzleMarks} */
const gipf = {
  mark(best) {
    const move = state.view.moves.find((one) => one.move === best);
    if (!move?.dot) return { words: "puzzles.removal" };
    return { words: "puzzles.dot", pick: { ...NO_PICK, dot: move.dot, gipf: move.gipf } };
  },
};

/** By the names that the server uses. @type {Object<string, PuzzleMarks>} */
export const PUZZLES = { five, gipf };
