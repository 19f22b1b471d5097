/** What a click on a place does in all families of games. */

import { button, toast } from "../page/dom.js";
import { family } from "./family.js";
import { isWatching, mayPlay, play } from "./play.js";
import { state, update } from "./store.js";
import { say } from "../words/say.js";

/** Letter of a side's stones: "w" or "b". @param {number} side */
export const colourLetter = (side) => state.view.colours[side][0];

/** All places where a click leads to a move. @returns {Set<string>} */
export const openPlaces = () => (mayPlay() ? family().open() : new Set());

/** Takes the clicks while a position is set up. @type {((place: string) => any)|null} */
let editor = null;
/** @param {((place: string) => any)|null} taker */
export const setEditor = (taker) => (editor = taker);

/**
 * Handle a click on a place. `by` is "mouse", "touch", "pen" or "key".
 * @param {string} place
 * @param {string} by
 */
export function act(place, by) {
  if (!state.view) return null;
  if (editor) return editor(place);
  if (mayPlay()) return family().act(place, by);
  return state.mode === "puzzle" ? null : refuse();
}

/**
 * Whether a click plays at once: mouse and keys do, touch depends on the settings.
 * @param {string} by
 * @param {string} place
 */
export function takesAtOnce(by, place) {
  const { touch } = state.settings;
  if (by === "key" || by === "mouse" || touch === "direct") return true;
  return touch === "two-tap" && state.preview === place;
}

/** Play the move of a place, or after a touch show it and ask. @param {string} place @param {string} by @param {string} move */
export const playOrAsk = (place, by, move) => (takesAtOnce(by, place) ? play(move) : update({ preview: place, hover: null }));

/** Play the pending move. */
export const confirm = () => family().confirm();

/** Drop the pending move and all choices. */
export function cancel() {
  update({ preview: null, shownLine: null, pick: { ...state.pick, dot: null, choice: -1 } });
}

/** The two buttons of a question. @param {string} words */
export const yesNo = (words) => [
  button(words, "check", confirm, { class: "main", id: "confirm" }),
  button(say("play.cancel"), "close", cancel),
];

function refuse() {
  const { game, view, viewed } = state;
  if (isWatching()) return toast(say("seats.watching"));
  if (game.seats && !game.result) return toast(say(viewed === game.current ? "seats.theirTurn" : "play.back"));
  const over = view.outcome || (game.result && viewed === game.current);
  if (over) toast(say("play.isOver"));
  else toast(say(game.thinking ? "play.isThinking" : "play.isEngines"));
}
