/** The dialog for a new game: kind of game, variant, size, players, clock, handicap. */

import * as api from "../game/api.js";
import { openFrom, send } from "../game/play.js";
import { state } from "../game/store.js";
import { capitalColour } from "../game/words.js";
import { button, el, fill, setText } from "../page/dom.js";
import { choices, menu, openDialog } from "./dialog.js";
import { canSetUp, openEditor } from "./editor.js";
import { invite, mayInvite } from "./invite.js";
import { levelSlider } from "./level.js";
import { say } from "../words/say.js";

/** Clocks by their names: seconds for the game, seconds that each move adds. */
const CLOCKS = ["", "60+1", "180+2", "300+0", "600+5", "1800+10", "other"];

/**
 * The keys of the names of variants, in their order. A variant is the name of a preset without its
 * size; one that the page does not know has its title as its name, and comes last.
 * @type {Object<string, string>}
 */
const VARIANTS = {
  pente: "dialogs.pente",
  keryo: "dialogs.keryo",
  gomoku: "dialogs.freestyle",
  standard: "dialogs.standard",
  five: "dialogs.whiteFirst",
  "exact-five": "dialogs.whiteExact",
  "gipf-basic": "dialogs.basic",
  gipf: "dialogs.gipfStandard",
  "gipf-tournament": "dialogs.tournament",
};
/** The keys of the names of kinds of games; others have the title of their first preset. @type {Object<string, string>} */
const GROUPS = { pente: "dialogs.pente", gomoku: "dialogs.gomoku", gipf: "dialogs.gipf" };

/** The last choices, until the page closes; the level of a side is kept while a person plays it. */
const last = { preset: "", players: ["human", "engine"], levels: /** @type {(number|null)[]} */ ([3, 3]), clock: "" };

/** All games. @type {Wire.Preset[]} */
let presets = [];
/** All levels by the server's families. @type {Object<string, Wire.LevelOption[]>} */
const levels = {};

/** @param {Wire.Preset} preset */
const variantOf = ({ name, size }) => (name.endsWith(`-${size}`) ? name.slice(0, name.lastIndexOf("-")) : name);
/** The name of a kind of games or of a variant. @param {string|undefined} key @param {Wire.Preset} preset */
const nameOf = (key, preset) => (key ? say(key) : preset.title);

/** The place of a preset's variant in VARIANTS; unknown ones come last. @param {Wire.Preset} preset */
const placeOf = (preset) => (Object.keys(VARIANTS).indexOf(variantOf(preset)) + 99) % 99;
/** Whether a preset is offered first of its kind. @param {Wire.Preset} preset */
const isUsual = ({ name }) => ["pente", "gomoku-15", "gipf"].includes(name);

/** Show it: kind, variant, size, then the players and further settings. */
export async function openNewGame() {
  presets = await api.presets();
  await Promise.all(presets.map(async ({ family }) => (levels[family] = await api.levels(family))));
  const hosts = { variants: el("div"), sizes: el("div"), about: el("p.note-text", { "aria-live": "polite" }), particulars: el("div.particulars") };
  let chosen = presets.find(({ name }) => name === (last.preset || state.game?.preset)) ?? presets[0];
  const groups = presets.filter((one, index) => presets.findIndex(({ group }) => group === one.group) === index);
  const form = el(
    "form",
    { method: "dialog" },
    choices(say("dialogs.game"), "family", groups.map((one) => [one.group, nameOf(GROUPS[one.group], one)]), chosen.group, chooseGroup),
    ...Object.values(hosts),
    el("div.row", {}, button(say("match.title"), null, openMatches, { id: "open-matches" }), button(say("balanced.title"), null, openBalanced, { id: "open-balanced" }), canSetUp() && button(say("dialogs.setUp"), null, openEditor, { id: "set-up" })),
    el("div.row", {}, el("span.grow"), el("button.main", { type: "submit", id: "start-game", text: say("dialogs.start") })),
  );
  const dialog = await openDialog(say("play.newGame"), form);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    last.preset = chosen.name;
    start(new FormData(form), dialog);
  });
  showVariants();

  /** @param {string} group */
  function chooseGroup(group) {
    const own = presets.filter((one) => one.group === group);
    chosen = own.find(isUsual) ?? own[0];
    showVariants();
  }

  function showVariants() {
    const own = presets.filter((one) => one.group === chosen.group).sort((a, b) => placeOf(a) - placeOf(b));
    const variants = new Map(own.map((one) => [variantOf(one), nameOf(VARIANTS[variantOf(one)], one)]));
    fill(hosts.variants, choices(say("dialogs.variant"), "variant", [...variants], variantOf(chosen), (variant) => {
      const size = chosen.size;
      const same = presets.filter((one) => variantOf(one) === variant);
      chosen = same.find((one) => one.size === size) ?? same[0];
      showSizes();
    }));
    hosts.variants.hidden = variants.size < 2;
    showSizes();
  }

  function showSizes() {
    const same = presets.filter((one) => variantOf(one) === variantOf(chosen));
    const sizes = same.map((one) => [one.name, String(one.size)]);
    fill(hosts.sizes, same.length > 1 && choices(say("dialogs.size"), "size", sizes, chosen.name, (name) => {
      chosen = same.find((one) => one.name === name) ?? chosen;
      showRest();
    }));
    hosts.sizes.hidden = same.length < 2;
    showRest();
  }

  function showRest() {
    hosts.about.textContent = chosen.text.join(" ");
    fill(hosts.particulars, el("div.two-players", {}, player(chosen, 0), player(chosen, 1)), ...opening(chosen), ...clock(), ...pieces(chosen), ...handicap(chosen));
  }
}

