/**
 * The puzzle on the board: it judges the viewer's moves, answers for the opponent until a win is won,
 * gives hints and plays the solution.
 */

import { PUZZLES } from "../families/puzzles.js";
import * as api from "../game/api.js";
import { loadFamily, useFamily } from "../game/family.js";
import { fail, isDue, solve } from "../game/kept_puzzles.js";
import { setSolver, tried } from "../game/play.js";
import { NO_PICK, state, update } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { say } from "../words/say.js";

const STEP_MS = 900;
const DRAWN = 6; // moves of a refutation
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Object<string, string[]>} */
const THEMES = {
  fours: ["puzzles.winFours", "puzzles.byFours"],
  threes: ["puzzles.winThrees", "puzzles.byThrees"],
  captures: ["puzzles.winCaptures", "puzzles.byCaptures"],
  reserve: ["puzzles.winReserve", "puzzles.byReserve"],
  "gipf-pieces": ["puzzles.winPieces", "puzzles.byPieces"],
};

/**
 * begun    a mark of its own for each puzzle
 * puzzle   the puzzle or mistake; null if there is none
 * start    the position that is asked; it moves on as the viewer's moves are answered
 * ahead    the moves expected from there, of both sides
 * line     the moves so far, in the end those of the solution
 * phase    "asked", "judging", "wrong" or "solved"
 * verdict  what is said about the viewer's move, and hints
 * hints    how many were given
 * clean    whether it is solved without help so far
 * views    the positions along the line, and `at` the one shown
 */
/**
 * @typedef {{begun: object, puzzle: any, start: View, shown?: View, phase: string, verdict: string, hints: number,
 *   clean: boolean, repeated: boolean, line: string[], ahead: string[], views: View[], at: number}} Solving
 * @returns {Solving}
 */
const nothing = () => ({ begun: {}, puzzle: null, start: /** @type {any} */ (null), phase: "asked", verdict: "", hints: 0, clean: true, repeated: false, line: [], ahead: [], views: [], at: 0 });

export let now = nothing();
let changed = () => {};
let timer = 0;

/** Call `listener` after each change. @param {() => any} listener */
export const follow = (listener) => (changed = listener);

/** @param {Partial<Solving>} patch */
function change(patch) {
  now = { ...now, ...patch };
  changed();
}

/** Show a position of the puzzle. @param {View} view */
const show = (view, patch = {}) => update({ view, hover: null, preview: null, shownLine: null, pick: NO_PICK, ...patch });

/** The moves of the solution. @param {any} puzzle */
const solutionOf = (puzzle) => puzzle.line ?? puzzle.best;

/** @param {any} puzzle */
const request = (puzzle) => ({ preset: puzzle.preset, position: puzzle.position, pieces: puzzle.pieces ?? null });

/** Put a puzzle on the board, to be solved; null: none. @param {any} puzzle */
export async function begin(puzzle) {
  stop();
  setSolver(null);
  const empty = { ...nothing(), verdict: puzzle ? say("puzzles.loading") : "" };
  change(empty);
  if (!puzzle) return;
  const views = await tried(api.post("line", { ...request(puzzle), moves: [] }));
  if (!views) return;
  const [start] = views;
  const loaded = await loadFamily(start.family);
  if (state.mode !== "puzzle" || now.begun !== empty.begun) return;
  useFamily(loaded);
  show(start);
  setSolver(answer);
  change({ puzzle, start, ahead: solutionOf(puzzle), views, verdict: say("puzzles.ask"), repeated: Boolean(puzzle.line) && isDue(puzzle.id) });
}

/** Ask again. */
export function again() {
  show(now.start);
  setSolver(answer);
  change({ phase: "asked", verdict: say("puzzles.ask") });
}

/** Judge the viewer's move. Returns true, as `play` does for a move that counts. @param {string} move */
async function answer(move) {
  setSolver(null);
  const { puzzle, line, ahead } = now;
  if (move === ahead[0]) return right(move, ahead.slice(1), rightWords(puzzle, move));
  change({ phase: "judging", verdict: say("puzzles.judging", { move }) });
  const judged = await tried(api.post("judge", { ...request(puzzle), moves: line, move }));
  if (now.puzzle !== puzzle || state.mode !== "puzzle") return false;
  if (!judged) return again();
  const excuse = excused(puzzle, move, judged);
  if (excuse) return right(move, judged.reply.moves, excuse);
  if (now.clean) fail(puzzle.id);
  const drawn = { ...judged.reply, moves: judged.reply.moves.slice(0, DRAWN), points: judged.reply.points.slice(0, DRAWN) };
  const words = [wrongWords(puzzle, move, judged), drawn.moves.length && say("puzzles.refutation", { line: drawn.moves.join(" ") })];
  show(judged.view, { shownLine: drawn.moves.length ? drawn : null });
  change({ phase: "wrong", clean: false, shown: judged.view, verdict: words.filter(Boolean).join(" ") });
  return true;
}

/**
 * Why another move than the solution's is right, or "".
 * @param {any} puzzle
 * @param {string} move
 * @param {Wire.Judged} judged
 */
function excused(puzzle, move, judged) {
  if (puzzle.line) return isWin(puzzle) && judged.winner === now.start.side ? say("puzzles.alsoWins", { move }) : "";
  return judged.mark ? "" : say("puzzles.goodOwn", { move, best: now.ahead[0] });
}

