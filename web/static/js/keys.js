/** Keyboard shortcuts. They are off while the viewer types a text. */

import { focusBoard, leaveBoard } from "./board/board.js";
import { cancel, confirm } from "./game/act.js";
import * as analysis from "./game/analysis.js";
import { isOffered } from "./game/family.js";
import * as game from "./game/play.js";
import { setting, state } from "./game/store.js";
import { nodeOf, viewedNode } from "./game/tree.js";
import { byId, isForFocus, isTyping } from "./page/dom.js";
import { showTab } from "./panels/tabs.js";

/** The style after this one, in a cycle. @param {any[]} list @param {string} now */
const next = (list, now) => list[(list.indexOf(now) + 1) % list.length];

/** Dialogs are loaded when they are opened. */
const files = () => import("./dialogs/files.js");
const help = () => import("./dialogs/help.js");
const share = () => import("./dialogs/share.js");
/** One promise, so that a press is told before its release. @type {Promise<typeof import("./panels/markup.js")>|undefined} */
let marks;
const markup = () => (marks ??= import("./panels/markup.js"));

/** @param {"toMistake"|"retry"} name @param {any} [by] */
const review = (name, by) => async () => (await analysis.reviewing())[name](by);

/**
 * The keys as the help shows them, what they do, the action, the names of the key presses.
 * @typedef {(() => any)|null} Action
 * @type {[string, string, Action, string[]?][]}
 */
const KEYS = [
  ["← k", "puzzles.stepBack", () => game.step(-1), ["ArrowLeft", "k"]],
  ["→ j", "puzzles.stepOn", () => game.step(1), ["ArrowRight", "j"]],
  ["⇧← ⇧→", "keys.ten", null],
  ["Home 0", "play.start", () => game.step(-9999), ["Home", "0"]],
  ["End $", "play.end", () => game.step(9999), ["End", "$"]],
  ["↑ ↓", "keys.branch", () => game.branch(-1), ["ArrowUp"]],
  ["p", "play.modes", () => game.turnTo(state.mode === "play" ? "analyse" : "play"), ["p"]],
  ["Space", "keys.analysis", analysis.toggle, [" "]],
  ["Enter", "keys.enter", enter, ["Enter"]],
  ["Esc", "keys.escape", stepOut, ["Escape"]],
  ["x", "keys.threat", () => isOffered("threat") && analysis.toggleThreat(), ["x"]],
  ["a", "dialogs.heat", () => setting({ heat: !state.settings.heat }), ["a"]],
  [".", "keys.dots", () => setting({ dots: !state.settings.dots }), ["."]],
  ["n N", "keys.mistake", review("toMistake", 1), ["n"]],
  ["t", "keys.retry", review("retry"), ["t"]],
  ["h", "play.askHint", game.hint, ["h"]],
  ["u", "play.takeBack", async () => (state.marking ? (await markup()).undoMark() : game.undo()), ["u"]],
  ["y", "keys.redo", game.redo, ["y"]],
  ["f", "keys.flip", () => setting({ flip: !state.settings.flip }), ["f"]],
  ["r", "dialogs.turning", () => setting({ quarter: (state.settings.quarter + 1) % 12 }), ["r"]],
  ["m", "keys.numbers", () => setting({ numbers: next(["none", "last", "all"], state.settings.numbers) }), ["m"]],
  ["c", "dialogs.coordinates", () => setting({ coordinates: next(["letters", "indices", "none"], state.settings.coordinates) }), ["c"]],
  ["v", "moves.tree", () => setting({ tree: !state.settings.tree }), ["v"]],
  ["d", "keys.marks", async () => (await markup()).toggleMarking(), ["d"]],
  ["b", "keys.cursor", focusBoard, ["b"]],
  ["/", "keys.type", typeMove, ["/"]],
  ["g", "play.newGame", async () => (await import("./dialogs/new_game.js")).openNewGame(), ["g"]],
  ["z", "play.puzzles", async () => (await import("./puzzles/screen.js")).openPuzzles(), ["z"]],
  ["q", "keys.matches", async () => (await import("./dialogs/matches.js")).openMatches(), ["q"]],
  ["s", "dialogs.setUp", async () => (await import("./dialogs/editor.js")).openEditor(), ["s"]],
  ["o", "keys.files", async () => (await files()).openFiles(), ["o"]],
  ["w", "keys.share", async () => (await share()).openShare(), ["w"]],
  ["l", "play.settings", async () => (await import("./dialogs/look.js")).openLook(), ["l"]],
  ["e", "dialogs.log", async () => (await help()).openLog(), ["e"]],
  ["Ctrl C", "keys.copy", async () => (await share()).copyRecord(), ["ctrl+c"]],
  ["Ctrl V", "keys.paste", null],
  ["?", "keys.help", async () => (await help()).openHelp(KEYS), ["?"]],
  ["", "", () => game.step(-10), ["shift+ArrowLeft"]],
  ["", "", () => game.step(10), ["shift+ArrowRight"]],
  ["", "", () => game.branch(1), ["ArrowDown"]],
  ["", "", review("toMistake", -1), ["N"]],
];

