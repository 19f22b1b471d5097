/**
 * The list of saved games. A deleted one leaves a line in its place with which the deletion is undone,
 * and can be restored from a second list for a week: the server keeps it, whatever becomes of the page.
 */

import * as api from "../game/api.js";
import { button, el, fill } from "../page/dom.js";
import { openGame, tried } from "../game/play.js";
import { state } from "../game/store.js";

/** The lists, which fill themselves; `close` is called when a game was opened. */
export function savedGames(close) {
  const list = el("ul.saved", { tabindex: "0", "aria-label": "Saved games" });
  const deleted = el("ul.saved", { "aria-label": "Deleted games" });
  const lists = { list, deleted, close, told: el("p.unseen", { role: "status" }) };
  const drawer = el("details", { id: "deleted", ontoggle: () => drawer.open && showDeleted(lists) }, el("summary", { text: "Deleted games" }), el("p.note-text", { text: "They are kept for a week." }), deleted);
  showSaved(lists);
  return [list, drawer, lists.told];
}

async function showSaved(lists) {
  const games = (await tried(api.savedGames())) || [];
  fill(lists.list, ...games.map((one) => saved(lists, el("li", { "data-game": one.id }), one)));
}

async function showDeleted(lists) {
  const games = (await tried(api.deletedGames())) || [];
  fill(lists.deleted, ...games.map((one) => deletedLine(lists, el("li"), one, "", "Restore")));
  if (!games.length) fill(lists.deleted, el("li.soft", { text: "None." }));
}

/** A game that can be opened or deleted, as the content of its line. */
function saved(lists, line, one) {
  const open = async () => {
    const game = await tried(api.game(one.id));
    if (game) openGame(game), lists.close();
  };
  const drop = async () => {
    if (!(await tried(api.drop(one.id)))) return;
    deletedLine(lists, line, one, "Deleted: ", "Undo").querySelector("button").focus();
    say(lists, `Deleted: ${one.title}`);
  };
  return fill(
    line,
    button(wordsOf(one), null, open, { class: "grow" }),
    el("span.soft", { text: new Date(one.saved_at).toLocaleString([], { dateStyle: "short", timeStyle: "short" }) }),
    one.id !== state.game?.id && button(`Delete ${one.title}`, "trash", drop, { iconOnly: true, class: "icon-only" }),
  );
}

/** A game that was deleted: what it is, and a button that brings it back. */
function deletedLine(lists, line, one, before, words) {
  const restore = async () => {
    if (!(await tried(api.command(one.id, "restore", {})))) return;
    await showSaved(lists);
    if (lists.deleted.parentElement.open) showDeleted(lists);
    lists.list.querySelector(`[data-game="${one.id}"] button`)?.focus();
    say(lists, `Restored: ${one.title}`);
  };
  return fill(
    line,
    el("span.soft.grow", { text: before + wordsOf(one) }),
    button(words, "undo", restore, { "aria-label": `${words}: restore ${one.title}`, class: "undo" }),
  );
}

const wordsOf = ({ title, plies, result }) =>
  `${title} · ${plies} ${plies === 1 ? "move" : "moves"} ${result ? `· ${result}` : ""}`;

/** Tell those who do not see the list; the rest of the page is silent behind a dialogue. */
const say = ({ told }, text) => (told.textContent = text);
