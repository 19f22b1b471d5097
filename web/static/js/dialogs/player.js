/** The dialog for the player of a side: a person or the engine, its level, the time for a move. */

import * as api from "../game/api.js";
import { goOnHere, send } from "../game/play.js";
import { state } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { button, el, fill } from "../page/dom.js";
import { menu, openDialog } from "./dialog.js";
import { say } from "../words/say.js";
import "../words/dialogs.js";
import "../words/play.js";

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

/** Show it. A change takes effect at once, also for imported games and positions. @param {number} side */
export async function openPlayer(side) {
  const player = state.game.players[side];
  /** @type {Wire.LevelOption[]} */
  const levels = await api.levels(state.view.family);
  const chosen = player.kind === "human" ? "human:" : `engine:${player.level ?? ""}`;
  const more = el("div.body", { class: "particulars" });
  const kinds = [["human:", say("dialogs.person")], ...levels.map(({ level, name }) => [`engine:${level}`, say("dialogs.engine", { level, name })]), ["engine:", say("dialogs.full")]];
  const kind = menu(say("dialogs.player"), kinds, chosen, { name: "kind", onchange: (event) => show(event.target.value) });
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
    players[side] = settingOf(new FormData(form));
    set(players);
  });
  show(chosen);

  /** The name of a person, or what the level does and the time for a move. @param {string} choice */
  function show(choice) {
    if (choice === "human:") return fill(more, name(player));
    const level = levels.find((one) => `engine:${one.level}` === choice);
    const text = level ? `${level.text[0].toUpperCase()}${level.text.slice(1)}.` : say("dialogs.allTheTime");
    return fill(more, menu(say("dialogs.atMost"), TIMES.map(([value, name]) => [value, say(name, { count: value })]), timeOf(player), { name: "seconds" }), el("p.note-text", { text }));
  }

  function swap() {
    set([...state.game.players].reverse());
  }

  /** @param {Wire.PlayerSetting[]} players */
  async function set(players) {
    const done = await send("players", { players });
    dialog.close();
    if (!done) return;
    if (state.mode === "analyse") return void goOnHere();
    const { game, view } = state;
    const waits = !game.result && !game.thinking && game.players[view.side].kind === "engine";
    if (waits) send("engine", { go: true });
  }
}

/** @param {Wire.PlayerSetting} player */
const name = (player) =>
  el("label.field-row", {}, el("span", { text: say("dialogs.name") }), el("input", { type: "text", name: "name", maxlength: "80", value: player.kind === "human" ? player.name : say("play.you") }));

/** @param {Wire.PlayerSetting} player */
const timeOf = ({ seconds }) => (TIMES.some(([value]) => Number(value) === seconds) ? String(seconds) : USUAL);

/** A player in the format of the server. @param {FormData} data @returns {Wire.PlayerSetting} */
function settingOf(data) {
  const [kind, level] = String(data.get("kind")).split(":");
  if (kind === "human") return { kind: "human", name: String(data.get("name")).trim() };
  const seconds = data.get("seconds");
  return { kind: "engine", level: level ? Number(level) : null, seconds: seconds === USUAL ? null : Number(seconds) };
}
