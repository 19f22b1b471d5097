/** Any game on a rectangular board: the server says what a click on each place plays. */

import { paintHovered } from "../board/paint.js";
import { gridGeometry } from "../board/square.js";
import { playOrAsk, yesNo } from "../game/act.js";
import { mayPlay, play } from "../game/play.js";
import { state, update } from "../game/store.js";
import { smallColour } from "../game/words.js";
import { toast } from "../page/dom.js";
import { say } from "../words/say.js";

const FINE = 12; // boards with fewer columns and rows have finer lines and letters

/** @param {View} view @param {{quarter: number, flip: boolean}} turn */
const geometry = ({ places, columns, rows, in_squares }, turn) =>
  gridGeometry({ places, edges: () => [columns, rows], inSquares: in_squares, stars: [], scale: Math.min(1, Math.max(columns.length, rows.length) / FINE) }, turn);

/** The place where the piece of a move will lie. @param {string} move */
const landing = (move) => state.view.lands[move] ?? move;

/** Places that play the same move are one place for a second tap. @param {string} place @param {string} by */
function act(place, by) {
  const { clicks, stones } = state.view;
  const { preview } = state;
  const move = clicks[place];
  if (move) return playOrAsk(preview !== null && clicks[preview] === move ? preview : place, by, move);
  update({ preview: null });
  return stones[place] ? null : toast(say("five.refused"));
}

/** @param {string} place */
function label(place) {
  const { stones, last, clicks, colours } = state.view;
  const kind = stones[place];
  if (kind) {
    const colour = smallColour(colours.find((one) => one[0] === kind.toLowerCase()) ?? "");
    return say(last === place ? "five.lastStone" : "five.stone", { place, colour });
  }
  const move = clicks[place];
  return move && mayPlay() && landing(move) !== place ? say("five.plays", { place, move }) : say("five.empty", { place });
}

/** Draw the piece where a click under the pointer would put it. @param {Drawn} drawn */
function paintHover(drawn) {
  const place = state.preview ?? state.hover;
  const move = place !== null && mayPlay() && state.view.clicks[place];
  paintHovered(drawn, (move && landing(move)) || null);
}

/** @type {Family} */
export const FAMILY = {
  shape: (view) => [...view.places, view.columns, view.rows, view.in_squares].join(),
  halfTurn: 2,
  boardName: ({ columns, rows }) => say("five.grid", { columns: columns.length, rows: rows.length }),
  stones: (view) => new Map(Object.entries(view.stones)),
  last: (view) => view.last,
  open: () => new Set(Object.keys(state.view.clicks)),
  where: ({ places, at }, point) => (places.includes(String(point)) ? at(String(point)) : null),
  confirm: () => state.preview !== null && play(state.view.clicks[state.preview]),
  name: (place) => place,
  moveText: (node) => node.move,
  get example() {
    return Object.values(state.view.clicks)[0] ?? state.view.places[0][0];
  },
  paintPicks: ({ marks }) => marks.put("zone", []),
  decisions: () => (state.preview === null ? [] : yesNo(say("play.place", { move: state.view.clicks[state.preview] }))),
  ...{ geometry, act, label, paintHover },
};
