/** How a viewer sets up a position, by family; the server checks the result. */

import { isDot } from "../board/hex.js";
import { family } from "../game/family.js";
import { state } from "../game/store.js";
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
  steps: [0, 90, 180, 270],
  placed: (view, pieces) => ({ ...view, cells: Array.from(view.cells, (_, point) => pieces.get(String(point)) ?? ".").join("") }),
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
  steps: [0, 60, 120, 180, 240, 300],
  placed: (view, pieces) => ([...pieces.keys()].some(isDot) ? null : { ...view, spots: Object.fromEntries(pieces) }),
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

/**
 * The position with its pieces where `onto` takes them on the picture; null if one would leave the board.
 * @param {View} view
 * @param {(at: Spot) => Spot} onto
 */
export function carried(view, onto) {
  const { geometry, stones } = family();
  const { places, at } = geometry(view, state.settings);
  /** @type {Map<string, string>} */
  const pieces = new Map();
  for (const [place, kind] of stones(view)) {
    const [x, y] = onto(at(place));
    const target = places.find((other) => Math.hypot(at(other)[0] - x, at(other)[1] - y) < 0.1);
    if (!target) return null;
    pieces.set(target, kind);
  }
  return SETUPS[view.family].placed(view, pieces);
}

/** The functions for a kind of position, by the names that the server uses; no others can be set up. @type {Object<string, Setup>} */
export const SETUPS = { five, gipf };