/** @param {any} puzzle */
const isWin = (puzzle) => puzzle.kind === "win";

/**
 * The move was right. A win goes on with the opponent's answer; else the solution is played.
 * @param {string} move
 * @param {string[]} ahead what follows it
 * @param {string} verdict
 */
async function right(move, ahead, verdict) {
  const { puzzle, begun, start: { side } } = now;
  const line = [...now.line, move];
  if (!isWin(puzzle)) {
    solve(puzzle.id, now.clean);
    await playOut(verdict, [...line, ...ahead], line.length);
    return true;
  }
  change({ phase: "judging", verdict });
  const views = await tried(api.post("line", { ...request(puzzle), moves: [...line, ...ahead] }));
  const isLeft = () => now.begun !== begun || state.mode !== "puzzle";
  if (isLeft()) return false;
  if (!views) return again();
  const mine = views.findIndex((/** @type {View} */ view, /** @type {number} */ at) => at >= line.length && (view.outcome || view.side === side));
  const next = mine < 0 ? views.length - 1 : mine;
  const replies = ahead.slice(0, next - line.length);
  show(views[line.length]);
  change({ line: [...line, ...replies], ahead: ahead.slice(replies.length), views: views.slice(0, next + 1), at: next });
  if (views[next].outcome) {
    solve(puzzle.id, now.clean);
    change({ phase: "solved", verdict: say("puzzles.rightWin", { move }) });
    return true;
  }
  if (replies.length && !still.matches) await new Promise((done) => (timer = setTimeout(done, STEP_MS)));
  if (isLeft()) return false;
  const goOn = replies.length ? say("puzzles.answers", { opponent: opponent(), reply: replies.join(" ") }) : say("puzzles.goOn");
  show(views[next]);
  setSolver(answer);
  change({ start: views[next], phase: "asked", verdict: `${verdict} ${goOn}` });
  return true;
}

/** Show the solution without an answer. */
export async function giveUp() {
  const { puzzle, phase, clean } = now;
  if (!puzzle || phase === "solved" || phase === "judging") return;
  setSolver(null);
  if (clean) fail(puzzle.id);
  update({ pick: NO_PICK }); // of a hint
  change({ clean: false });
  await playOut(say("puzzles.solution", { move: now.ahead[0] }), [...now.line, ...now.ahead], now.line.length + 1);
}

/** Play a line from its move number `at` on. @param {string} verdict @param {string[]} line @param {number} at */
async function playOut(verdict, line, at) {
  const { puzzle } = now;
  change({ phase: "solved", verdict });
  const views = await tried(api.post("line", { ...request(puzzle), moves: line }));
  if (!views || now.puzzle !== puzzle || state.mode !== "puzzle") return;
  change({ line, views });
  goTo(at);
  if (!still.matches) timer = setTimeout(advance, STEP_MS);
}

function advance() {
  if (state.mode !== "puzzle" || now.at + 1 >= now.views.length) return;
  goTo(now.at + 1);
  timer = setTimeout(advance, STEP_MS);
}

/** Play the solution no further. */
export const stop = () => clearTimeout(timer);

/** Leave the puzzle. */
export function end() {
  stop();
  now = nothing();
}

/** Go to a position of the solution. @param {number} at */
export function goTo(at) {
  if (now.phase !== "solved") return;
  stop();
  const there = Math.max(0, Math.min(now.views.length - 1, at));
  if (!now.views.length) return;
  show(now.views[there]);
  change({ at: there });
}

/** Give the next hint: first the kind of the threat, then the place. */
export function hint() {
  const { puzzle, phase, hints } = now;
  if (!puzzle || phase !== "asked" || !now.ahead.length) return;
  if (now.clean) fail(puzzle.id);
  const first = puzzle.theme && hints === 0;
  change({ hints: hints + 1, clean: false, verdict: first ? themeWords(puzzle) : place(puzzle) });
}

/** @param {any} puzzle */
function themeWords(puzzle) {
  const [win, defence] = THEMES[puzzle.theme];
  return say(puzzle.kind === "win" ? win : defence, { count: puzzle.moves, opponent: opponent() });
}

/** Mark where the solution begins, and say what the mark means. @param {any} puzzle */
function place(puzzle) {
  const { words, zone, pick } = PUZZLES[state.view.family].mark(now.ahead[0], puzzle.position.length);
  if (zone) {
    change({ start: { ...now.start, zone } });
    show(now.start);
  }
  if (pick) update({ pick });
  return say(words);
}

const opponent = () => colourOf(1 - now.start.side);

/** @param {any} puzzle @param {string} move */
function rightWords(puzzle, move) {
  if (!puzzle.line) return say("puzzles.rightOwn", { move });
  if (puzzle.kind === "defence") return say("puzzles.rightDefence", { move });
  return say("puzzles.right", { move });
}

/** @param {any} puzzle @param {string} move @param {Wire.Judged} judged */
function wrongWords(puzzle, move, judged) {
  const [reply = ""] = judged.reply.moves;
  const values = { move, reply, opponent: opponent(), count: judged.after.value, percent: Math.round(judged.lost) };
  if (judged.winner === 1 - now.start.side) return say(reply ? "puzzles.loses" : "puzzles.lost", values);
  if (!puzzle.line) return say("puzzles.worse", values);
  return say(puzzle.kind === "win" ? "puzzles.letsGo" : "puzzles.notStopped", values);
}
