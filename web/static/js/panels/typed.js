/** Typed moves (K10, 10K, or Gipf's notation) and commands, also for screen readers. */

import * as analysis from "../game/analysis.js";
import { family } from "../game/family.js";
import * as game from "../game/play.js";
import { state } from "../game/store.js";
import { viewedNode } from "../game/tree.js";
import { chanceOf, colourOf, moveSentence, scoreText, statusText } from "../game/words.js";
import { toast } from "../page/dom.js";
import { tell } from "./live.js";

/** Commands. @type {Object<string, (rest: string) => any>} */
const COMMANDS = {
  undo: game.undo,
  redo: game.redo,
  hint: game.hint,
  resign: game.resign,
  prev: () => game.step(-1),
  next: () => game.step(1),
  first: () => game.step(-9999),
  end: () => game.step(9999),
  analyse: analysis.toggle,
  last: () => tell(state.viewed ? `${moveSentence(viewedNode())}.` : "No move yet."),
  status: () => tell(statusText()),
  eval: () => tell(evaluation()),
  best: () => tell(state.analysis?.lines[0]?.text || "No analysis. Type analyse."),
  captures: () => tell(captures()),
  row: readRow,
};

/** Play a typed move or run a command; false if that is impossible. */
export function typed(text) {
  const [word, ...rest] = text.toLowerCase().split(/\s+/);
  if (Object.hasOwn(COMMANDS, word)) return COMMANDS[word](rest.join(" "));
  if (!game.mayPlay()) return toast(`${statusText()}.`), false;
  const move = family().read(text);
  return move === null ? false : game.play(move);
}

function evaluation() {
  const score = analysis.scoreHere();
  if (!score) return "No score. Type analyse.";
  return `${colourOf(0)} ${chanceOf(score)} percent, ${scoreText(score)}.`;
}

function captures() {
  const { view } = state;
  const of = (side) => (view.family === "five" ? `${colourOf(side)} took ${view.captured[side]}` : `${colourOf(side)} has ${view.reserves[side]} in reserve, lost ${view.lost[side]}`);
  return `${of(0)}. ${of(1)}.`;
}

/** Announce the stones of a row of a square board or a file of Gipf: `row 10`, `row e`. */
function readRow(which) {
  const places = [...document.querySelectorAll("#grid button")].map((one) => one.dataset.place);
  const inRow = places.filter((place) => family().inRow(place, which));
  const stones = inRow.sort((a, b) => Number(a) - Number(b) || 0).map(family().label);
  tell(stones.filter((label) => !/empty|dot/.test(label)).join(", ") || `Row ${which} is empty.`);
}
