/** What a press on a place means: a move at once, a preview to confirm, a dot or a row picked. */

import { isDot } from "./geometry.js";
import { mayPlay, play, toast } from "./play.js";
import { state, update } from "./store.js";

/** Points that may be played on a square board. */
function playable(place) {
  const { view } = state;
  const point = Number(place);
  if (view.cells[point] !== ".") return false;
  if (view.legal) return view.legal.includes(point);
  return !view.forbidden.includes(point);
}

/** Whether a press on this place would lead to a move. */
export function isOpen(place) {
  if (!mayPlay()) return false;
  return state.view.family === "five" ? playable(place) : gipfOpen().has(place);
}

/** All places that are open now. @returns {Set<string>} */
export function openPlaces() {
  const { view } = state;
  if (!mayPlay()) return new Set();
  if (view.family === "gipf") return gipfOpen();
  const barred = new Set(view.forbidden);
  const legal = view.legal && new Set(view.legal);
  const open = new Set();
  for (let point = 0; point < view.cells.length; point++) {
    if (view.cells[point] !== "." || barred.has(point) || (legal && !legal.has(point))) continue;
    open.add(String(point));
  }
  return open;
}

function gipfOpen() {
  const { view, pick } = state;
  if (!view.placing) return new Set(view.moves.flatMap((move) => [...move.takes, ...move.leaves, ...move.rows.flat()]));
  const dots = view.moves.map((move) => move.dot);
  return new Set([...dots, ...gipfArrows(pick.dot).map((move) => move.first)]);
}

/** The pushes from a dot with the chosen kind of piece (or the only kind there is). */
export function gipfArrows(dot) {
  const { view, pick } = state;
  if (!dot || view.family !== "gipf" || !view.placing || !mayPlay()) return [];
  const moves = view.moves.filter((move) => move.dot === dot);
  const wanted = moves.filter((move) => move.gipf === pick.gipf);
  return wanted.length ? wanted : moves;
}

/** The ways to remove a row, where one is to be removed by the viewer. */
export function gipfChoices() {
  const { view } = state;
  return view?.family === "gipf" && !view.placing && mayPlay() ? view.moves : [];
}

/** A press on a place. `by` is "mouse", "touch", "pen" or "key". */
export function act(place, by) {
  const { view } = state;
  if (!view) return;
  if (!mayPlay()) return refuse();
  if (view.family === "gipf") return view.placing ? actGipf(place, by) : pickRow(place);
  if (!playable(place)) return view.cells[place] === "." ? refuseBarred() : update({ preview: null });
  const direct = by === "key" || by === "mouse" || state.settings.touch === "direct";
  const again = state.settings.touch === "two-tap" && state.preview === place;
  if (direct || again) playPoint(place);
  else update({ preview: place, hover: null });
}

/** Play a point of a square board. */
export function playPoint(place) {
  return play(moveName(Number(place), state.view.size));
}

/** A point as the server reads it, whatever style the page shows. */
function moveName(point, size) {
  return `${"ABCDEFGHJKLMNOPQRSTU"[point % size]}${size - Math.floor(point / size)}`;
}

/** Play what waits to be confirmed. */
export function confirm() {
  const { preview, pick, view } = state;
  if (view.family === "five" && preview !== null) return playPoint(preview);
  if (view.family !== "gipf") return null;
  if (!view.placing && view.moves[pick.choice]) return play(view.moves[pick.choice].move);
  const push = preview !== null && gipfArrows(pick.dot).find((move) => move.first === preview);
  return push ? play(push.move) : null;
}

/** Forget what waits or is picked. */
export function cancel() {
  update({ preview: null, shownLine: null, pick: { ...state.pick, dot: null, choice: -1 } });
}

/** A dot is picked, put back, or the push along one of its lines is played. */
function actGipf(place, by) {
  const { pick, settings, preview } = state;
  const push = gipfArrows(pick.dot).find((move) => move.first === place);
  if (push) {
    const asks = by !== "key" && by !== "mouse" && settings.touch === "confirm";
    return asks && preview !== place ? update({ preview: place, hover: place }) : play(push.move);
  }
  const dot = isDot(place) && place !== pick.dot && gipfArrows(place).length ? place : null;
  update({ pick: { ...pick, dot }, preview: null });
}

/** The next choice that touches this spot. */
function pickRow(place) {
  const { view, pick } = state;
  const touching = view.moves
    .map((move, index) => [move, index])
    .filter(([move]) => [...move.takes, ...move.leaves, ...move.rows.flat()].includes(place))
    .map(([, index]) => index);
  if (!touching.length) return;
  const next = touching[(touching.indexOf(pick.choice) + 1) % touching.length];
  update({ pick: { ...pick, choice: next } });
}

function refuse() {
  const { game, view, viewed } = state;
  if (view.outcome || (game.result && viewed === game.current)) toast("The game is over. Rematch, or go back and try another move.");
  else toast(game.thinking ? "The engine is thinking." : "It is the engine's move here.");
}

function refuseBarred() {
  toast("The opening rule bars this point for this move.");
}
