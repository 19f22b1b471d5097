/** The help dialog with all keys, and the dialog with the rules of the open game. */

import { state } from "../game/store.js";
import { button, el } from "../page/dom.js";
import { openDialog } from "./dialog.js";

const HINTS = [
  "Tab or b puts a cursor on the board: arrow keys, Home and End move it, Enter or Space plays. Esc or a click ends the cursor; without it these keys do what the list says.",
  "Moves can be typed: K10 or 10K, in Gipf e2 or g1-c3. Commands work there, too: undo, redo, hint, analyse, eval, best, prev, next, last, status, captures, row 10.",
  "A record, a position or a shared address can be pasted anywhere on the page.",
];

/** Show the help. Each key is a list that begins with its name and description. */
export function openHelp(keys) {
  const shown = keys.filter(([name]) => name);
  openDialog(
    "Help and keys",
    el(
      "div.body",
      {},
      el("div.keys", {}, ...shown.map(([names, words]) => el("div", {}, el("span", { text: words }), el("span", {}, ...names.split(" ").map(key))))),
      ...HINTS.map((text) => el("p.note-text", { text })),
      button("Engine log", null, async () => (await import("./log.js")).openLog(), { id: "engine-log" }),
    ),
  );
}

const key = (name) => el("kbd", { text: name });

/** The rules in force. */
export function openRules() {
  const { rules, notices } = state.game;
  openDialog(rules.name, el("div.body", {}, ...[...rules.text, ...notices].map((text) => el("p", { text }))));
}
