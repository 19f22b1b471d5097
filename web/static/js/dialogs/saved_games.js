/**
 * The list of saved games. A deleted game leaves a line with a button to undo the deletion. A second
 * list restores games that were deleted up to a week ago: the server keeps them.
 */

import * as api from "../game/api.js";
import { openGame, tried } from "../game/play.js";
import { state } from "../game/store.js";
import { button, el, fill } from "../page/dom.js";
import { say } from "../words/say.js";
import "../words/files.js";

/** The keys of the texts of a deleted game: in the list, and where it has just been deleted. */
const RESTORE = { line: "files.deletedGame", button: "files.restore", label: "files.restoreGame" };
const UNDO = { line: "files.isDeleted", button: "files.undo", label: "files.undoGame" };

/** @typedef {{list: HTMLElement, deleted: HTMLElement, told: HTMLElement, drawer: HTMLDetailsElement, close: () => void}} Lists */

/** The two lists; `close` is called when a game was opened. @param {() => void} close */
export function savedGames(close) {
  const list = el("ul.saved", { tabindex: "0", "aria-label": say("files.saved") });
  const deleted = el("ul.saved", { "aria-label": say("files.deleted") });
  const drawer = el("details", { id: "deleted", ontoggle: () => drawer.open && showDeleted(lists) }, el("summary", { text: say("files.deleted") }), el("p.note-text", { text: say("files.kept") }), deleted);
  const lists = { list, deleted, drawer, close, told: el("p.unseen", { role: "status" }) };
  showSaved(lists);
  return [list, drawer, lists.told];
}

/** @param {Lists} lists */
async function showSaved(lists) {
  /** @type {Wire.GameSummary[]} */
  const games = (await tried(api.savedGames())) || [];
  fill(lists.list, ...games.map((one) => saved(lists, el("li", { "data-game": one.id }), one)));
}

/** @param {Lists} lists */
async function showDeleted(lists) {
  /** @type {Wire.GameSummary[]} */
  const games = (await tried(api.deletedGames())) || [];
  fill(lists.deleted, ...games.map((one) => deletedLine(lists, el("li"), one, RESTORE)));
  if (!games.length) fill(lists.deleted, el("li.soft", { text: say("files.none") }));
}

/**
 * Fill a line with a game that can be opened or deleted.
 * @param {Lists} lists
 * @param {HTMLElement} line
 * @param {Wire.GameSummary} one
 */
function saved(lists, line, one) {
  const open = async () => {
    const game = await tried(api.game(one.id));
    if (!game) return;
    openGame(game);
    lists.close();
  };
  const drop = async () => {
    if (!(await tried(api.drop(one.id)))) return;
    deletedLine(lists, line, one, UNDO).querySelector("button").focus();
    tell(lists, say("files.isDeleted", { title: one.title }));
  };
  return fill(
    line,
    button(wordsOf(one), null, open, { class: "grow" }),
    el("span.soft", { text: new Date(one.saved_at).toLocaleString([], { dateStyle: "short", timeStyle: "short" }) }),
    one.id !== state.game?.id && button(say("files.delete", { title: one.title }), "trash", drop, { iconOnly: true, class: "icon-only" }),
  );
}

/**
 * Fill a line with a deleted game and a button to restore it.
 * @param {Lists} lists
 * @param {HTMLElement} line
 * @param {Wire.GameSummary} one
 * @param {{line: string, button: string, label: string}} keys
 */
function deletedLine(lists, line, one, { line: text, button: words, label }) {
  const restore = async () => {
    if (!(await tried(api.command(one.id, "restore", {})))) return;
    await showSaved(lists);
    if (lists.drawer.open) showDeleted(lists);
    /** @type {HTMLElement|null} */ (lists.list.querySelector(`[data-game="${one.id}"] button`))?.focus();
    tell(lists, say("files.isRestored", { title: one.title }));
  };
  return fill(
    line,
    el("span.soft.grow", { text: say(text, { title: wordsOf(one) }) }),
    button(say(words), "undo", restore, { "aria-label": say(label, { title: one.title }), class: "undo" }),
  );
}

/** @param {Wire.GameSummary} game */
const wordsOf = ({ title, plies, result }) => say(result ? "files.gameEnded" : "files.game", { title, count: plies, result });

/**
 * Announce a change to screen readers, which ignore the page behind a dialog.
 * @param {Lists} lists
 * @param {string} text
 */
const tell = ({ told }, text) => (told.textContent = text);
