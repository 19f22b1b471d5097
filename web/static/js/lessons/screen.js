/** The screen of lessons: a course of steps on the board, and the puzzles that follow it. */

import { choices } from "../dialogs/dialog.js";
import { parseAddress } from "../game/address.js";
import * as api from "../game/api.js";
import { kept, learned } from "../game/kept_puzzles.js";
import { tried } from "../game/play.js";
import { state } from "../game/store.js";
import { button, byId, el, fill, icon, setText } from "../page/dom.js";
import { enter, isOpen, keepingFocus, showBoard, trays } from "../puzzles/panel.js";
import { openPuzzles, openPuzzlesAfter } from "../puzzles/screen.js";
import { LANGUAGE, say } from "../words/say.js";
import * as lesson from "./lesson.js";

const PUZZLES = "puzzles"; // in an address, instead of a step's number
/** @type {Wire.Lessons[]|null} */
let courses = null;
/** @type {Wire.Lessons} */
let course = /** @type {any} */ (null); // until the first is opened
let at = 0; // the step

/** @type {import("../puzzles/panel.js").Screen} */
const SCREEN = {
  close: () => say("lessons.close"),
  body,
  keys: {
    h: lesson.showMove,
    n: next,
    ArrowLeft: () => at > 0 && go(at - 1),
    ArrowRight: () => at + 1 < course.steps.length && go(at + 1),
    Enter: () => (lesson.now.phase === "wrong" ? lesson.again() : lesson.now.phase === "solved" && next()),
  },
  stop: lesson.end,
};

/** Open what the page's address names: lessons or puzzles. */
export async function openAddress() {
  const where = parseAddress()?.course;
  return where ? openLessons(where) : openPuzzles();
}

/**
 * Open a course: "pente" or "" where it goes on, "pente/3" at a step, "pente/puzzles" at its puzzles.
 * Without a name it is that of the open game.
 */
export async function openLessons(where = "") {
  courses ||= await tried(api.get(`lessons?language=${LANGUAGE}`));
  if (!courses?.length) return;
  const [name, part] = where.split("/");
  const wanted = [name, state.game.preset, state.game.group];
  course = wanted.map((id) => courses?.find((one) => one.id === id)).find(Boolean) ?? courses[0];
  if (part === PUZZLES) return toPuzzles();
  const number = Number(part);
  await go(course.steps[number - 1] ? number - 1 : firstToDo());
}

/** The id of a step among those that are done. @param {Wire.LessonStep} step */
const idOf = (step) => `${course.id} ${step.id}`;
/** @param {Wire.LessonStep} step */
const isDone = (step) => idOf(step) in kept().lessons;
const firstToDo = () => Math.max(0, course.steps.findIndex((step) => !isDone(step)));

/** Show a step. @param {number} number */
async function go(number) {
  at = number;
  lesson.follow(show, () => learned(idOf(course.steps[number])));
  await enter(SCREEN, `${course.id}/${number + 1}`);
  showBoard();
  await lesson.begin(course.steps[number]);
}

/** Show the puzzles of the course; from them one returns to its steps. */
function toPuzzles() {
  const { id } = course;
  return openPuzzlesAfter(course, () => openLessons(id));
}

/** Go on: to the next step, after the last one to the puzzles. */
function next() {
  return at + 1 < course.steps.length ? go(at + 1) : toPuzzles();
}

function body() {
  return [
    el("p.soft", { id: "puzzle-about" }),
    el("p", { id: "lesson-ask", role: "status" }),
    el("p.sentence", { id: "puzzle-verdict", role: "status" }),
    el("div.row", { id: "puzzle-tools" }),
    el("div", { id: "puzzle-trays" }),
    el("div.row", { id: "puzzle-line", role: "group", "aria-label": say("lessons.steps") }),
    choices(say("lessons.of"), "lessons-of", (courses ?? []).map((one) => [one.id, one.title]), course.id, openLessons),
    el("p.note-text.keys-note", { text: say("lessons.keys") }),
  ];
}

/** Show the state of the step in the panel. */
function show() {
  const { step, phase, verdict } = lesson.now;
  if (!step || !isOpen(SCREEN)) return;
  setText(byId("title"), say("lessons.titleOf", { title: course.title }));
  setText(byId("puzzle-task"), step.title);
  setText(byId("puzzle-about"), say("lessons.about", { title: course.title, number: at + 1, count: course.steps.length }));
  setText(byId("lesson-ask"), step.ask);
  fill(byId("puzzle-trays"), ...(state.view.captured?.every((count) => !count) ? [] : trays()));
  setText(byId("puzzle-verdict"), verdict || say("puzzles.ask"));
  Object.assign(byId("puzzle-panel").dataset, { lesson: `${course.id}/${step.id}`, phase });
  byId("puzzle-panel").querySelector(`input[value="${course.id}"]`).checked = true; // after Back
  keepingFocus(() => {
    fill(byId("puzzle-line"), ...course.steps.map(stepButton), puzzlesButton());
    fill(byId("puzzle-tools"), ...tools(step, phase));
  });
}

/** @param {Wire.LessonStep} step @param {number} index */
function stepButton(step, index) {
  const [number, title, done] = [index + 1, step.title, isDone(step)];
  const label = say(done ? "lessons.stepDone" : "lessons.step", { number, title });
  return el("button", {
    type: "button",
    id: `lesson-step-${number}`,
    class: done ? "done" : null,
    "aria-current": index === at ? "step" : null,
    "aria-label": label,
    title: label,
    onclick: () => go(index),
    text: done && index !== at ? "✓" : String(number),
  });
}

/** What leads to the puzzles, like a step. */
function puzzlesButton() {
  const label = say("lessons.puzzles", { count: course.puzzles.length });
  return el("button", { type: "button", id: "lesson-puzzles", "aria-label": label, title: label, onclick: toPuzzles }, icon("puzzle"));
}

/** @param {Wire.LessonStep} step @param {string} phase */
function tools(step, phase) {
  const isLast = at + 1 === course.steps.length;
  const words = isLast ? say("lessons.puzzles", { count: course.puzzles.length }) : say("lessons.next");
  return [
    phase === "wrong" && button(say("puzzles.again"), "again", lesson.again, { id: "lesson-again", class: "main" }),
    phase !== "solved" && !("*" in step.play) && button(say("lessons.show"), "bulb", lesson.showMove, { id: "lesson-show", disabled: phase === "judging" }),
    el("span.grow"),
    button(words, "forward", next, { id: "lesson-next", class: phase === "solved" ? "main" : null }),
  ];
}
