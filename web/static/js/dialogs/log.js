/** The dialog with the messages between the server and its engines. */

import * as api from "../game/api.js";
import { tried } from "../game/play.js";
import { el, fill } from "../page/dom.js";
import { openDialog } from "./dialog.js";
import { say } from "../words/say.js";

const EVERY_MS = 700;

/** Show it, with new messages until it closes. */
export async function openLog() {
  const lines = el("pre.log", { tabindex: "0", role: "region", "aria-label": say("dialogs.logLines") });
  const dialog = await openDialog(say("dialogs.log"), el("div.body", {}, el("p.note-text", { text: say("dialogs.logAbout") }), lines));
  while (dialog.isConnected) {
    const messages = await tried(api.get("engines/log"));
    if (!messages) return;
    show(lines, messages);
    await new Promise((done) => setTimeout(done, EVERY_MS));
  }
}

/**
 * Show the lines; a list at its end stays scrolled to the end.
 * @param {HTMLElement} lines
 * @param {Wire.EngineLogLine[]} messages
 */
function show(lines, messages) {
  const atEnd = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 4;
  const several = messages.some((one) => one.slot);
  /** @param {Wire.EngineLogLine} message */
  const line = ({ slot, at_s, by, text }) => `${at_s.toFixed(1).padStart(8)} ${several ? slot : ""}${by === "server" ? ">" : "<"} ${text}\n`;
  fill(lines, messages.length ? messages.map(line).join("") : say("dialogs.logEmpty"));
  if (atEnd) lines.scrollTop = lines.scrollHeight;
}
