/** Everything that the page says in words: labels of places, the status, what the live region tells. */

import { gipfArrows, isOpen } from "./act.js";
import { isDot, squareName } from "./geometry.js";
import { mayPlay } from "./play.js";
import { state } from "./store.js";

const NAMES = { w: "white", b: "black", W: "white GIPF-piece", B: "black GIPF-piece" };

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** The colour of a side with a capital letter. */
export const colourOf = (side) => capital(state.view.colours[side]);

/** A place as the viewer likes coordinates. */
export function placeName(place) {
  const { view, settings } = state;
  return view.family === "five" ? squareName(Number(place), view.size, settings.coordinates) : place;
}

/** What a button of the grid is: "K10 white". */
export function placeLabel(place) {
  return state.view.family === "five" ? squareLabel(place) : hexLabel(place);
}

function squareLabel(place) {
  const { view } = state;
  const point = Number(place);
  const cell = view.cells[point];
  const name = placeName(place);
  if (cell !== ".") return `${name} ${NAMES[cell]}${view.last === point ? ", last move" : ""}`;
  const takes = view.captures[place];
  if (takes && isOpen(place)) return `${name} empty, captures ${takes.length}`;
  return view.forbidden.includes(point) ? `${name} empty, barred by the opening rule` : `${name} empty`;
}

function hexLabel(place) {
  const { view, pick } = state;
  if (isDot(place)) {
    const count = gipfArrows(place).length;
    if (pick.dot === place) return `${place} dot, picked`;
    return count ? `${place} dot, ${count} ${count > 1 ? "pushes" : "push"}` : `${place} dot`;
  }
  const what = NAMES[view.spots[place]] || "empty";
  const push = gipfArrows(pick.dot).find((move) => move.first === place);
  if (push) return `${place} ${what}, push here from ${pick.dot}`;
  const rows = mayPlay() && !view.placing && view.moves.some((move) => move.takes.includes(place));
  return rows ? `${place} ${what}, in a row` : `${place} ${what}`;
}

/** One sentence on where the game stands. */
export function statusText() {
  const { game, view, viewed } = state;
  const end = viewed === game.current ? game.result || view.outcome : view.outcome;
  if (end) return end.text;
  const mover = colourOf(view.side);
  if (game.thinking && viewed === game.current) return `${mover} is thinking`;
  if (view.family === "gipf" && !view.placing) return `${mover} to remove a row`;
  return `${mover} to move`;
}

/** A move as the list spells it, in the viewer's style of coordinates. */
export function moveText(node) {
  const { view, settings } = state;
  if (view?.family !== "five" || settings.coordinates !== "indices") return node.text;
  const found = node.move.match(/^([A-Z])(\d+)$/);
  if (!found) return node.text;
  const column = "ABCDEFGHJKLMNOPQRSTU".indexOf(found[1]);
  return `${view.size - Number(found[2])},${column}`;
}

/** What happened by a move: "White M6, captures 2". */
export function moveSentence(node) {
  const took = node.captures ? `, captures ${node.captures}` : "";
  return `${colourOf(node.side)} ${moveText(node)}${took}`;
}

/** A score in short: +84, win in 3, loss in 2. For side 0 if `first`, else for the side to move. */
export function scoreText(score) {
  if (!score) return "–";
  if (score.kind === "win") return score.value ? `win ${score.value}` : "won";
  if (score.kind === "loss") return score.value ? `loss ${score.value}` : "lost";
  return `${score.value > 0 ? "+" : score.value < 0 ? "−" : ""}${Math.abs(score.value)}`;
}

/** A count in short: 812, 41 k, 1.8 M. */
export function short(count) {
  if (count < 1000) return String(count);
  if (count < 1e6) return `${Math.round(count / 1000)} k`;
  return `${(count / 1e6).toFixed(1)} M`;
}

/** A clock: 4:41, 1:02:03, and tenths when little is left. */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${left.toFixed(1)}`;
  const whole = Math.floor(left);
  const pad = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
