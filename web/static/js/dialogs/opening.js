/**
 * An opening in which a player chooses a side, before the game begins. One player places the first
 * stones, the other takes a side, or in Swap2 adds two stones and hands the choice back. The server
 * checks the stones, and searches for the engine.
 */

import { setEditor } from "../game/act.js";
import * as api from "../game/api.js";
import { loadFamily, useFamily } from "../game/family.js";
import { openFrom, returnToGame, send, tried } from "../game/play.js";
import { on, state, update } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { SETUPS } from "../families/setup.js";
import { squareName } from "../board/square.js";
import { button, byId, el, fill, loadStyles, setText, placeNotice, toast } from "../page/dom.js";
import { say } from "../words/say.js";

/** The steps that the first player takes; the second takes the others. */
const FIRST = ["place", "choose back"];
const MS_TO_TAKE_BACK = 8000;
/** The opening that runs. @type {any} */
let now = null;
let follows = false;

/**
 * Begin an opening.
 * @param {{preset: any, rule: any, players: any[], clock: any}} request  `players[0]` places the stones
 */
export async function beginOpening(request) {
  await loadStyles("dialog");
  now = { ...request, stones: [], adding: false };
  byId("editor")?.remove();
  placeNotice();
  document.querySelector(".side")?.prepend(panel());
  setText(byId("title"), request.preset.title);
  const begun = await ask(false);
  if (!begun) return end();
  const loaded = await loadFamily(begun.position.family);
  useFamily(loaded); // not before: until `go` the board shows the open game
  update({ mode: "edit", analysing: false, threat: false, retry: null, hover: null, preview: null, shownLine: null, lesson: null, hint: null });
  setEditor(place);
  if (!follows) on(["mode"], () => state.mode !== "edit" && end());
  follows = true;
  return go(begun);
}

/** Begin a rematch with the opening of this game: the one who took a side places the stones. */
export async function playOpeningAgain() {
  const { opening, players, clocks, preset: name } = state.game;
  const preset = (await tried(api.presets()))?.find((one) => one.name === name);
  const rule = preset?.openings.find((one) => one.name === opening?.rule);
  if (!opening || !rule) return;
  const clock = clocks && { initial_s: clocks.initial_s, increment_s: clocks.increment_s };
  await beginOpening({ preset, rule, players: [players[1 - opening.placer], players[opening.placer]], clock });
}

function end() {
  if (!now) return;
  now = null;
  setEditor(null);
  byId("editor")?.remove();
  placeNotice();
}

/** The opening after the stones so far, and what the engine does next. @param {boolean} engine */
const ask = (engine) => tried(api.post("openings", { preset: now.preset.name, rule: now.rule.name, stones: now.stones, engine }));

/**
 * Show a step, and let the engine take it if it is the engine's: at once, or when the person who
 * placed the stones goes on or takes none back for some seconds.
 * @param {Wire.Opening} step
 */
async function go(step, goesOn = false) {
  const run = now;
  now.stones = step.stones;
  now.step = step;
  now.adding = step.phase === "add";
  update({ view: SETUPS[step.position.family].bare(/** @type {View} */ (/** @type {unknown} */ (step.position))) });
  now.waits = own() > 0 && !goesOn;
  show();
  const actor = FIRST.includes(step.phase) ? 0 : 1;
  if (now.players[actor].kind !== "engine" || step.phase === "add") return;
  if (now.waits) {
    setTimeout(() => now === run && now.step === step && now.waits && go(step, true), MS_TO_TAKE_BACK);
    return;
  }
  const answer = await ask(true);
  if (!answer || now !== run) return;
  if (answer.choice === null) await go(answer);
  else await take(answer.choice, actor, answer.percent);
}

/** Place a stone of a person. @param {number|string} point */
async function place(point) {
  const { step, players, stones, adding } = now;
  const actor = FIRST.includes(step.phase) ? 0 : 1;
  const places = step.phase === "place" || step.phase === "add" || adding;
  if (!places || players[actor].kind === "engine" || step.position.cells[point] !== ".") return;
  now.stones = [...stones, squareName(Number(point), step.position.size, "letters")];
  const next = await ask(false);
  if (!now) return;
  if (next) await go(next);
  else now.stones = stones;
}

