/** The dialog for a new game: game, players, clock, and Gipf's handicap. */

import * as api from "../game/api.js";
import { openGame, send, tried } from "../game/play.js";
import { state } from "../game/store.js";
import { capitalColour, smallColour } from "../game/words.js";
import { el, fill } from "../page/dom.js";
import { choices, menu, openDialog } from "./dialog.js";
import { say } from "../words/say.js";
import "../words/dialogs.js";
import "../words/swap.js";
import "../words/play.js";

/** Clocks by their names: seconds for the game, seconds that each move adds. */
const CLOCKS = ["", "60+1", "180+2", "300+0", "600+5", "1800+10", "other"];

/** The last choices, until the page closes. */
const last = { preset: "", players: ["human:", "engine:3"], clock: "" };

/** All games, requested once. @type {Wire.Preset[]} */
let presets = [];
/** All levels. @type {Wire.LevelOption[]} */
let levels = [];

/** Show it. */
export async function openNewGame() {
  if (!presets.length) [presets, levels] = await Promise.all([api.presets(), api.levels()]);
  const chosen = last.preset || state.game?.preset || "pente";
  const about = el("p.note-text", { "aria-live": "polite" });
  const particulars = el("div.body", { class: "particulars" });
  const form = el(
    "form",
    { method: "dialog" },
    ...groups().map(([words, own]) => choices(words, "preset", own.map((preset) => [preset.name, shortTitle(preset)]), chosen, show)),
    about,
    particulars,
    el("div.row", {}, el("span.grow"), el("button.main", { type: "submit", id: "start-game", text: say("dialogs.start") })),
  );
  const dialog = await openDialog(say("dialogs.newGame"), form);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    start(new FormData(form), dialog);
  });
  show(chosen);

  /** Show the rules, the players by colour, and further settings of a game. @param {string} name */
  function show(name) {
    const preset = presets.find((one) => one.name === name);
    if (!preset) return;
    about.textContent = preset.text.join(" ");
    fill(particulars, ...[0, 1].map((side) => player(preset, side)), ...opening(preset), ...clock(), ...handicap(preset));
  }
}

/** The games in groups, each with its heading. @returns {[string, any[]][]} */
function groups() {
  /** @param {Wire.Preset} preset */
  const heading = ({ family, name }) => {
    if (family === "gipf") return say("dialogs.gipf");
    if (/pente|keryo/.test(name)) return say("dialogs.pente");
    return say(/exact|standard/.test(name) ? "dialogs.exactlyFive" : "dialogs.fiveOrMore");
  };
  const found = new Map();
  for (const preset of presets) found.set(heading(preset), [...(found.get(heading(preset)) ?? []), preset]);
  return [...found];
}

/** The title without what its heading says. @param {Wire.Preset} preset */
const shortTitle = ({ title }) => title.replace(/ \(exactly five\)|^Standard |^Exactly |^Gipf, /g, "").replace(/^./, (first) => first.toUpperCase()).replace(/(\d+)x\d+$/, "$1").replace("Five in a row", "White first,");

/**
 * The menu for the player of a side: a person, or the engine at a level.
 * @param {Wire.Preset} preset
 * @param {number} side
 */
function player(preset, side) {
  const colour = preset.colours[side];
  const engines = levels.map((level) => [`engine:${level.level}`, say("dialogs.engine", { level: level.level, name: level.name })]);
  return menu(
    side ? capitalColour(colour) : say("dialogs.first", { colour: capitalColour(colour) }),
    [["human:", say("dialogs.person")], ...engines, ["engine:", say("dialogs.full")]],
    last.players[side],
    { name: `player-${side}` },
  );
}

