/** The dialogs with all keys, with the rules of the open game, and with the messages of the engines. */

import * as api from "../game/api.js";
import { tried } from "../game/play.js";
import { state } from "../game/store.js";
import { button, el, fill } from "../page/dom.js";
import { openDialog } from "./dialog.js";
import { say } from "../words/say.js";

const LOG_MS = 700; // between two looks at the messages
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
    say("play.help"),
    el(
      "div.body",
      {},
      matchMedia("(pointer: coarse)").matches && el("p", { id: "help-touch", text: say("dialogs.helpTouch") }),
      el("div.keys", {}, ...shown.map(([names, words]) => el("div", {}, el("span", { text: say(words) }), el("span", {}, ...names.split(" ").map(key))))),
      ...HINTS.map((hint) => el("p.note-text", { text: say(hint) })),
      licences(),
      button(say("dialogs.log"), null, openLog, { id: "engine-log" }),
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

/** The messages between the server and its engines, with new ones until it closes. */
export async function openLog() {
  const lines = el("pre.log", { tabindex: "0", role: "region", "aria-label": say("dialogs.logLines") });
  const dialog = await openDialog(say("dialogs.log"), el("div.body", {}, el("p.note-text", { text: say("dialogs.logAbout") }), lines));
  while (dialog.isConnected) {
    const messages = await tried(api.get("engines/log"));
    if (!messages) return;
    showLog(lines, messages);
    await new Promise((done) => setTimeout(done, LOG_MS));
  }
}

/**
 * Show the lines; a list at its end stays scrolled to the end.
 * @param {HTMLElement} lines
 * @param {Wire.EngineLogLine[]} messages
 */
function showLog(lines, messages) {
  const atEnd = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 4;
  const several = messages.some((one) => one.slot);
  /** @param {Wire.EngineLogLine} message */
  const line = ({ slot, at_s, by, text }) => `${at_s.toFixed(1).padStart(8)} ${several ? slot : ""}${by === "server" ? ">" : "<"} ${text}\n`;
  fill(lines, messages.length ? messages.map(line).join("") : say("dialogs.logEmpty"));
  if (atEnd) lines.scrollTop = lines.scrollHeight;
}
