/** The help dialog with all keys, and the dialog with the rules of the open game. */

import { state } from "../game/store.js";
import { button, el } from "../page/dom.js";
import { openDialog } from "./dialog.js";
import { say } from "../words/say.js";

const HINTS = ["dialogs.helpCursor", "dialogs.helpTyped", "dialogs.helpPaste"];
/** The keys of the names of keys without a character. @type {Object<string, string>} */
const NAMES = { Home: "keys.Home", End: "keys.End", Space: "keys.Space", Enter: "keys.Enter", Esc: "keys.Esc", Ctrl: "keys.Ctrl" };

/**
 * Show the help. Each key is a list that begins with its name and the key of what it does.
 * @param {any[][]} keys
 */
export function openHelp(keys) {
  const shown = keys.filter(([name]) => name);
  openDialog(
    say("dialogs.help"),
    el(
      "div.body",
      {},
      matchMedia("(pointer: coarse)").matches && el("p", { id: "help-touch", text: say("dialogs.helpTouch") }),
      el("div.keys", {}, ...shown.map(([names, words]) => el("div", {}, el("span", { text: say(words) }), el("span", {}, ...names.split(" ").map(key))))),
      ...HINTS.map((hint) => el("p.note-text", { text: say(hint) })),
      licences(),
      button(say("dialogs.log"), null, async () => (await import("./log.js")).openLog(), { id: "engine-log" }),
    ),
  );
}

/** A link to the licences of all works in the page, where they lie beside it. */
function licences() {
  const link = /** @type {HTMLLinkElement|null} */ (document.querySelector("link[rel=license]"));
  return link && el("p.note-text", {}, el("a", { href: link.href, target: "_blank", text: say("dialogs.licences") }));
}

/** @param {string} name */
const key = (name) => el("kbd", { text: NAMES[name] ? say(NAMES[name]) : name });

/** The rules in force. */
export function openRules() {
  const { rules, notices } = state.game;
  openDialog(rules.name, el("div.body", {}, ...[...rules.text, ...notices].map((text) => el("p", { text }))));
}