function clock() {
  const minutes = el("input", { type: "number", name: "minutes", min: "0.1", max: "1440", step: "any", value: "15", required: true, "aria-label": say("dialogs.minutesLabel") });
  const seconds = el("input", { type: "number", name: "seconds", min: "0", max: "3600", step: "any", value: "0", required: true, "aria-label": say("dialogs.secondsLabel") });
  const other = el("div.field-row.two", {}, el("span", { text: say("dialogs.clockUnits") }), minutes, seconds);
  /** @param {string} chosen */
  const show = (chosen) => (other.hidden = minutes.disabled = seconds.disabled = chosen !== "other");
  show(last.clock);
  return [menu(say("dialogs.clock"), CLOCKS.map((clock) => [clock, clockWords(clock)]), last.clock, { name: "clock", onchange: (event) => show(event.target.value) }), other];
}

/** A clock in words. @param {string} clock */
function clockWords(clock) {
  if (!clock) return say("dialogs.noClock");
  if (clock === "other") return say("dialogs.other");
  const [initial, seconds] = clock.split("+").map(Number);
  return say(seconds ? "dialogs.minutesAnd" : "dialogs.minutes", { minutes: initial / 60, seconds });
}

/** Menus for fewer pieces of one side, if the rules allow that. @param {Wire.Preset} preset */
function handicap(preset) {
  const pairs = preset.pieces || [];
  if (pairs.length < 2) return [];
  const [colours, counts] = [preset.colours, [...new Set(pairs.flat())].sort((a, b) => a - b)];
  return [0, 1].map((side) =>
    menu(say("dialogs.pieces", { colour: smallColour(colours[side]) }), counts.map((count) => [String(count), String(count)]), String(counts[0]), { name: `pieces-${side}` }),
  );
}

/** A menu for openings in which a player chooses a side, with what the chosen one means. @param {Wire.Preset} preset */
function opening(preset) {
  if (!preset.openings.length) return [];
  const about = el("p.note-text", { "aria-live": "polite" });
  const show = (/** @type {string} */ name) => {
    const rule = preset.openings.find((one) => one.name === name);
    about.textContent = rule ? [...rule.text, say("swap.roles")].join(" ") : "";
  };
  const options = [["", say("swap.usual")], ...preset.openings.map((rule) => [rule.name, rule.title])];
  return [menu(say("swap.opening"), options, "", { name: "opening", onchange: (event) => show(event.target.value) }), about];
}

/** @param {FormData} data @param {HTMLDialogElement} dialog */
async function start(data, dialog) {
  last.preset = String(data.get("preset"));
  last.players = [String(data.get("player-0")), String(data.get("player-1"))];
  last.clock = String(data.get("clock"));
  const pieces = data.has("pieces-0") ? [Number(data.get("pieces-0")), Number(data.get("pieces-1"))] : null;
  const people = last.players.filter((text) => text === "human:").length;
  const players = last.players.map((text) => playerOf(text, people));
  if (data.get("opening")) {
    const preset = presets.find((one) => one.name === last.preset);
    const rule = preset?.openings.find((one) => one.name === data.get("opening"));
    dialog.close();
    return (await import("./opening.js")).beginOpening({ preset, rule, players, clock: clockOf(data) });
  }
  const game = await tried(
    api.newGame({
      preset: last.preset,
      players,
      clock: clockOf(data),
      ...(pieces ? { pieces } : {}),
    }),
  );
  if (!game) return;
  await openGame(game);
  if (!people) send("engine", { go: true });
  dialog.close();
}

/** A player in the format of the server. @param {string} text @param {number} people */
function playerOf(text, people) {
  const [kind, level] = text.split(":");
  if (kind === "human") return { kind, name: people === 1 ? say("play.you") : "" };
  return { kind, level: level ? Number(level) : null };
}

/** @param {FormData} data */
function clockOf(data) {
  const text = String(data.get("clock"));
  if (!text) return null;
  if (text === "other") return { initial_s: Number(data.get("minutes")) * 60, increment_s: Number(data.get("seconds")) };
  const [initial_s, increment_s] = text.split("+").map(Number);
  return { initial_s, increment_s };
}