/** The keys that work while pieces are placed, in the editor and in openings. */
const WHILE_PLACING = ["b", "f", "r", "c", "Escape"];

/** Listen to keys and pasted text, and to the buttons that do what a key does: `data-key` is its name. */
export function startKeys() {
  const actions = new Map(KEYS.flatMap(([, , action, names]) => (names || []).map((name) => /** @type {const} */ ([name, action]))));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isTyping(event) && !document.querySelector("dialog[open]")) return /** @type {HTMLElement} */ (event.target).blur();
    if (state.mode === "puzzle" || (state.mode === "edit" && !WHILE_PLACING.includes(event.key))) return;
    const action = actions.get(nameOf(event));
    if (!action || event.defaultPrevented || isForFocus(event)) return;
    if (event.ctrlKey && String(getSelection())) return;
    event.preventDefault();
    action();
  });
  addEventListener("paste", async (event) => {
    if (isTyping(event)) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text) (await files()).openText(text);
  });
  addEventListener("dragover", dropped);
  addEventListener("drop", dropped);
  for (const type of ["pointerdown", "pointerup"]) {
    addEventListener(type, async (/** @type {any} */ event) => event.button === 2 && (await markup()).pointed(event));
  }
  byId("grid").addEventListener("contextmenu", (/** @type {any} */ event) => event.preventDefault());
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-key]"))) one.onclick = actions.get(one.dataset.key ?? "") ?? null;
  byId("lessons").onclick = async () => (await import("./lessons/screen.js")).openLessons();
  byId("rules").onclick = async () => (await help()).openRules();
}

/** Open dropped files, unless the explorer took them; the browser would leave the page for a file. @param {DragEvent} event */
async function dropped(event) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  const list = [...event.dataTransfer.files];
  if (event.type === "drop" && (await (await files()).openList(list))) document.querySelector("dialog")?.close();
}

/**
 * The name of a key press. Shift is part of it only for keys without a character.
 * @param {KeyboardEvent} event
 */
function nameOf(event) {
  if (event.altKey || event.metaKey) return "";
  if (event.ctrlKey) return `ctrl+${event.key.toLowerCase()}`;
  return event.shiftKey && event.key.length > 1 ? `shift+${event.key}` : event.key;
}

/** Put the cursor into the box for typed moves, which a phone has on a tab. */
function typeMove() {
  showTab("moves");
  byId("typed-move").focus();
}

/** Confirm the pending move; else let the engine move: at once, or instead of the viewer. */
function enter() {
  if (state.preview !== null || state.pick.choice >= 0) return confirm();
  if (state.game.thinking) return game.send("engine", { go: true, now: true });
  if (!game.mayPlay()) return game.send("engine", { go: true });
  const best = state.analysis?.lines[0];
  return best && !state.threat ? analysis.playLine(best) : game.hint();
}

/** Cancel the pending move; else end the cursor; else cancel the placing of pieces, or return to the current position. */
async function stepOut() {
  if (state.marking) return leaveBoard() || (await markup()).stopMarking();
  if (state.mode === "edit") return leaveBoard() || byId("cancel-setup")?.click() || byId("cancel-opening")?.click();
  if (state.preview !== null || state.pick.dot !== null || state.pick.choice >= 0) return cancel();
  if (leaveBoard()) return null;
  const node = viewedNode();
  return node && node.id !== state.game.current && nodeOf(state.game.current) ? game.look(state.game.current) : null;
}