const openBalanced = async () => (await import("./balanced.js")).openBalanced();
const openMatches = async () => (await import("./matches.js")).openMatches();

/** The choice for the player of a side: a person, or the engine at a level. @param {Wire.Preset} preset @param {number} side */
function player(preset, side) {
  const colour = capitalColour(preset.colours[side]);
  const host = el("div");
  const show = () => {
    const isEngine = last.players[side] === "engine";
    fill(host, isEngine && levelSlider(`level-${side}`, levels[preset.family], last.levels[side], preset.group, (level) => (last.levels[side] = level)));
  };
  const kinds = [["human", say("dialogs.person")], ["engine", say("dialogs.engineKind")], ...(mayInvite() ? [["link", say("seats.byLink")]] : [])];
  const group = choices(side ? colour : say("dialogs.first", { colour }), `player-${side}`, kinds, last.players[side], (kind) => {
    last.players[side] = kind;
    show();
    const isAlone = last.players.includes("link") && last.players[1 - side] !== "human";
    const person = /** @type {HTMLElement|null} */ (document.querySelector(`[name=player-${1 - side}][value=human]`));
    if (isAlone) person?.click();
  });
  show();
  group.append(host);
  return group;
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

/** A menu of starts that help one side. @param {Wire.Preset} preset */
function handicap(preset) {
  if (!preset.handicaps.length) return [];
  const words = preset.handicaps.map(({ kind, side, amount }) => {
    const colour = capitalColour(preset.colours[side]);
    return kind === "moves" ? say("dialogs.twoMoves", { colour }) : say("dialogs.givenPairs", { colour, count: amount / 2 });
  });
  const about = el("p.note-text", { "aria-live": "polite" });
  const show = (/** @type {string} */ index) => setText(about, preset.handicaps[Number(index)]?.side && index ? say("dialogs.freeOpening") : "");
  return [menu(say("dialogs.handicap"), [["", say("dialogs.noHandicap")], ...words.map((one, index) => [String(index), one])], "", { name: "handicap", onchange: (event) => show(event.target.value) }), about];
}

/** Menus for more pieces of one side, if the rules allow that. @param {Wire.Preset} preset */
function pieces(preset) {
  const counts = [...new Set((preset.pieces || []).flat())].sort((a, b) => a - b);
  if (counts.length < 2) return [];
  /** @param {number} side */
  const pick = (side) => {
    const colour = capitalColour(preset.colours[side]);
    const options = counts.map((count) => el("option", { value: String(count), text: say("dialogs.piecesOf", { colour, count }) }));
    return el("select", { name: `pieces-${side}`, "aria-label": say("dialogs.piecesLabel", { colour }) }, ...options);
  };
  return [el("div.field-row.two", {}, el("span", { text: say("dialogs.pieces") }), pick(0), pick(1))];
}

/** A menu for openings in which a player chooses a side, with what the chosen one means. @param {Wire.Preset} preset */
function opening(preset) {
  if (!preset.openings.length) return [];
  const about = el("p.note-text", { "aria-live": "polite" });
  const show = (/** @type {string} */ name) => {
    const rule = preset.openings.find((one) => one.name === name);
    about.textContent = rule ? [...rule.text, say("swap.roles")].join(" ") : "";
    const given = about.closest("form")?.querySelector("[name=handicap]");
    if (given) given.disabled = Boolean(rule); // the opening decides the start
  };
  const options = [["", say("swap.usual")], ...preset.openings.map((rule) => [rule.name, rule.title])];
  return [menu(say("swap.opening"), options, "", { name: "opening", onchange: (event) => show(event.target.value) }), about];
}

/** @param {FormData} data @param {HTMLDialogElement} dialog */
async function start(data, dialog) {
  last.clock = String(data.get("clock"));
  const pieces = data.has("pieces-0") ? [Number(data.get("pieces-0")), Number(data.get("pieces-1"))] : null;
  const people = last.players.filter((kind) => kind !== "engine").length;
  const link = last.players.indexOf("link");
  const players = [0, 1].map((side) => playerOf(side, people));
  if (data.get("opening")) {
    const preset = presets.find((one) => one.name === last.preset);
    const rule = preset?.openings.find((one) => one.name === data.get("opening"));
    if (link >= 0) return (await openFrom(() => api.newGame({ preset: last.preset, players, clock: clockOf(data) }))) && invite(1 - link, rule?.name);
    dialog.close();
    return (await import("./opening.js")).beginOpening({ preset, rule, players, clock: clockOf(data) });
  }
  const handicap = data.get("handicap") ? presets.find((one) => one.name === last.preset)?.handicaps[Number(data.get("handicap"))] : null;
  if (!(await openFrom(() => api.newGame({ preset: last.preset, players, clock: clockOf(data), handicap, ...(pieces ? { pieces } : {}) })))) return;
  if (!people) send("engine", { go: true });
  dialog.close();
  if (link >= 0) await invite(1 - link);
}

/** The player of a side in the format of the server. @param {number} side @param {number} people */
function playerOf(side, people) {
  if (last.players[side] !== "engine") return { kind: "human", name: people === 1 ? say("play.you") : "" };
  return { kind: "engine", level: last.levels[side] };
}

/** @param {FormData} data */
function clockOf(data) {
  const text = String(data.get("clock"));
  if (!text) return null;
  if (text === "other") return { initial_s: Number(data.get("minutes")) * 60, increment_s: Number(data.get("seconds")) };
  const [initial_s, increment_s] = text.split("+").map(Number);
  return { initial_s, increment_s };
}
