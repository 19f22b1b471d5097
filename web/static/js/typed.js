/** Typed moves, K10 or 10K or Gipf's notation, and a few words for those who do not look. */

import * as analysis from "./analysis.js";
import { byId } from "./dom.js";
import { squarePoint } from "./geometry.js";
import { tell } from "./live.js";
import * as game from "./play.js";
import { state } from "./store.js";
import { viewedNode } from "./tree.js";
import { colourOf, moveSentence, placeLabel, scoreText, statusText } from "./words.js";
import { playPoint } from "./act.js";

/** Words that are understood instead of a move. @type {Object<string, (rest: string) => any>} */
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

/** Listen to the form. */
export function startTyped() {
  byId("typed").addEventListener("submit", async (event) => {
    event.preventDefault();
    const box = byId("typed-move");
    const text = box.value.trim();
    if (text && (await typed(text)) !== false) box.value = "";
  });
}

/** Do what was typed; false if it could not be done. */
function typed(text) {
  const [word, ...rest] = text.toLowerCase().split(/\s+/);
  if (COMMANDS[word]) return COMMANDS[word](rest.join(" "));
  if (!game.mayPlay()) return game.toast(`${statusText()}.`), false;
  if (state.view.family === "gipf") return game.play(gipfMove(text));
  const point = squarePoint(text, state.view.size);
  if (point === null) {
    game.toast(`"${text}" names no point here: type a letter and a number, as K10 or 10K. There is no I.`);
    return false;
  }
  return playPoint(String(point));
}

/** A decision as the server spells it: dot and first spot are taken for the push they begin. */
function gipfMove(text) {
  const word = text.replace(/^g(?=[a-i]\d)/i, "G").replace(/(?!^G)[A-I](?=\d)/g, (letter) => letter.toLowerCase());
  const [dot, first] = word.replace(/^G/, "").split("-");
  const known = state.view.moves;
  if (known.some((move) => move.move === word)) return word;
  const begun = known.find((move) => move.dot === dot && move.first === first && move.gipf === word.startsWith("G"));
  return begun ? begun.move : word;
}

function evaluation() {
  const score = analysis.scoreHere();
  if (!score) return "No score. Type analyse.";
  return `${colourOf(0)} ${Math.round(score.percent)} percent, ${scoreText(score)}.`;
}

function captures() {
  const { view } = state;
  const of = (side) => (view.family === "five" ? `${colourOf(side)} took ${view.captured[side]}` : `${colourOf(side)} has ${view.reserves[side]} in reserve, lost ${view.lost[side]}`);
  return `${of(0)}. ${of(1)}.`;
}

/** The stones of a row of a square board, or of a file of Gipf: `row 10`, `row e`. */
function readRow(which) {
  const places = [...document.querySelectorAll("#grid button")].map((one) => one.dataset.place);
  const { view } = state;
  const inRow = (place) =>
    view.family === "five" ? view.size - Math.floor(Number(place) / view.size) === Number(which) : place[0] === which;
  const stones = places.filter(inRow).sort((a, b) => Number(a) - Number(b) || 0).map(placeLabel);
  tell(stones.filter((label) => !/empty|dot/.test(label)).join(", ") || `Row ${which} is empty.`);
}
