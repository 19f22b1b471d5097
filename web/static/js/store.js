/**
 * The one place where the page's state lives. What changes is told once, after the change, to
 * those who asked for it.
 *
 * @typedef {Object} State
 * @property {any} game       the GameView on the table, as the server sent it last
 * @property {number} viewed  the node whose position is shown
 * @property {any} view       its PositionView
 * @property {string|null} hover    the place under the pointer or the focus
 * @property {string|null} preview  the place that waits to be confirmed
 * @property {{dot: string|null, gipf: boolean, choice: number}} pick  what is picked in Gipf
 * @property {any} analysis   the Analysis of the viewed position, or null
 * @property {boolean} analysing  whether the viewer wants analysis
 * @property {boolean} threat
 * @property {any} shownLine  the line whose moves are drawn as ghosts
 * @property {any} hint
 * @property {any} review     how far a review is
 * @property {number|null} retry  the node whose better move is looked for
 * @property {Settings} settings
 *
 * @typedef {Object} Settings
 * @property {string} theme
 * @property {"auto"|"light"|"dark"} page
 * @property {"letters"|"indices"|"none"} coordinates
 * @property {"none"|"last"|"all"} numbers
 * @property {number} quarter
 * @property {boolean} flip
 * @property {"direct"|"two-tap"|"confirm"} touch
 * @property {boolean} sound
 * @property {boolean} heat
 * @property {boolean} grain
 * @property {number} multipv
 * @property {string} budget  "30s", "100000n", or "" for as long as it is not stopped
 */

const KEPT = "pente.settings";

/** @type {Settings} */
const DEFAULTS = {
  theme: "kaya",
  page: "auto",
  coordinates: "letters",
  numbers: "none",
  quarter: 0,
  flip: false,
  touch: "confirm",
  sound: false,
  heat: true,
  grain: true,
  multipv: 3,
  budget: "",
};

/** @type {State} */
export const state = {
  game: null,
  viewed: 0,
  view: null,
  hover: null,
  preview: null,
  pick: { dot: null, gipf: false, choice: -1 },
  analysis: null,
  analysing: false,
  threat: false,
  shownLine: null,
  hint: null,
  review: null,
  retry: null,
  settings: { ...DEFAULTS, ...kept() },
};

/** @type {[string[], () => void][]} */
const listeners = [];
let changed = new Set();

/** Call `listener` after any of these keys has changed. */
export function on(keys, listener) {
  listeners.push([keys, listener]);
}

/** Change the state; listeners are told together before the next frame. */
export function update(patch) {
  if (!changed.size) queueMicrotask(tell);
  for (const [key, value] of Object.entries(patch)) {
    if (state[key] === value) continue;
    state[key] = value;
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
  try {
    localStorage.setItem(KEPT, JSON.stringify(state.settings));
  } catch {
    // A browser that keeps nothing plays all the same.
  }
}

/** Settings of the last visit; of a foreign shape, none. */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) || "{}");
    const same = ([key, value]) => key in DEFAULTS && typeof value === typeof DEFAULTS[key];
    return Object.fromEntries(Object.entries(found).filter(same));
  } catch {
    return {};
  }
}
