/** How a viewer sets up a position, by family; the server checks the result. */

import { isDot } from "../board/hex.js";
import { say } from "../words/say.js";

/** The keys of the names of what can be placed. @type {Object<string, string>} */
const NAMES = { w: "dialogs.white", b: "dialogs.black", W: "dialogs.whiteGipf", B: "dialogs.blackGipf", ".": "dialogs.remove" };
/** @type {Object<string, string>} */
const PIECES = { w: "W", b: "K", W: "GW", B: "GK" };

/** The kinds that can be placed, with their names. @param {string[]} kinds */
const named = (kinds) => kinds.map((kind) => [kind, say(NAMES[kind])]);

/** @type {Setup} */
const five = {
  kinds: () => named(["w", "b", "."]),
  bare: (view) => ({ ...view, outcome: null, legal: null, forbidden: [], barred: "", zone: null, captures: {}, last: null, taken: [], line: [], numbers: {} }),
  clear: (view) => ({ ...view, cells: ".".repeat(view.cells.length) }),
  put(view, place, kind) {
    const cells = [...view.cells];
    const point = Number(place);
    cells[point] = cells[point] === kind ? "." : kind;
    return { ...view, cells: cells.join("") };
  },
  counts: (view) => (view.captured_to_win ? { words: "dialogs.capturedBy", values: view.captured, most: view.captured_to_win - 1 } : null),
  counted: (view, [first, second]) => ({ ...view, captured: [first, second] }),
  text(view) {
    const { size, cells, side, colours, captured } = view;
    const rows = Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size));
    const packed = rows.map((row) => row.replace(/\.+/g, (run) => String(run.length)));
    const taken = colours[0] === "white" ? captured : [captured[1], captured[0]];
    return `${packed.join("/")} ${colours[side][0]} ${taken.join()}`;
  },
};

/** @type {Setup} */
const gipf = {
  kinds: () => named(["w", "b", "W", "B", "."]),
  bare: (view) => ({ ...view, outcome: null, moves: [], placing: true, last: null, taken: [] }),
  clear: (view) => ({ ...view, spots: {}, adding: [true, true] }),
  put(view, place, kind) {
    if (isDot(place)) return view;
    const { [place]: old, ...spots } = view.spots;
    return { ...view, spots: kind === "." || old === kind ? spots : { ...spots, [place]: kind } };
  },
  counts: (view) => ({ words: "dialogs.reserveOf", values: view.reserves, most: 18 }),
  counted: (view, [first, second]) => ({ ...view, reserves: [first, second] }),
  text(view, preset) {
    const pieces = Object.entries(view.spots).map(([spot, kind]) => PIECES[kind] + spot);
    const adding = ["W", "K"].filter((_, side) => view.adding[side]).join("") || "-";
    const words = [view.colours[view.side][0], ...view.reserves, ...pieces.sort()];
    return (preset === "gipf-tournament" ? [...words, `add=${adding}`] : words).join(" ");
  },
};

/** The functions for a kind of position, by the names that the server uses; no others can be set up. @type {Object<string, Setup>} */
export const SETUPS = { five, gipf };
