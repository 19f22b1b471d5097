/** Typed moves (K10, 10K, or another game's notation) and commands, also for screen readers. */

import * as analysis from "../game/analysis.js";
import { TYPING } from "../families/typed.js";
import { family } from "../game/family.js";
import * as game from "../game/play.js";
import { on, state } from "../game/store.js";
import { viewedNode } from "../game/tree.js";
import { chanceOf, colourOf, moveSentence, scoreText, statusText } from "../game/words.js";
import { byId, setText, toast } from "../page/dom.js";
import { tell } from "./speech.js";
import { say } from "../words/say.js";

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
  last: () => answer(state.viewed ? sentence(moveSentence(viewedNode())) : say("typed.noMove")),
  status: () => answer(statusText()),
  eval: () => answer(evaluation()),
  best: () => answer(state.analysis?.lines[0]?.moves.join(" ") || say("typed.noAnalysis")),
  captures: () => answer(captures()),
  row: readRow,
};

/** Show what a command answers, until the position changes, and announce it. @param {string} text */
function answer(text) {
  setText(byId("typed-answer"), text);
  tell(text);
}
on(["view"], () => setText(byId("typed-answer"), ""));

/** @param {string} text */
const sentence = (text) => say("typed.sentence", { text });

/** Play a typed move or run a command; false if that is impossible. @param {string} text */
export function typed(text) {
  const [word, ...rest] = text.toLowerCase().split(/\s+/);
  if (Object.hasOwn(COMMANDS, word)) return COMMANDS[word](rest.join(" "));
  if (!game.mayPlay()) {
    toast(sentence(statusText()));
    return false;
  }
  const move = TYPING[state.view.family].read(text);
  return move === null ? false : game.play(move);
}

function evaluation() {
  const score = analysis.scoreHere();
  if (!score) return say("typed.noScore");
  return say("typed.score", { colour: colourOf(0), percent: chanceOf(score), score: scoreText(score) });
}

function captures() {
  const { view } = state;
  /** @param {number} side */
  const of = (side) => (view.reserves ? say("typed.holds", { colour: colourOf(side), reserve: view.reserves[side], lost: view.lost?.[side] ?? 0 }) : say("typed.took", { colour: colourOf(side), count: view.captured?.[side] ?? 0 }));
  return say("typed.two", { first: of(0), second: of(1) });
}

/**
 * Announce the stones of a row or a file of the board: `row 10`, `row e`.
 * @param {string} which
 */
function readRow(which) {
  const places = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#grid button"))].map((one) => one.dataset.place ?? "");
  const taken = family().stones(state.view);
  const inRow = places.filter((place) => taken.has(place) && TYPING[state.view.family].inRow(place, which));
  const stones = inRow.sort((a, b) => Number(a) - Number(b) || 0).map(family().label);
  answer(stones.join(", ") || say("typed.empty", { row: which }));
}
