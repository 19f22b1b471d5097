/**
 * The list of saved games. A deleted game leaves a line with a button to undo the deletion. A second
 * list restores games that were deleted up to a week ago: the server keeps them.
 */

import * as api from "../game/api.js";
import { openGame, tried } from "../game/play.js";
import { state } from "../game/store.js";
import { button, el, fill } from "../page/dom.js";

/** The two lists; `close` is called when a game was opened. */
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

/** Fill a line with a game that can be opened or deleted. */
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

/** Fill a line with a deleted game and a button to restore it. */
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

/** Announce a change to screen readers, which ignore the page behind a dialog. */
const say = ({ told }, text) => (told.textContent = text);
