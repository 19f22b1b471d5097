/** What the server and its engines say to each other, as long as the dialogue is open. */

import * as api from "../game/api.js";
import { openDialog } from "./dialog.js";
import { el, fill } from "../page/dom.js";
import { tried } from "../game/play.js";

const EVERY_MS = 700;

/** Show it, and follow what is said. */
export async function openLog() {
  const lines = el("pre.log", { tabindex: "0", role: "region", "aria-label": "Lines to and from the engines" });
  const dialog = await openDialog("Engine log", el("div.body", {}, el("p.note-text", { text: "Lines of JSON: > to an engine, < from it. A number tells engines apart, if there are several." }), lines));
  while (dialog.isConnected) {
    const words = await tried(api.engineLog());
    if (!words) return;
    show(lines, words);
    await new Promise((done) => setTimeout(done, EVERY_MS));
  }
}

/** Who reads the end goes on reading the end. */
function show(lines, words) {
  const atEnd = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 4;
  const seats = words.some((word) => word.seat);
  const line = ({ seat, at_s, by, text }) => `${at_s.toFixed(1).padStart(8)} ${seats ? seat : ""}${by === "server" ? ">" : "<"} ${text}\n`;
  fill(lines, words.length ? words.map(line).join("") : "No engine was needed so far.");
  if (atEnd) lines.scrollTop = lines.scrollHeight;
}
