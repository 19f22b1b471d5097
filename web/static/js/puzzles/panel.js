/** The panel instead of those of the game, while the board shows something else: puzzles or lessons. */

import { focusBoard, leaveBoard } from "../board/board.js";
import { cancel, confirm } from "../game/act.js";
import { returnToGame, setSolver } from "../game/play.js";
import { on, state, update } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { trayOf } from "../panels/players.js";
import { button, byId, el, endNotice, isForFocus, loadStyles, placeNotice } from "../page/dom.js";

/**
 * What fills the panel.
 *
 * close  the label of the button that closes it
 * body   what is below the title
 * keys   what its keys do; `Enter` while no move is pending
 * stop   ends what it does on the board
 * @typedef {{close: () => string, body: () => any[], keys: Object<string, () => any>, stop: () => any}} Screen
 * @type {Screen|null}
 */
let screen = null;
let follows = false;
/** The mode to return to. @type {"play"|"analyse"} */
let before = "play";

/** Whether the panel shows this. @param {Screen} one */
export const isOpen = (one) => one === screen && byId("puzzle-panel") !== null;

/**
 * Show a screen in the panel, if it is new with what `body` has now. A focus in the old one goes to the title.
 * @param {Screen} next
 * @param {string} course  the step or the puzzles of a course of lessons
 */
export async function enter(next, course, isNew = !isOpen(next)) {
  await Promise.all([loadStyles("dialog"), loadStyles("puzzle")]);
  document.querySelector("dialog")?.close();
  if (state.mode !== "puzzle") before = state.mode === "analyse" ? "analyse" : "play";
  update({ mode: "puzzle", course, analysing: false, threat: false, retry: null, hover: null, preview: null, shownLine: null, lesson: null, hint: null });
  if (!isNew) return;
  screen?.stop();
  screen = next;
  const [old, fresh] = [byId("puzzle-panel"), panel(next)];
  const hadFocus = old?.contains(document.activeElement);
  old?.remove();
  document.querySelector(".side")?.prepend(fresh);
  endNotice();
  if (hadFocus) byId("puzzle-task").focus();
  if (follows) return;
  follows = true;
  on(["mode"], () => state.mode !== "puzzle" && close());
  addEventListener("keydown", press);
}

/** @param {Screen} next */
const panel = (next) =>
  el(
    "section.card",
    { id: "puzzle-panel", "aria-labelledby": "puzzle-task" },
    el(
      "div.head",
      {},
      el("h2", { id: "puzzle-task", tabindex: "-1" }),
      el("span.end", {}, button(next.close(), "close", leave, { iconOnly: true, class: "icon-only", id: "close-puzzles" })),
    ),
    ...next.body(),
  );

const leave = () => update({ mode: before });

/** Remove the panel; if the board still shows something else, return to the game. */
function close() {
  if (!byId("puzzle-panel")) return;
  byId("puzzle-panel").remove();
  placeNotice();
  screen?.stop();
  setSolver(null);
  update({ course: "" });
  const { mode } = state;
  if (state.view !== state.game.position) returnToGame({ mode });
}

/**
 * Make the buttons anew: the focus stays on its button, or goes to the first tool if that is gone.
 * @param {() => void} make
 */
export function keepingFocus(make) {
  const focused = document.activeElement?.closest("#puzzle-panel button");
  const id = focused?.id;
  make();
  if (focused) (byId(id ?? "") || byId("puzzle-tools").querySelector("button"))?.focus();
}

/** Captured stones, or the pieces in reserve. */
export const trays = () =>
  [0, 1].map((side) => [side, trayOf(side)]).map(
    ([side, tray]) => tray && el("div.row", {}, el(`span.token.${state.view.colours[side]}`, { "aria-hidden": "true" }), el("span.unseen", { text: colourOf(side) }), tray),
  );

/** On a phone the board is in sight again, as the panel lies below it. */
export function showBoard() {
  if (matchMedia("(max-width: 860px)").matches) scrollTo({ top: 0 });
}

/** @type {Object<string, () => any>} */
const KEYS = { b: focusBoard, Enter: enterKey, Escape: stepOut };

/** @param {KeyboardEvent} event */
function press(event) {
  if (state.mode !== "puzzle" || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (isForFocus(event)) return;
  const action = KEYS[event.key] ?? screen?.keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/** Confirm the pending move; else what the screen has for Enter. */
function enterKey() {
  if (state.preview !== null || state.pick.choice >= 0) return confirm();
  return screen?.keys.Enter();
}

/** Cancel the pending move; else end the cursor; else close the panel. */
function stepOut() {
  if (state.preview !== null || state.pick.dot !== null || state.pick.choice >= 0) return cancel();
  return leaveBoard() ? null : leave();
}
