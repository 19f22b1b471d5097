/** Help: the keys, how to play without a mouse, and the rules of the game on the table. */

import { openDialog } from "./dialog.js";
import { button, el } from "../page/dom.js";
import { KEYS } from "../page/keys.js";
import { state } from "../game/store.js";

const HINTS = [
  "Tab or b puts a cursor on the board: arrow keys, Home and End move it, Enter or Space plays. Esc or a click ends the cursor; without it these keys mean what the list says.",
  "Moves can be typed: K10 or 10K, in Gipf e2 or g1-c3. Words work there, too: undo, redo, hint, analyse, eval, best, prev, next, last, status, captures, row 10.",
  "A record, a position or a shared address can be pasted anywhere on the page.",
];

/** All keys. */
export function openHelp() {
  const shown = KEYS.filter(([name]) => name);
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
