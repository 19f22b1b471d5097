/**
 * The state of the page. Listeners are called once after each change of the keys that they asked
 * for.
 */

import { keepObject, keptLike } from "../page/storage.js";

const KEPT = "pente.settings";

/** @type {Settings} */
const DEFAULTS = {
  theme: "kaya",
  page: "auto",
  language: "",
  coordinates: "letters",
  numbers: "none",
  quarter: 0,
  flip: false,
  touch: "confirm",
  sound: false,
  heat: true,
  dots: true,
  score: false,
  grain: true,
  explorer: false,
  tree: false,
  multipv: 3,
  budget: "",
};

/** Nothing chosen. Always the same object, so that `update` sees no change. */
export const NO_PICK = { dot: null, gipf: false, choice: -1 };

/** @type {State} */
export const state = {
  game: /** @type {any} */ (null),
  viewed: 0,
  view: /** @type {any} */ (null),
  mode: "play",
  course: "",
  hover: null,
  preview: null,
  pick: NO_PICK,
  analysis: null,
  analysing: false,
  threat: false,
  shownLine: null,
  explored: null,
  lesson: null,
  instead: null,
  hint: null,
  review: null,
  retry: null,
  presence: null,
  adding: false,
  marking: null,
  settings: keptLike(KEPT, DEFAULTS),
};

/** The same, for access by name. @type {Object<string, any>} */
const values = state;

/** @type {[string[], () => void][]} */
const listeners = [];
let changed = new Set();

/** Call `listener` after any of these keys has changed. @param {string[]} keys @param {() => any} listener */
export function on(keys, listener) {
  listeners.push([keys, listener]);
}

/** Change the state; listeners are called together before the next frame. @param {Partial<State>} patch */
export function update(patch) {
  if (!changed.size) queueMicrotask(tell);
  for (const [key, value] of Object.entries(patch)) {
    if (values[key] === value) continue;
    values[key] = value;
    changed.add(key);
  }
  if (!changed.size) changed.add("nothing");
}

function tell() {
  const keys = changed;
  changed = new Set();
  for (const [wanted, listener] of listeners) {
    if (wanted.some((key) => keys.has(key))) listener();
  }
}

/** Change settings and keep them for the next visit. @param {Partial<Settings>} patch */
export function setting(patch) {
  update({ settings: { ...state.settings, ...patch } });
  keepObject(KEPT, state.settings);
}
