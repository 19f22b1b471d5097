/** Texts for the status, moves, scores, counts and clocks. */

import { family } from "./family.js";
import { ownSide } from "./play.js";
import { state } from "./store.js";
import { nodeOf, viewedNode } from "./tree.js";
import { say } from "../words/say.js";

/** The name of a colour, "white" or "black", with a capital letter. @param {string} colour */
export const capitalColour = (colour) => say(colour === "white" ? "play.White" : "play.Black");

/** The name of a colour inside a sentence. @param {string} colour */
export const smallColour = (colour) => say(colour === "white" ? "play.white" : "play.black");

/** The colour of a side with a capital letter. @param {number} side */
export const colourOf = (side) => capitalColour(state.view.colours[side]);

/** A sentence about the viewed position: the result, or the side to move. */
export function statusText() {
  const { game, view, viewed, lesson, mode, retry } = state;
  if (lesson) return lesson;
  const node = viewedNode();
  if (mode === "analyse" && retry === null && node?.mark && node.score) return mistakeText(node);
  const end = viewed === game.current ? game.result || view.outcome : view.outcome;
  if (end) return end.text;
  const colour = colourOf(view.side);
  if (game.notices.length && viewed === game.current && !game.thinking) return say("play.toMoveNotes", { colour, notes: game.notices.join(" ") });
  if (game.draw_offered && viewed === game.current) return say("play.drawOffered");
  if (game.thinking && viewed === game.current) return say("play.thinking", { colour });
  if (view.barred) return view.barred;
  if (view.wanted) return say("play.wanted", { colour, wanted: view.wanted });
  return say(view.placing === false ? "play.toRemove" : "play.toMove", { colour });
}

/** What the game means to the only person who plays, in Play: "Your move"; else "". */
export function headline() {
  const { game, view, viewed, mode } = state;
  if (mode !== "play") return "";
  if (viewed !== game.current) return say("play.moveNumber", { count: view.ply });
  const own = ownSide();
  if (own === null) return "";
  const end = game.result || view.outcome;
  if (end) return say(end.winner === null ? "play.aDraw" : end.winner === own ? "play.youWin" : game.seats ? "seats.theyWin" : "play.engineWins");
  if ((game.seats?.turn ?? view.side) === own) return say("play.yourMove");
  if (game.seats) return say("seats.theirTurn");
  return say(game.thinking ? "play.engineThinks" : "play.engineWaits");
}

/** A marked move in words: what it loses, the answer, and what was best. @param {Wire.Node} node */
function mistakeText(node) {
  const { best } = nodeOf(node.parent);
  return best.moves.length ? say("analysis.faultBest", { fault: faultOf(node), best: bestText(best) }) : faultOf(node);
}

/** The best move in words, and what it does. @param {Wire.BestLine} line */
export function bestText(line) {
  const [[move], deeds] = [line.moves, deedsOf(line)];
  return say(deeds ? "analysis.bestWasTo" : "analysis.bestWas", { move, deeds });
}

/** A hint in words, and what its move does. @param {Wire.Hint} hint */
export function hintText({ best }) {
  const deeds = deedsOf(best);
  return say(deeds ? "play.hintTo" : "play.hint", { text: best.moves[0], deeds });
}

/** The texts of a fault: alone, with the answer, and with what the answer makes or takes. */
const FAULTS = {
  force: ["analysis.force", "analysis.forceReply", "analysis.forceLets"],
  misses: ["analysis.misses", "analysis.missesReply", "analysis.missesLets"],
  loses: ["analysis.loses", "analysis.losesReply", "analysis.losesLets"],
};

/** What is wrong with a judged move, and how the opponent answers it. @param {Wire.Node} node */
export function faultOf(node) {
  const [reply, deeds] = [node.best.moves[0], deedsOf(node.best)];
  const [alone, answered, lets] = node.score?.kind === "win" ? FAULTS.force : nodeOf(node.parent).score?.kind === "win" ? FAULTS.misses : FAULTS.loses;
  const [move, colour, count] = [family().moveText(node), colourOf(1 - node.side), node.score?.value ?? 0];
  return say(!reply ? alone : deeds ? lets : answered, { move, colour, reply, deeds, count, percent: lossOf(node) });
}

