/** Invitations: a link for each side of a game between two people, and the way to a seat by its link. */

import * as api from "../game/api.js";
import { openGame, tried } from "../game/play.js";
import { state } from "../game/store.js";
import { el } from "../page/dom.js";
import { nameRow } from "../panels/seats.js";
import { addressBox, openDialog } from "./dialog.js";
import { say } from "../words/say.js";

/** By what a page without a server has instead: nobody else can come to it. */
export const mayInvite = () => !api.transport.events;

/**
 * Make the open game one by invitation, and show the link for the other player.
 * @param {number} side  the viewer's @param {string|null} [opening]  the rule of the opening, in which side 0 places the stones
 */
export async function invite(side, opening = null) {
  const { id } = state.game;
  const told = await tried(api.command(id, "invite", { side, opening }));
  if (!told) return;
  api.keepSeats(id, [told.secrets[side], told.secrets[1 - side]]);
  const game = await tried(api.game(id));
  if (!game) return;
  await openGame(game);
  await openInvitation();
}

/** Take the seat that an address has the secret of; without one there, its viewer watches. @param {string} game @param {string} secret */
export async function sit(game, secret) {
  const before = api.seatsIn(game);
  if (before[0] === secret) return;
  api.seatTab(game, [secret]);
  if (await tried(api.command(game, "sit", {}))) api.keepSeats(game, [secret]);
  else api.seatTab(game, before);
}

/** Show the links that this browser has: that for the other player, if it invited, and its own. */
export async function openInvitation() {
  const [own, other] = api.seatsIn(state.game.id);
  const isLocal = /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);
  await openDialog(
    say("seats.invitation"),
    el(
      "div.body",
      { id: "invitation" },
      ...(other ? link("seats.otherLink", other, "invite-link", "main") : []),
      el("p.note-text", { text: say(own ? "seats.aboutLink" : "seats.watching") }),
      own && isLocal && el("p.note-text", { text: say("seats.sameComputer") }),
      ...(own ? link("seats.ownLink", own, "own-link", "") : []),
      ...(own ? [el("h3", { text: say("seats.yourName") }), nameRow()] : []),
    ),
  );
}

/**
 * The address of a seat with a button that copies it.
 * @param {string} key  of its name @param {string} secret @param {string} id @param {string} look  of the button
 */
function link(key, secret, id, look) {
  const token = api.TOKEN ? `token=${api.TOKEN}&` : "";
  const value = `${location.origin}${location.pathname}#${token}game=${state.game.id}&seat=${secret}`;
  return [el("h3", { text: say(key) }), addressBox(id, say(key), look, value).row];
}