/** How many stones a person may take back: those of the player who placed last, until the other one acts. */
function own() {
  const { stones, rule, players } = now;
  const added = Math.max(0, stones.length - rule.stones);
  return players[added ? 1 : 0].kind === "engine" ? 0 : added || stones.length;
}

/** Take back the last stone that the same player placed, or the wish to add two. */
async function back() {
  if (now.adding && now.step.phase === "choose") return go(now.step);
  now.stones = now.stones.slice(0, -1);
  const next = await ask(false);
  if (next && now) await go(next);
}

/**
 * The player takes a side, and the game begins.
 * @param {number} side @param {number} actor @param {number|null} percent  side 0's chance by the engine's search
 */
async function take(side, actor, percent = null) {
  const { preset, rule, players, clock, stones } = now;
  const bySide = [players[1 - actor], players[1 - actor]];
  bySide[side] = players[actor];
  const placer = actor ? 1 - side : side;
  if (!(await openFrom(() => api.newGame({ preset: preset.name, players: bySide, clock, opening: { rule: rule.name, stones, placer } })))) return;
  if (bySide.every((player) => player.kind === "engine")) send("engine", { go: true });
  const colour = colourOf(side);
  if (percent === null) toast(say("swap.youTake", { colour: colourOf(state.view.side) }));
  else toast(say("swap.engineTakes", { colour, percent: Math.round(side === 0 ? percent : 100 - percent) }));
}

function cancel() {
  end();
  returnToGame();
}

function panel() {
  return el(
    "section.card",
    { id: "editor", "aria-labelledby": "editor-title" },
    el("h2", { id: "editor-title", text: say("swap.title", { game: now.preset.title, rule: now.rule.title }) }),
    el("p.note-text.sentence", { text: now.rule.text.join(" ") }),
    el("p", { id: "opening-step", role: "status" }),
    el("div.row", { id: "opening-choice" }),
  );
}

/** Say what is to be done, with the buttons of a choice. */
function show() {
  const { step, players, waits } = now;
  const actor = FIRST.includes(step.phase) ? 0 : 1;
  const engine = players[actor].kind === "engine";
  const chooses = step.phase.startsWith("choose") && !engine && !now.adding;
  setText(byId("opening-step"), task(engine, chooses));
  const offers = chooses ? [0, 1].map((side) => button(say("swap.takeSide", { colour: colourOf(side) }), null, () => take(side, actor), { id: `take-${side}`, class: "main" })) : [];
  if (chooses && step.may_add) offers.push(button(say("swap.addTwo"), null, add, { id: "add-two" }));
  if (engine && waits) offers.push(button(say("swap.goOn"), null, () => go(step, true), { id: "opening-go", class: "main" }));
  fill(byId("opening-choice"), ...offers, (waits || now.adding) && button(say("swap.back"), "undo", back, { id: "opening-back" }), button(say("play.cancel"), null, cancel, { id: "cancel-opening", class: "end" }));
}

/** What is to be done, in words. @param {boolean} engine  whether the engine acts @param {boolean} chooses */
function task(engine, chooses) {
  const { step, rule, stones, waits } = now;
  const colour = colourOf(step.position.side);
  if (engine && waits) return say("swap.placed");
  if (engine) return say(step.phase.startsWith("choose") ? "swap.engineChooses" : "swap.enginePlaces");
  if (chooses && step.percent !== null) {
    const [percent, added] = [Math.round(step.percent), stones.slice(rule.stones).join(", ")];
    return say("swap.engineAdded", { percent, first: colourOf(0), stones: added, colour });
  }
  if (chooses) return say("swap.choose", { colour });
  if (step.phase === "place") return say("swap.place", { number: stones.length + 1, all: rule.stones, colour });
  return say("swap.add", { number: stones.length - rule.stones + 1, all: 2, colour });
}

/** The one who chooses adds two stones instead. */
function add() {
  now.adding = true;
  show();
}