/** The keys of what a move makes, of what it threatens, and of what it stops. @type {Object<string, string>} */
const SHAPES = { five: "analysis.five", "open four": "analysis.openFour", four: "analysis.four", "open three": "analysis.openThree", row: "analysis.row" };
/** @type {Object<string, string>} */
const THREATS = { five: "analysis.toFive", captures: "analysis.toCaptures", "open four": "analysis.toOpenFour", take: "analysis.toTake", row: "analysis.toRow", rowTaking: "analysis.toRowTaking" };
/** @type {Object<string, string>} */
const STOPS = { five: "analysis.stopFive", captures: "analysis.stopCaptures", "open four": "analysis.stopOpenFour", take: "analysis.stopTake", row: "analysis.stopRow", rowTaking: "analysis.stopRowTaking" };
const MOST_DEEDS = 3; // in a sentence

/** What the first answer of a line does: "make a four, take 2 stones and stop an open four", or "". @param {Wire.BestLine} line */
function deedsOf({ makes = [], captures = 0, threatens = [], stops = [], points }) {
  const shapes = [...new Set(makes)].map((shape) => say(SHAPES[shape], { count: makes.filter((one) => one === shape).length }));
  /** @param {Object<string, string>} keys @param {Wire.Threat} threat */
  const named = (keys, { what, at, takes }) => say(keys[what === "row" && takes ? "rowTaking" : what], { at, count: takes ?? 0 });
  const coming = threatens.slice(0, 2).map((threat) => say("analysis.to", { deed: named(THREATS, threat) }));
  const deeds = [
    shapes.length && say("analysis.make", { what: listed(shapes) }),
    captures && say(typeof points[0] === "number" ? "analysis.take" : "analysis.takePieces", { count: captures }),
    ...stops.map((threat) => named(STOPS, threat)),
    coming.length && say("analysis.threaten", { deeds: listed(coming) }),
  ];
  return listed(/** @type {string[]} */ (deeds.filter(Boolean).slice(0, MOST_DEEDS)));
}

/** "one, two and three". @param {string[]} items */
const listed = (items) => items.length ? items.reduce((first, second, index) => say(index < items.length - 1 ? "analysis.comma" : "analysis.and", { first, second })) : "";

/** The percent of the mover's winning chance that a move loses. @param {Wire.Node} node */
export function lossOf(node) {
  const lost = (nodeOf(node.parent).score?.percent ?? 0) - (node.score?.percent ?? 0);
  return Math.round(Math.max(0, node.side === 0 ? lost : -lost));
}

/** A move as text: "White M6, captures 2". @param {Wire.Node} node */
export function moveSentence(node) {
  const values = { colour: colourOf(node.side), move: family().moveText(node), count: node.captures };
  return say(node.captures ? "play.moveCaptures" : "play.move", values);
}

/** A score for the side to move: +84, win 3, loss 2. @param {{kind: string, value: number}} score */
export function scoreText(score) {
  const count = score.value;
  if (score.kind === "win") return say(count ? "analysis.win" : "analysis.won", { count });
  if (score.kind === "loss") return say(count ? "analysis.loss" : "analysis.lost", { count });
  return `${score.value > 0 ? "+" : score.value < 0 ? "−" : ""}${Math.abs(score.value)}`;
}

/**
 * Side 0's chance to win in percent: 1 to 99 for an estimate; 0 and 100 are proven.
 * @param {Wire.Score} score
 */
export const chanceOf = ({ kind, percent }) => (kind === "score" ? Math.min(99, Math.max(1, Math.round(percent))) : Math.round(percent));

/** The same as text: 62 %, or a proven end: Black in 3. @param {Wire.Score} score */
export function chanceText(score) {
  if (score.kind === "score") return say("analysis.percent", { percent: chanceOf(score) });
  const colour = colourOf(score.percent > 50 ? 0 : 1);
  return say(score.value ? "analysis.wins" : "analysis.hasWon", { colour, count: score.value });
}

/**
 * How good a line of an analysis is: good, fair, poor or bad, by the percent that it loses against
 * the best one. A proven win is good, a proven loss bad.
 * @param {{score: Wire.Score}} line
 * @param {{score: Wire.Score}} best
 */
export function worthOf(line, best) {
  const { kind, percent } = line.score;
  if (kind !== "score") return kind === "win" ? "good" : "bad";
  const lost = Math.abs(best.score.percent - percent);
  return lost < 2 ? "good" : lost < 8 ? "fair" : lost < 16 ? "poor" : "bad";
}

/** A short form of a count: 812, 41 k, 1.8 M. @param {number} count */
export function short(count) {
  if (count < 1000) return String(count);
  if (count < 1e6) return say("analysis.thousand", { count: Math.round(count / 1000) });
  return say("analysis.million", { count: (count / 1e6).toFixed(1) });
}

/** Time left: 4:41, 1:02:03, or 0:09.5 below ten seconds. @param {number} seconds */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${left.toFixed(1)}`;
  const whole = Math.floor(left);
  /** @param {number} n */
  const pad = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
