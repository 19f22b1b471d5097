/**
 * The list of saved games, which the server searches. A deleted game leaves a line with a button to
 * undo the deletion. A second list restores games that were deleted up to a week ago: the server
 * keeps them.
 */

import * as api from "../game/api.js";
import { openFrom, tried } from "../game/play.js";
import { state } from "../game/store.js";
import { button, el, fill } from "../page/dom.js";
import { PAGE, paged } from "./paged.js";
import { say } from "../words/say.js";
import "../words/files.js";

const MS_TYPED = 200; // without a key, before the server searches

/** The keys of the texts of a deleted game: in the list, and where it has just been deleted. */
const RESTORE = { line: "files.deletedGame", button: "files.restore", label: "files.restoreGame" };
const UNDO = { line: "files.isDeleted", button: "files.undo", label: "files.undoGame" };

/** @typedef {{list: HTMLElement, told: HTMLElement, close: () => void, showSaved: () => Promise<void>, showDeleted: () => void}} Lists */

/** The two lists with a search; `close` is called when a game was opened. @param {() => void} close */
export function savedGames(close) {
  const list = el("ul.saved", { tabindex: "0", "aria-label": say("files.saved") });
  const deleted = el("ul.saved", { "aria-label": say("files.deleted") });
  const find = el("input", { type: "text", id: "find-game", maxlength: "200", "aria-label": say("files.find"), placeholder: say("files.find"), oninput: typed });
  const told = el("p.unseen", { role: "status" });
  let timer = 0;
  const pages = paged(list, (skip) => ask(false, skip, (one) => saved(lists, el("li", { "data-game": one.id }), one)));
  const gone = paged(deleted, (skip) => ask(true, skip, (one) => deletedLine(lists, el("li"), one, RESTORE)));
  const drawer = el("details", { id: "deleted", ontoggle: showDeleted }, el("summary", { text: say("files.deleted") }), el("p.note-text", { text: say("files.kept") }), deleted, gone.next);
  const lists = { list, close, told, showSaved: pages.restart, showDeleted };
  pages.restart();
  return [find, list, pages.next, drawer, told];

  function showDeleted() {
    if (drawer.open) gone.restart();
  }

  /** @param {boolean} are @param {number} skip @param {(one: Wire.GameSummary) => HTMLElement} line */
  async function ask(are, skip, line) {
    /** @type {Wire.GameSummary[]|null} */
    const games = await tried(api.get(`games?${new URLSearchParams({ deleted: String(are), find: find.value, skip: String(skip), limit: String(PAGE) })}`));
    return games && { lines: games.map(line), more: games.length === PAGE };
  }

  function typed() {
    clearTimeout(timer);
    timer = setTimeout(search, MS_TYPED);
  }

  async function search() {
    await pages.restart();
    showDeleted();
    const count = list.querySelectorAll("[data-game]").length;
    told.textContent = say("files.found", { count: pages.next.hidden ? count : `${count}+` });
  }
}

/**
 * Fill a line with a game that can be opened or deleted.
 * @param {Lists} lists
 * @param {HTMLElement} line
 * @param {Wire.GameSummary} one
 */
function saved(lists, line, one) {
  const open = async () => {
    if (await openFrom(() => api.game(one.id))) lists.close();
  };
  const drop = async () => {
    if (!(await tried(api.call("DELETE", `games/${one.id}`)))) return;
    line.classList.add("gone");
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
    await lists.showSaved();
    lists.showDeleted();
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
