/** Texts for the status, moves, scores, counts and clocks. */

import { family } from "./family.js";
import { state } from "./store.js";

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** The colour of a side with a capital letter. */
export const colourOf = (side) => capital(state.view.colours[side]);

/** A sentence about the viewed position: the result, or the side to move. */
export function statusText() {
  const { game, view, viewed, lesson } = state;
  if (lesson) return lesson;
  const end = viewed === game.current ? game.result || view.outcome : view.outcome;
  if (end) return end.text;
  const mover = colourOf(view.side);
  if (game.notices.length && viewed === game.current && !game.thinking) return `${mover} to move. ${game.notices.join(" ")}`;
  if (game.thinking && viewed === game.current) return `${mover} is thinking`;
  if (view.family === "gipf" && !view.placing) return `${mover} to remove a row`;
  return `${mover} to move`;
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
export const chanceOf = ({ kind, percent }) => (kind === "score" && percent > 0 && percent < 100 ? Math.min(99, Math.max(1, Math.round(percent))) : Math.round(percent));

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
