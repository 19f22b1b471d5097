/** The players: names, turn, clocks, and captured stones or reserves. */

import { family } from "../game/family.js";
import { isAway, ownSide, returnToGame } from "../game/play.js";
import { on, state } from "../game/store.js";
import { capitalColour, clockText, smallColour } from "../game/words.js";
import { byId, el, fill, icon, setText } from "../page/dom.js";
import { say } from "../words/say.js";

const LOW_S = 20;
/** When the page received the clocks, by its own time. */
let clocksCame = 0;
/** The two elements that show clocks. @type {HTMLElement[]} */
let faces = [];

/** Opens the dialog for the player of a side. @type {(side: number) => any} */
let change = () => null;

/** Follow the state; a press on a card calls `opener` with its side. @param {(side: number) => any} opener */
export function startPlayers(opener) {
  change = opener;
  /** @type {Wire.Clocks|null} */
  let clocks = null;
  on(["game", "view", "viewed", "settings"], () => {
    if (state.game?.clocks !== clocks) {
      clocks = state.game?.clocks;
      clocksCame = performance.now();
    }
    if (state.view) show();
  });
  setInterval(tick, 100);
  byId("running").onclick = returnToGame;
}

/** The viewer or the only person is below; else the first player, unless the board is turned by half a turn. */
function show() {
  const turned = state.settings.quarter === family().halfTurn;
  const below = ownSide() ?? (turned ? 1 : 0);
  const order = [1 - below, below];
  faces = [];
  const focused = /** @type {HTMLElement|null|undefined} */ (document.activeElement?.closest("#players button"))?.dataset.side;
  fill(byId("players"), ...order.map(card));
  byId("players").parentElement.inert = false;
  if (focused) byId("players").querySelector(`[data-side="${focused}"]`).focus();
  tick();
}

/** @param {number} side */
function card(side) {
  const { game, view } = state;
  const over = view.outcome || game.result;
  const clock = game.clocks && el("span.clock");
  if (clock) faces[side] = clock;
  const colour = view.colours[side];
  const turn = !over && (game.seats?.opening ? game.seats.turn : view.side) === side;
  const tray = trayOf(side);
  return el(
    "button",
    { type: "button", class: `card player${turn ? " turn" : ""}${tray ? "" : " bare"}`, title: say(game.seats ? "seats.invitation" : "play.changePlayer"), "data-side": side, onclick: () => change(side) },
    el(game.seats?.opening ? "span.token" : `span.token.${colour}`, { "aria-hidden": "true" }),
    el("span.name", { text: nameOn(side) }),
    clock || (game.seats ? el("span") : icon("edit")),
    tray,
    el("span.unseen", { text: turn ? say("play.onTurn", { colour: smallColour(colour) }) : smallColour(colour) }),
  );
}

/** The name on a card; while an opening is placed, the players have no colours yet. @param {number} side */
function nameOn(side) {
  const { players, seat, seats } = state.game;
  const { name } = players[side];
  if (seats && side === seat) return name || say("play.you");
  return seats?.opening && !name ? say(side ? "seats.second" : "seats.first") : playerName(players[side], state.view.colours[side]);
}

/** "You", a name, or the engine with its level. @param {Wire.PlayerSetting} player @param {string} colour */
export function playerName(player, colour) {
  if (player.kind === "engine") return player.level ? say("play.engineLevel", { level: player.level }) : say("dialogs.full");
  return player.name || capitalColour(colour);
}

/** What a side has captured, or holds in reserve; false if there is nothing to show. @param {number} side */
export function trayOf(side) {
  const tray = state.view.reserves ? reserve(side) : captures(side);
  return tray.length > 0 && el("span.tray", {}, ...tray);
}

/** Pairs of captured stones and the count that wins; the count alone if none does. @param {number} side */
function captures(side) {
  const { view } = state;
  const wins = view.captured_to_win;
  const taken = view.captured?.[side] ?? 0;
  if (!wins) return taken ? [el("span", { text: `×${taken}` }), el("span.unseen", { text: say("play.captured") })] : [];
  const colour = view.colours[1 - side];
  const slots = Array.from({ length: Math.ceil(wins / 2) }, (_, pair) =>
    el("span.pair", { "aria-hidden": "true" }, ...[2 * pair, 2 * pair + 1].map((one) => one < wins && el(one < taken ? `i.${colour}` : "i"))),
  );
  return [...slots, el("span", { text: `${taken}/${wins}` }), el("span.unseen", { text: say("play.captured") })];
}

/**
 * The reserve as a pile of pieces, and the numbers of lost pieces and of GIPF-pieces.
 * @param {number} side
 */
function reserve(side) {
  const { view } = state;
  const [left, colour] = [view.reserves[side], view.colours[side]];
  const pile = el("span.pile", { "aria-hidden": "true" }, ...Array.from({ length: left }, () => el(`i.${colour}`)));
  const shown = [pile, el("span", { text: String(left), title: say("play.reserve", { count: left }) }), el("span.unseen", { text: say("play.inReserve") })];
  if (view.lost) shown.push(el("span", { text: say("play.lost", { count: view.lost[side] }) }));
  const gipf = view.gipf_pieces?.[side];
  if (gipf || view.adding?.[side] || view.gipf_pieces?.[1 - side]) shown.push(el("span", { text: say("play.gipf", { count: gipf }) }));
  return shown;
}

/** Advance the running clock until the server sends the next time; away from the game, at the top of the page. */
function tick() {
  const clocks = state.game?.clocks;
  const running = clocks?.running ?? null;
  byId("running").hidden = running === null || !isAway();
  if (!clocks) return;
  for (const side of [0, 1]) {
    if (!faces[side]) continue;
    const ran = clocks.running === side ? (performance.now() - clocksCame) / 1000 : 0;
    const left = clocks.left_s[side] - ran;
    if (side === running) setText(byId("running"), clockText(left));
    setText(faces[side], clockText(left));
    faces[side].classList.toggle("low", left < LOW_S);
  }
}
