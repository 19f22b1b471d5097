/** The puzzle on the board: it judges the viewer's move, gives hints and plays the solution. */

import { PUZZLES } from "../families/puzzles.js";
import * as api from "../game/api.js";
import { loadFamily, useFamily } from "../game/family.js";
import { fail, isDue, solve } from "../game/kept_puzzles.js";
import { setSolver, tried } from "../game/play.js";
import { NO_PICK, state, update } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { say } from "../words/say.js";
import "../words/puzzles.js";

const STEP_MS = 900;
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
 * phase    "asked", "judging", "wrong" or "solved"
 * verdict  what is said about the viewer's move, and hints
 * hints    how many were given
 * clean    whether it is solved without help so far
 * views    positions of the solution, and `at` the one shown
 */
/**
 * @typedef {{begun: object, puzzle: any, start: View, shown?: View, phase: string, verdict: string, hints: number,
 *   clean: boolean, repeated: boolean, line: string[], views: View[], at: number}} Solving
 * @returns {Solving}
 */
const nothing = () => ({ begun: {}, puzzle: null, start: /** @type {any} */ (null), phase: "asked", verdict: "", hints: 0, clean: true, repeated: false, line: [], views: [], at: 0 });

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

/** Whether the board shows the puzzle. */
export const isShown = () => now.start !== null && (state.view === now.start || state.view === now.shown || now.views.includes(state.view));

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
  change({ puzzle, start, verdict: say("puzzles.ask"), repeated: Boolean(puzzle.line) && isDue(puzzle.id) });
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
  const { puzzle } = now;
  const [best] = solutionOf(puzzle);
  if (move === best) return right(puzzle, rightWords(puzzle, move));
  change({ phase: "judging", verdict: say("puzzles.judging", { move }) });
  const judged = await tried(api.post("judge", { ...request(puzzle), move }));
  if (now.puzzle !== puzzle || state.mode !== "puzzle") return false;
  if (!judged) return again();
  const excuse = excused(puzzle, move, judged);
  if (excuse) return right(puzzle, excuse, [move, ...judged.reply.moves]);
  if (now.clean) fail(puzzle.id);
  const words = wrongWords(puzzle, move, judged);
  const drawn = judged.reply.moves.length ? say("puzzles.refutation", { line: judged.reply.moves.join(" ") }) : "";
  show(judged.view, { shownLine: judged.reply.moves.length ? judged.reply : null });
  change({ phase: "wrong", clean: false, shown: judged.view, verdict: `${words} ${drawn}` });
  return true;
}

/**
 * Why another move than the solution's is right, or "".
 * @param {any} puzzle
 * @param {string} move
 * @param {Wire.Judged} judged
 */
function excused(puzzle, move, judged) {
  const [best] = solutionOf(puzzle);
  if (puzzle.line) return puzzle.kind === "win" && judged.winner === now.start.side ? say("puzzles.alsoWins", { move, best }) : "";
  return judged.mark ? "" : say("puzzles.goodOwn", { move, best });
}

/** The move was right: play the solution. @param {any} puzzle @param {string} verdict */
async function right(puzzle, verdict, line = solutionOf(puzzle)) {
  solve(puzzle.id, now.clean);
  await playOut(puzzle, verdict, line);
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
  const line = solutionOf(puzzle);
  await playOut(puzzle, say("puzzles.solution", { move: line[0] }), line);
}

/** @param {any} puzzle @param {string} verdict @param {string[]} line */
async function playOut(puzzle, verdict, line) {
  change({ phase: "solved", verdict, line: [], views: [] });
  const views = await tried(api.post("line", { ...request(puzzle), moves: line }));
  if (!views || now.puzzle !== puzzle || state.mode !== "puzzle") return;
  change({ line, views, at: 0 });
  goTo(1);
  if (!still.matches) timer = setTimeout(advance, STEP_MS);
}

function advance() {
  if (state.mode !== "puzzle" || now.at + 1 >= now.views.length) return;
  goTo(now.at + 1);
  timer = setTimeout(advance, STEP_MS);
}

/** Play the solution no further. */
export const stop = () => clearTimeout(timer);

/** Go to a position of the solution. @param {number} at */
export function goTo(at) {
  stop();
  const there = Math.max(0, Math.min(now.views.length - 1, at));
  if (!now.views.length) return;
  show(now.views[there]);
  change({ at: there });
}

/** Give the next hint: first the kind of the threat, then the place. */
export function hint() {
  const { puzzle, phase, hints } = now;
  if (!puzzle || phase !== "asked") return;
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
  const { words, zone, pick } = PUZZLES[state.view.family].mark(solutionOf(puzzle)[0], puzzle.position.length);
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
  return say(PUZZLES[now.start.family].right, { move, count: puzzle.moves });
}

/** @param {any} puzzle @param {string} move @param {Wire.Judged} judged */
function wrongWords(puzzle, move, judged) {
  const [reply = ""] = judged.reply.moves;
  const values = { move, reply, opponent: opponent(), count: judged.after.value, percent: Math.round(judged.lost) };
  if (judged.winner === 1 - now.start.side) return say(reply ? "puzzles.loses" : "puzzles.lost", values);
  if (!puzzle.line) return say("puzzles.worse", values);
  return say(puzzle.kind === "win" ? "puzzles.letsGo" : "puzzles.notStopped", values);
}
