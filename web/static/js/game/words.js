/** Texts for the status, moves, scores, counts and clocks. */

import { family } from "./family.js";
import { state } from "./store.js";
import { nodeOf, viewedNode } from "./tree.js";

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** The colour of a side with a capital letter. */
export const colourOf = (side) => capital(state.view.colours[side]);

/** A sentence about the viewed position: the result, or the side to move. */
export function statusText() {
  const { game, view, viewed, lesson, mode, retry } = state;
  if (lesson) return lesson;
  const node = viewedNode();
  if (mode === "analyse" && retry === null && node?.mark && node.score) return mistakeText(node);
  const end = viewed === game.current ? game.result || view.outcome : view.outcome;
  if (end) return end.text;
  const mover = colourOf(view.side);
  if (game.notices.length && viewed === game.current && !game.thinking) return `${mover} to move. ${game.notices.join(" ")}`;
  if (game.thinking && viewed === game.current) return `${mover} is thinking`;
  if (view.family === "gipf" && !view.placing) return `${mover} to remove a row`;
  return `${mover} to move`;
}

/** What the game means to the only person who plays, in Play: "Your move"; else "". */
export function headline() {
  const { game, view, viewed, mode } = state;
  if (mode !== "play") return "";
  if (viewed !== game.current) return `Move ${view.ply}`;
  const people = [0, 1].filter((side) => game.players[side].kind === "human");
  if (people.length !== 1) return "";
  const end = game.result || view.outcome;
  if (end) return end.winner === null ? "A draw" : end.winner === people[0] ? "You win" : "The engine wins";
  if (view.side === people[0]) return "Your move";
  return game.thinking ? "The engine thinks" : "The engine waits";
}

/** A marked move in words: what it loses, the answer, and what was best. */
function mistakeText(node) {
  const [best] = nodeOf(node.parent).best.moves;
  return best ? `${faultOf(node)} Best was ${best}.` : faultOf(node);
}

/** What is wrong with a judged move, and how the opponent answers it. */
export function faultOf(node) {
  const [text, reply] = [family().moveText(node), node.best.moves[0]];
  const opponent = colourOf(1 - node.side);
  if (node.score.kind === "win") return `${text} loses by force: ${opponent} wins in ${node.score.value}${reply ? `, first ${reply}` : ""}.`;
  const fault = node.mark === "missed win" ? "misses a win" : `loses ${lossOf(node)} %`;
  return `${text} ${fault}${reply ? `: ${opponent} answers ${reply}` : ""}.`;
}

/** The percent of the mover's winning chance that a move loses. */
export function lossOf(node) {
  const lost = nodeOf(node.parent).score.percent - node.score.percent;
  return Math.round(Math.max(0, node.side === 0 ? lost : -lost));
}

/** A move as text: "White M6, captures 2". */
export function moveSentence(node) {
  const took = node.captures ? `, captures ${node.captures}` : "";
  return `${colourOf(node.side)} ${family().moveText(node)}${took}`;
}

/** A score for the side to move: +84, win 3, loss 2. */
export function scoreText(score) {
  if (!score) return "–";
  if (score.kind === "win") return score.value ? `win ${score.value}` : "won";
  if (score.kind === "loss") return score.value ? `loss ${score.value}` : "lost";
  return `${score.value > 0 ? "+" : score.value < 0 ? "−" : ""}${Math.abs(score.value)}`;
}

/** Side 0's chance to win in percent: 1 to 99 for an estimate; 0 and 100 are proven. */
export const chanceOf = ({ kind, percent }) => (kind === "score" ? Math.min(99, Math.max(1, Math.round(percent))) : Math.round(percent));

/** The same as text: 62 %, or a proven end: Black in 3. */
export function chanceText(score) {
  if (score.kind === "score") return `${chanceOf(score)} %`;
  const winner = colourOf(score.percent > 50 ? 0 : 1);
  return score.value ? `${winner} in ${score.value}` : `${winner} won`;
}

/**
 * How good a line of an analysis is: good, fair, poor or bad, by the percent that it loses against
 * the best one. A proven win is good, a proven loss bad.
 */
export function worthOf(line, best) {
  const { kind, percent } = line.score;
  if (kind !== "score") return kind === "win" ? "good" : "bad";
  const lost = Math.abs(best.score.percent - percent);
  return lost < 2 ? "good" : lost < 8 ? "fair" : lost < 16 ? "poor" : "bad";
}

/** A short form of a count: 812, 41 k, 1.8 M. */
export function short(count) {
  if (count < 1000) return String(count);
  if (count < 1e6) return `${Math.round(count / 1000)} k`;
  return `${(count / 1e6).toFixed(1)} M`;
}

/** Time left: 4:41, 1:02:03, or 0:09.5 below ten seconds. */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${left.toFixed(1)}`;
  const whole = Math.floor(left);
  const pad = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
