/**
 * The list of saved games, which the server searches. A deleted game leaves a line with a button to
 * undo the deletion. A second list restores games that were deleted up to a week ago: the server
 * keeps them.
 */

import * as api from "../game/api.js";
import { openFrom, tried } from "../game/play.js";
import { state } from "../game/store.js";
import { button, el, fill, setText } from "../page/dom.js";
import { playerName } from "../panels/players.js";
import { PAGE, paged } from "./paged.js";
import { say } from "../words/say.js";

const MS_TYPED = 200; // without a key, before the server searches

/** The keys of the texts of a deleted game: in the list, and where it has just been deleted. */
const RESTORE = { line: "files.deletedGame", button: "files.restore", label: "files.restoreGame" };
const UNDO = { line: "files.isDeleted", button: "files.undo", label: "files.undoGame" };

/** The two lists with a search; `close` is called when a game was opened. @param {() => void} close */
export function savedGames(close) {
  const list = el("ul.saved.games", { tabindex: "0", "aria-label": say("files.saved") });
  const deleted = el("ul.saved", { "aria-label": say("files.deleted") });
  const find = el("input", { type: "text", id: "find-game", maxlength: "200", "aria-label": say("files.find"), placeholder: say("files.find"), oninput: typed });
  /** What is announced to screen readers, which ignore the page behind a dialog. */
  const told = el("p.unseen", { role: "status" });
  const bar = el("div.row", { id: "ticked" });
  /** What deletes each game that is ticked. @type {Map<string, () => Promise<any>>} */
  const ticked = new Map();
  let timer = 0;
  const pages = paged(list, (skip) => ask(false, skip, (one) => saved(el("li", { "data-game": one.id }), one)));
  const gone = paged(deleted, (skip) => ask(true, skip, (one) => deletedLine(el("li"), one, RESTORE)));
  const drawer = el("details", { id: "deleted", ontoggle: showDeleted }, el("summary", { text: say("files.deleted") }), el("p.note-text", { text: say("files.kept") }), deleted, gone.next);
  showSaved();
  return [find, list, pages.next, bar, drawer, told];

  function showSaved() {
    ticked.clear();
    showTicked();
    return pages.restart();
  }

  function showDeleted() {
    if (drawer.open) gone.restart();
  }

  /** Restore games, and show both lists anew; returns whether any could be restored. @param {string[]} ids */
  async function restored(ids) {
    let count = 0;
    for (const id of ids) if (await tried(api.command(id, "restore", {}))) count++;
    if (!count) return false;
    await showSaved();
    showDeleted();
    return true;
  }

  /** The button for the games that are ticked. */
  function showTicked() {
    const drops = [...ticked];
    const count = drops.length;
    const drop = async () => {
      ticked.clear();
      for (const [, one] of drops) await one();
      fill(bar, button(say("files.undoTicked", { count }), "undo", () => restored(drops.map(([id]) => id)), { id: "undo-ticked" })).firstChild.focus();
    };
    fill(bar, count > 0 && button(say("files.deleteTicked", { count }), "trash", drop, { id: "delete-ticked" }));
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
    await showSaved();
    showDeleted();
    const count = list.querySelectorAll("[data-game]").length;
    told.textContent = say("files.found", { count: pages.next.hidden ? count : `${count}+` });
  }

  /** Fill a line with a game that can be opened, ticked or deleted. @param {HTMLElement} line @param {Wire.GameSummary} one */
  function saved(line, one) {
    const open = async () => (await openFrom(() => api.game(one.id))) && close();
    const drop = async () => {
      if (!(await tried(api.call("DELETE", `games/${one.id}`)))) return;
      line.classList.add("gone");
      ticked.delete(one.id);
      deletedLine(line, one, UNDO).querySelector("button").focus();
      told.textContent = say("files.isDeleted", { title: one.title });
    };
    /** @param {any} event */
    const tick = (event) => {
      if (event.target.checked) ticked.set(one.id, drop);
      else ticked.delete(one.id);
      showTicked();
    };
    const free = one.id !== state.game?.id;
    inSight.observe(line);
    return fill(
      line,
      el("input", { type: "checkbox", "aria-label": say("files.tick", { title: one.title }), disabled: !free, onchange: tick }),
      el("span.mini"),
      el("button.grow", { type: "button", onclick: open }, el("span", { text: wordsOf(one) }), el("span.soft.note")),
      el("span.soft", { text: new Date(one.saved_at).toLocaleString([], { dateStyle: "short", timeStyle: "short" }) }),
      free && button(say("files.delete", { title: one.title }), "trash", () => drop().then(showTicked), { iconOnly: true, class: "icon-only" }),
    );
  }

  /**
   * Fill a line with a deleted game and a button to restore it.
   * @param {HTMLElement} line
   * @param {Wire.GameSummary} one
   * @param {{line: string, button: string, label: string}} keys
   */
  function deletedLine(line, one, { line: text, button: words, label }) {
    const restore = async () => {
      if (!(await restored([one.id]))) return;
      /** @type {HTMLElement|null} */ (list.querySelector(`[data-game="${one.id}"] button`))?.focus();
      told.textContent = say("files.isRestored", { title: one.title });
    };
    return fill(
      line,
      el("span.soft.grow", { text: say(text, { title: wordsOf(one) }) }),
      button(say(words), "undo", restore, { "aria-label": say(label, { title: one.title }), class: "undo" }),
    );
  }
}

/** Fills a line when it comes into sight. */
const inSight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    inSight.unobserve(target);
    showCard(/** @type {HTMLElement} */ (target));
  }
});

/** Show the board of a saved game, and who played. @param {HTMLElement} line */
async function showCard(line) {
  /** @type {Wire.GameCard|null} */
  const card = await api.get(`games/${line.dataset.game}/card`).catch(() => null);
  const button = line.querySelector("button.grow"); // not there if the game was deleted meanwhile
  if (!card || !button) return;
  const [first, second] = [0, 1].map((side) => playerName(card.players[side], card.colours[side]));
  setText(/** @type {Element} */ (button.lastElementChild), say("files.players", { first, second }));
  fill(line.querySelector(".mini"), el("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(card.svg)}` }));
}

/** @param {Wire.GameSummary} game */
const wordsOf = ({ title, plies, result }) => say(result ? "files.gameEnded" : "files.game", { title, count: plies, result });
