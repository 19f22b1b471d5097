/** The dialog for the player of a side: a person or the engine, its level, the time for a move. */

import * as api from "../game/api.js";
import { callEngine, goOnHere, send } from "../game/play.js";
import { state } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { button, el, fill } from "../page/dom.js";
import { choices, menu, openDialog } from "./dialog.js";
import { invite, mayInvite } from "./invite.js";
import { levelSlider } from "./level.js";
import { say } from "../words/say.js";

/** Seconds for a move, and the keys of their names. */
const TIMES = [
  ["0.5", "dialogs.halfSecond"],
  ["1", "dialogs.seconds"],
  ["3", "dialogs.seconds"],
  ["10", "dialogs.seconds"],
  ["30", "dialogs.seconds"],
  ["60", "dialogs.aMinute"],
];
const USUAL = "3";
const FIRST_LEVEL = 3; // of an engine that replaces a person

/** Show it. A change takes effect at once, also for imported games and positions. @param {number} side */
export async function openPlayer(side) {
  const player = state.game.players[side];
  const levels = await api.levels(state.game.family);
  let level = player.kind === "human" ? FIRST_LEVEL : (player.level ?? null);
  const more = el("div.particulars");
  const invites = mayInvite() && state.mode === "play" && !state.game.result;
  const kinds = [["human", say("dialogs.person")], ["engine", say("dialogs.engineKind")], ...(invites ? [["link", say("seats.byLink")]] : [])];
  const kind = choices(say("dialogs.player"), "kind", kinds, player.kind, show);
  const words = say(state.mode === "analyse" ? "dialogs.playHere" : "dialogs.set");
  const form = el(
    "form",
    { method: "dialog" },
    kind,
    more,
    el("div.row", {}, button(say("dialogs.swap"), "again", swap, { id: "swap-sides" }), el("span.grow"), el("button.main", { type: "submit", id: "set-player", text: words })),
  );
  const dialog = await openDialog(say("dialogs.playerOf", { colour: colourOf(side) }), form);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const players = [...state.game.players];
    const data = new FormData(form);
    players[side] = settingOf(data, level);
    if (data.get("kind") === "link") return byLink(players);
    set(players);
  });
  show(player.kind);

  /** The name of a person, or the level of the engine and its time for a move. @param {string} choice */
  function show(choice) {
    if (choice === "link") return fill(more, el("p.note-text", { text: say("seats.aboutLink") }));
    if (choice === "human") return fill(more, name(player));
    const times = TIMES.map(([value, name]) => [value, say(name, { count: value })]);
    return fill(
      more,
      levelSlider("level", levels, level, state.game.group, (chosen) => (level = chosen)),
      menu(say("dialogs.atMost"), times, timeOf(player), { name: "seconds" }),
    );
  }

  function swap() {
    set([...state.game.players].reverse());
  }

  /** The player of this side comes by a link; the other is the viewer. @param {Wire.PlayerSetting[]} players */
  async function byLink(players) {
    const people = players.map(({ kind, name }) => ({ kind: "human", name: kind === "human" && name !== say("play.you") ? name : "" }));
    if (await send("players", { players: people })) await invite(1 - side);
  }

  /** @param {Wire.PlayerSetting[]} players */
  async function set(players) {
    const done = await send("players", { players });
    dialog.close();
    if (!done) return;
    if (state.mode === "analyse") return void goOnHere();
    callEngine();
  }
}

/** @param {Wire.PlayerSetting} player */
const name = (player) =>
  el("label.field-row", {}, el("span", { text: say("dialogs.name") }), el("input", { type: "text", name: "name", maxlength: "80", value: player.kind === "human" ? player.name : say("play.you") }));

/** @param {Wire.PlayerSetting} player */
const timeOf = ({ seconds }) => (TIMES.some(([value]) => Number(value) === seconds) ? String(seconds) : USUAL);

/** A player in the format of the server. @param {FormData} data @param {number|null} level @returns {Wire.PlayerSetting} */
function settingOf(data, level) {
  if (data.get("kind") !== "engine") return { kind: "human", name: String(data.get("name") ?? "").trim() };
  const seconds = data.get("seconds");
  return { kind: "engine", level, seconds: seconds === USUAL ? null : Number(seconds) };
}
