/** A long list in a dialog: its first lines, and a button below it that adds the next ones. */

import { button, el, fill } from "../page/dom.js";
import { say } from "../words/say.js";

/** Lines that the server sends at once. */
export const PAGE = 100;

/**
 * Fill a list part by part. `ask` gets the number of lines that are there, without those of class
 * "gone". It returns the next lines and whether more follow, or null if the server refused.
 * @param {HTMLElement} list
 * @param {(there: number) => Promise<{lines: HTMLElement[], more: boolean}|null>} ask
 */
export function paged(list, ask) {
  let latest = 0; // an answer to an earlier question comes too late
  const next = button(say("files.more"), null, more, { class: "more", hidden: true });
  return { next, restart, more };

  /** Begin again with the first lines. */
  async function restart() {
    const found = await asked(0);
    if (!found) return;
    fill(list, ...found.lines, !found.lines.length && el("li.soft.gone", { text: say("files.none") }));
    list.scrollTop = 0;
  }

  /** Add the next lines, and go to the first of them. */
  async function more() {
    const found = await asked(list.querySelectorAll(":scope > li:not(.gone)").length);
    if (!found) return;
    const known = new Set([...list.children].map((line) => /** @type {HTMLElement} */ (line).dataset.game));
    const fresh = found.lines.filter(({ dataset }) => !dataset.game || !known.has(dataset.game)); // saved meanwhile
    list.append(...fresh);
    fresh[0]?.querySelector("button")?.focus();
  }

  /** @param {number} there */
  async function asked(there) {
    const mine = ++latest;
    const found = await ask(there);
    if (!found || mine !== latest) return null;
    next.hidden = !found.more;
    return found;
  }
}
