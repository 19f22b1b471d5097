/** Five in a row: places are points 0..size*size-1 as text, a click places a stone. */

import { betterMark } from "../board/marks.js";
import { paintHovered } from "../board/paint.js";
import { LETTERS, drawZone, gridGeometry, squareName, squarePlan } from "../board/square.js";
import { playOrAsk, yesNo } from "../game/act.js";
import { mayPlay, play } from "../game/play.js";
import { state, update } from "../game/store.js";
import { smallColour } from "../game/words.js";
import { toast } from "../page/dom.js";
import { say } from "../words/say.js";

/** @type {Object<string, string>} */
const COLOURS = { w: "white", b: "black" };

/** Whether the server allows a stone here. @param {string} place */
function playable(place) {
  const { view } = state;
  const point = Number(place);
  if (view.cells[point] !== ".") return false;
  return view.legal ? view.legal.includes(point) : !view.forbidden.includes(point);
}

/** The cells by place. @param {View} view */
const cells = (view) => Object.entries([...view.cells]);
const open = () => new Set(cells(state.view).map(([place]) => place).filter(playable));
/** @param {View} view */
const stones = (view) => new Map(cells(view).filter(([, cell]) => cell !== "."));

/** @param {string} place @param {string} by */
function act(place, by) {
  if (!playable(place)) {
    update({ preview: null });
    if (state.view.cells[Number(place)] === ".") toast(state.view.barred);
  } else playOrAsk(place, by, moveOf(place));
}

/** The server always reads letters, whatever style the page shows. @param {string} place */
const moveOf = (place) => squareName(Number(place), state.view.size, "letters");

/** @param {string} place */
const name = (place) => squareName(Number(place), state.view.size, state.settings.coordinates);

/** @param {string} place */
function label(place) {
  const { view } = state;
  const point = Number(place);
  const cell = view.cells[point];
  const at = { place: name(place) };
  if (cell !== ".") return say(view.last === point ? "five.lastStone" : "five.stone", { ...at, colour: smallColour(COLOURS[cell]) });
  const takes = view.captures[place];
  if (takes && mayPlay()) return say("five.captures", { ...at, count: takes.length });
  return say(view.forbidden.includes(point) ? "five.barred" : "five.empty", at);
}

/** @param {Wire.Node} node */
function moveText(node) {
  const found = state.settings.coordinates === "indices" && node.move.match(/^([A-Z])(\d+)$/);
  if (!found) return node.move;
  return `${state.view.size - Number(found[2])},${LETTERS.indexOf(found[1])}`;
}

/** @param {Drawn} drawn */
function paintHover(drawn) {
  const place = state.preview ?? state.hover;
  const shown = place !== null && mayPlay() && playable(place) ? place : null;
  paintHovered(drawn, shown, state.view.captures[shown ?? ""]);
}

/** The square that the opening rule bars, or the only point that it leaves. @param {Drawn} drawn */
function paintPicks({ geometry, marks }) {
  const { zone, legal, size } = state.view;
  const only = legal?.length === 1 ? [betterMark(geometry.at(String(legal[0])))] : [];
  marks.put("zone", zone ? [drawZone(geometry, zone, size)] : only);
}

/** @type {Family} */
export const FAMILY = {
  geometry: (view, turn) => gridGeometry(squarePlan(view.size), turn),
  shape: (view) => String(view.size),
  halfTurn: 2,
  boardName: (view) => say("five.board", { size: view.size }),
  last: (view) => (view.last === null ? null : String(view.last)),
  where: (geometry, point) => geometry.at(String(point)),
  confirm: () => state.preview !== null && play(moveOf(state.preview)),
  example: "K10",
  paintPicks,
  decisions: () => (state.preview === null ? [] : yesNo(say("play.place", { move: name(state.preview) }))),
  spelled: moveOf,
  ...{ open, stones, act, name, label, moveText, paintHover },
};
