/** Five in a row: places are points 0..size*size-1 as text, a click places a stone. */

import { paintHovered } from "../board/paint.js";
import { LETTERS, drawZone, gridGeometry, squareName, squarePlan, squarePoint } from "../board/square.js";
import { playOrAsk, yesNo } from "../game/act.js";
import { mayPlay, play } from "../game/play.js";
import { state, update } from "../game/store.js";
import { smallColour } from "../game/words.js";
import { toast } from "../page/dom.js";
import { say } from "../words/say.js";
import "../words/five.js";
import "../words/play.js";

/** @type {Object<string, string>} */
const COLOURS = { w: "white", b: "black" };

/** Whether the server allows a stone here. @param {string} place */
function playable(place) {
  const { view } = state;
  const point = Number(place);
  if (view.cells[point] !== ".") return false;
  return view.legal ? view.legal.includes(point) : !view.forbidden.includes(point);
}

function open() {
  const { view } = state;
  const barred = new Set(view.forbidden);
  const legal = view.legal && new Set(view.legal);
  const places = new Set();
  for (let point = 0; point < view.cells.length; point++) {
    if (view.cells[point] !== "." || barred.has(point) || (legal && !legal.has(point))) continue;
    places.add(String(point));
  }
  return places;
}

/** @param {View} view */
function stones(view) {
  const found = new Map();
  for (let point = 0; point < view.cells.length; point++) {
    if (view.cells[point] !== ".") found.set(String(point), view.cells[point]);
  }
  return found;
}

/** @param {string} place @param {string} by */
function act(place, by) {
  if (!playable(place)) {
    update({ preview: null });
    if (state.view.cells[Number(place)] === ".") toast(say("five.refused"));
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
  if (!found) return node.text;
  return `${state.view.size - Number(found[2])},${LETTERS.indexOf(found[1])}`;
}

/** @param {string} text */
function read(text) {
  const point = squarePoint(text, state.view.size);
  if (point !== null) return squareName(point, state.view.size, "letters");
  toast(say("five.noPoint", { text }));
  return null;
}

/** Draw the stone under the pointer. @param {Drawn} drawn */
function paintHover(drawn) {
  const place = state.preview ?? state.hover;
  const shown = place !== null && mayPlay() && playable(place);
  paintHovered(drawn, shown ? place : null, shown ? state.view.captures[place] : []);
}

/** @type {Family} */
export const FAMILY = {
  geometry: (view, turn) => gridGeometry(squarePlan(view.size), turn),
  shape: (view) => String(view.size),
  halfTurn: 2,
  readsHere: true,
  shifts: () => [],
  boardName: (view) => say("five.board", { size: view.size }),
  last: (view) => (view.last === null ? null : String(view.last)),
  where: (geometry, point) => geometry.at(String(point)),
  confirm: () => state.preview !== null && play(moveOf(state.preview)),
  example: "K10",
  inRow: (place, row) => state.view.size - Math.floor(Number(place) / state.view.size) === Number(row),
  paintPicks: ({ geometry, marks }) => marks.put("zone", state.view.zone ? [drawZone(geometry, state.view.zone, state.view.size)] : []),
  decisions: () => (state.preview === null ? [] : yesNo(say("play.place", { move: name(state.preview) }))),
  ...{ open, stones, act, name, label, moveText, read, paintHover },
};
