/** The editor of positions: pieces, counts and the side to move; the server checks them. */

import { setEditor } from "../game/act.js";
import * as api from "../game/api.js";
import { callEngine, openFrom, returnToGame, send, turnTo } from "../game/play.js";
import { family } from "../game/family.js";
import { on, state, update } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { SETUPS, carried } from "../families/setup.js";
import { button, byId, el, loadStyles, placeNotice, toast } from "../page/dom.js";
import { choices } from "./dialog.js";
import { say } from "../words/say.js";

let [kind, follows] = ["w", false];

/** Whether positions of the open game can be set up. */
export const canSetUp = () => state.view.family in SETUPS;

/** Show it instead of the panels; the board shows what is set up. */
export async function openEditor() {
  if (!canSetUp()) return;
  await loadStyles("dialog");
  document.querySelector("dialog")?.close();
  close();
  const setup = SETUPS[state.view.family];
  update({ mode: "edit", analysing: false, threat: false, retry: null, hover: null, preview: null, shownLine: null, lesson: null, hint: null, view: setup.bare(state.view) });
  [kind] = setup.kinds()[0];
  setEditor((place) => update({ view: setup.put(state.view, place, kind) }));
  document.querySelector(".side")?.prepend(panel(setup));
  if (follows) return;
  follows = true;
  on(["mode"], () => state.mode !== "edit" && close());
}

function close() {
  setEditor(null);
  byId("editor")?.remove();
  placeNotice();
}

/** @param {Setup} setup */
function panel(setup) {
  return el(
    "section.card",
    { id: "editor", "aria-labelledby": "editor-title" },
    el("h2", { id: "editor-title", text: say("dialogs.setUp") }),
    el("p.note-text.sentence", { text: say("dialogs.setUpHow") }),
    choices(say("dialogs.pieces"), "piece", setup.kinds().map(([one, words]) => [one, words, token(one)]), kind, (one) => (kind = one)),
    choices(say("dialogs.toMove"), "to-move", [0, 1].map((side) => [String(side), colourOf(side)]), String(state.view.side), (side) => update({ view: { ...state.view, side: side === "1" ? 1 : 0 } })),
    ...counts(setup),
    carriers(setup),
    el(
      "div.row",
      {},
      button(say("dialogs.clear"), null, () => update({ view: setup.clear(state.view) }), { id: "clear-board" }),
      button(say("play.cancel"), null, returnToGame, { id: "cancel-setup" }),
      el("span.grow"),
      button(say("dialogs.analyse"), null, () => done(setup, "analyse"), { id: "analyse-setup" }),
      button(say("dialogs.play"), null, () => done(setup, "play"), { id: "play-setup", class: "main" }),
    ),
  );
}

/** @param {string} one */
const token = (one) => (one === "." ? null : el(`span.token.${one.toLowerCase() === "w" ? "white" : "black"}`, { "aria-hidden": "true" }));

/** What moves all pieces by a direction in degrees. @type {Object<number, string>} */
const STEPS = { 0: "dialogs.stepUp", 60: "dialogs.stepUpRight", 90: "dialogs.stepRight", 120: "dialogs.stepDownRight", 180: "dialogs.stepDown", 240: "dialogs.stepDownLeft", 270: "dialogs.stepLeft", 300: "dialogs.stepUpLeft" };

/** Buttons that shift, turn and mirror the position as it is seen. @param {Setup} setup */
function carriers({ steps }) {
  const circle = (Math.PI * 2) / 360;
  /** @param {string} words @param {string} icon @param {(at: Spot) => Spot} onto */
  const carrier = (words, icon, onto) =>
    button(say(words), icon, () => {
      const view = carried(state.view, onto);
      view ? update({ view }) : toast(say("dialogs.wouldLeave"));
    }, { iconOnly: true });
  const shifts = steps.map((angle) => {
    const shift = carrier(STEPS[angle], "up", ([x, y]) => [x + Math.sin(angle * circle), y - Math.cos(angle * circle)]);
    shift.querySelector("path").setAttribute("transform", `rotate(${angle} 12 12)`);
    return shift;
  });
  const [left, top, width, height] = family().geometry(state.view, state.settings).box;
  const [x0, y0, turn] = [left + width / 2, top + height / 2, steps[1] * circle];
  return el(
    "fieldset",
    { id: "carriers" },
    el("legend", { text: say("dialogs.wholePosition") }),
    el(
      "div.row",
      {},
      ...shifts,
      carrier("dialogs.turn", "turn", ([x, y]) => [x0 + (x - x0) * Math.cos(turn) - (y - y0) * Math.sin(turn), y0 + (x - x0) * Math.sin(turn) + (y - y0) * Math.cos(turn)]),
      carrier("dialogs.flip", "flip", ([x, y]) => [2 * x0 - x, y]),
    ),
  );
}

/** Fields for captured stones or reserves. @param {Setup} setup */
function counts(setup) {
  const shown = setup.counts(state.view);
  if (!shown) return [];
  /** @param {number} side */
  const field = (side) =>
    el(
      "label.field-row",
      {},
      el("span", { text: say(shown.words, { colour: colourOf(side) }) }),
      el("input", { type: "number", name: `count-${side}`, min: "0", max: String(shown.most), value: String(shown.values[side]), oninput: (event) => change(side, event.target.valueAsNumber) }),
    );
  /** @param {number} side @param {number} value */
  const change = (side, value) => {
    const values = [...(setup.counts(state.view)?.values ?? [])];
    values[side] = Number.isInteger(value) && value >= 0 ? value : 0;
    update({ view: setup.counted(state.view, values) });
  };
  return [0, 1].map(field);
}

/**
 * A new game from the position, played by the players of the open game; the server may refuse it.
 * @param {Setup} setup
 * @param {State["mode"]} mode
 */
async function done(setup, mode) {
  const { players, preset } = state.game;
  if (!(await openFrom(() => api.imported({ text: setup.text(state.view, preset), format: "position", preset })))) return;
  if (mode === "analyse") return void turnTo(mode);
  await send("players", { players });
  callEngine();
}

