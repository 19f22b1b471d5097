/** The step of a course on the board: it takes the viewer's move, explains it, and answers for the opponent. */

import * as api from "../game/api.js";
import { loadFamily, useFamily } from "../game/family.js";
import { setSolver, tried } from "../game/play.js";
import { NO_PICK, update } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { say } from "../words/say.js";

const ANSWER_MS = 900;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * step     null before the first
 * start    its position
 * phase    "asked", "wrong", "solved", or "judging" while a position is on the way
 * verdict  what is said about the move
 * @typedef {{step: Wire.LessonStep|null, start: View, phase: string, verdict: string}} Lesson
 */
/** @type {Lesson} */
export let now = { step: null, start: /** @type {any} */ (null), phase: "asked", verdict: "" };
let changed = () => {};
let done = () => {};
let timer = 0;

/** Call these after each change, and when the viewer has found a move. @param {() => any} listener @param {() => any} found */
export const follow = (listener, found) => ([changed, done] = [listener, found]);

/** @param {Partial<Lesson>} patch */
function change(patch) {
  now = { ...now, ...patch };
  changed();
}

/** @param {View} view */
const show = (view) => update({ view, hover: null, preview: null, shownLine: null, pick: NO_PICK });

/** Leave the step; what is on its way for it is dropped. */
export function end() {
  clearTimeout(timer);
  setSolver(null);
  now = { ...now, step: null };
}

/** The positions of a step after its own moves and these. @param {Wire.LessonStep} step @param {string[]} moves @returns {Promise<View[]|null>} */
async function viewsAfter(step, moves) {
  const { preset, position } = step;
  const views = await tried(api.post("line", { preset, position, moves: [...step.moves, ...moves] }));
  return now.step === step && views ? views.slice(step.moves.length) : null;
}

/** Put a step on the board. @param {Wire.LessonStep} step */
export async function begin(step) {
  end();
  change({ step, phase: "judging", verdict: "" });
  const views = await viewsAfter(step, []);
  if (!views) return;
  const [start] = views;
  const family = await loadFamily(start.family);
  if (now.step !== step) return;
  useFamily(family);
  change({ start });
  again();
}

/** Ask again. */
export function again() {
  show(now.start);
  setSolver(answer);
  change({ phase: "asked", verdict: "" });
}

/** Take the viewer's move. Returns true, as `play` does for a move that counts. @param {string} move */
async function answer(move) {
  const step = /** @type {Wire.LessonStep} */ (now.step);
  const reply = step.play[move] ?? (move in step.wrong ? null : step.play["*"]);
  if (reply) return right(step, move, reply, done);
  setSolver(null);
  change({ phase: "judging" });
  const views = await viewsAfter(step, [move]);
  if (!views) return refused(step);
  show(views[1]);
  change({ phase: "wrong", verdict: step.wrong[move] ?? step.wrong["*"] });
  return true;
}

/**
 * Show a right move, what there is to say of it, and the opponent's answer.
 * @param {Wire.LessonStep} step
 * @param {string} move
 * @param {string[]} reply
 * @param {() => any} found
 */
async function right(step, move, reply, found) {
  setSolver(null);
  change({ phase: "judging" });
  const views = await viewsAfter(step, [move, ...reply]);
  if (!views) return refused(step);
  found();
  show(views[1]);
  change({ verdict: step.right });
  if (reply.length && !still.matches) await new Promise((passed) => (timer = setTimeout(passed, ANSWER_MS)));
  if (now.step !== step) return false;
  show(views[views.length - 1]);
  const words = reply.length > 0 && say("lessons.answers", { colour: colourOf(1 - now.start.side), reply: reply.join(" ") });
  change({ phase: "solved", verdict: [step.right, words].filter(Boolean).join(" ") });
  return true;
}

/** The server did not answer: ask again, unless the viewer has left the step. @param {Wire.LessonStep} step */
function refused(step) {
  if (now.step === step) again();
  return false;
}

/** Show the first of the moves that are right; it does not count as found. */
export function showMove() {
  const { step, phase } = now;
  if (!step || (phase !== "asked" && phase !== "wrong")) return;
  const [move] = Object.keys(step.play);
  if (move !== "*") right(step, move, step.play[move], () => {});
}
