/** The screen of puzzles: a panel instead of those of the game, while the board shows a puzzle. */

import { choices } from "../dialogs/dialog.js";
import * as api from "../game/api.js";
import { isOffered } from "../game/family.js";
import { forget, isDue, kept } from "../game/kept_puzzles.js";
import { openGame, tried, turnTo } from "../game/play.js";
import { state } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { button, byId, el, fill, setText } from "../page/dom.js";
import { say } from "../words/say.js";
import { enter, isOpen, keepingFocus, showBoard, trays } from "./panel.js";
import * as solving from "./solving.js";

const OWN = "own";
const SOURCES = [["pente", "dialogs.pente"], ["keryo", "dialogs.keryo"], ["gomoku", "dialogs.gomoku"], ["gipf", "dialogs.gipf"], [OWN, "puzzles.own"]];
const LEVELS = [["all", "puzzles.all"], ["1", "puzzles.level1"], ["2", "puzzles.level2"], ["3", "puzzles.level3"], ["4", "puzzles.level4"], ["5", "puzzles.level5"]];

/** The server lists these with another game's. @type {Object<string, string>} */
const LISTED_WITH = { keryo: "pente" };
/** Lists of puzzles by family, as far as they were loaded. @type {Object<string, any[]>} */
const lists = {};
let [source, level] = ["", "all"];
/** The lessons whose puzzles are shown, in their order, instead of those of a source. @type {Wire.Lessons|null} */
let lessons = null;
let toLessons = () => {};
let calls = 0; // of `next`

/** @type {import("./panel.js").Screen} */
const SCREEN = {
  close: () => say("puzzles.close"),
  body,
  keys: {
    h: solving.hint,
    n: next,
    ArrowLeft: () => solving.goTo(solving.now.at - 1),
    ArrowRight: () => solving.goTo(solving.now.at + 1),
    Enter: () => (solving.now.phase === "wrong" ? solving.again() : solving.now.phase === "solved" && next()),
  },
  stop: solving.end,
};

/** Show a first puzzle of the family of the open game. */
export const openPuzzles = async () => isOffered("puzzles") && open(null);

/**
 * Show the puzzles that follow lessons.
 * @param {Wire.Lessons} after
 * @param {() => any} back  returns to the lessons
 */
export function openPuzzlesAfter(after, back) {
  toLessons = back;
  return open(after);
}

/** Show the panel, and a first puzzle. @param {Wire.Lessons|null} after */
async function open(after) {
  const isNew = !isOpen(SCREEN) || lessons !== after;
  lessons = after;
  if (!isNew) return next();
  source ||= state.game.preset in LISTED_WITH ? state.game.preset : state.game.group;
  solving.follow(show);
  await enter(SCREEN, after ? `${after.id}/puzzles` : "", isNew);
  return next();
}

function body() {
  return [
    el("p.soft", { id: "puzzle-about" }),
    el("div", { id: "puzzle-trays" }),
    el("p.sentence", { id: "puzzle-verdict", role: "status" }),
    el("div.row", { id: "puzzle-line", role: "group", "aria-label": say("puzzles.moves") }),
    el("div.row", { id: "puzzle-tools" }),
    el("div", { id: "puzzle-course" }, ...(lessons ? ofLessons() : ofChoice()), el("p.note-text.keys-note", { text: say("puzzles.keys") })),
  ];
}

const ofLessons = () => [el("p.soft", { id: "puzzle-score" }), button(say("lessons.back"), "cap", () => toLessons(), { id: "puzzle-lessons" })];

/** What the viewer has solved so far, and the choice of a source and a level. */
function ofChoice() {
  const sources = choices(say("puzzles.from"), "puzzles-of", SOURCES.map(([one, words]) => [one, say(words)]), source, (one) => {
    source = one;
    next();
  });
  const levels = choices(say("puzzles.level"), "puzzle-level", LEVELS.map(([one, words]) => [one, say(words), share(one)]), level, (one) => {
    level = one;
    next();
  });
  levels.id = "puzzle-levels";
  return [el("dl", { id: "puzzle-score" }), sources, levels, el("ul", { id: "puzzle-kept", "aria-label": say("puzzles.own") })];
}

/** How many puzzles of a level are solved; `showShares` fills it. @param {string} one */
const share = (one) => el("span.share", { "data-level": one }, el("progress", { "aria-hidden": "true", value: 0 }), el("span.soft"));

/** Choose the next puzzle: first one to be repeated, then one not yet solved. The last call counts. */
async function next() {
  const call = ++calls;
  const overtaken = () => call !== calls || !isOpen(SCREEN);
  /** @type {any[]} */
  const entries = await offered();
  if (overtaken()) return;
  const chosen = lessons ? following(entries) : drawn(entries);
  const isOwn = source === OWN && !lessons;
  const puzzle = chosen && (isOwn ? chosen : await tried(api.get(`puzzles/${encodeURIComponent(chosen.id)}`)));
  if (overtaken()) return;
  showBoard();
  await solving.begin(puzzle || null);
}

/** The next one that is not solved, in order; after all of them, the next one. @param {any[]} entries */
function following(entries) {
  const { solved } = kept();
  const here = entries.findIndex((one) => one.id === solving.now.puzzle?.id);
  const ahead = [...entries.slice(here + 1), ...entries.slice(0, here + 1)];
  return ahead.find((one) => !(one.id in solved)) ?? ahead[0];
}

/** One to be repeated, else one that is not yet solved, else another. @param {any[]} entries */
function drawn(entries) {
  const memory = kept();
  const other = entries.filter((one) => one.id !== solving.now.puzzle?.id);
  const due = other.filter((one) => isDue(one.id, memory));
  const fresh = other.filter((one) => !(one.id in memory.solved) && !(one.id in memory.again));
  const pool = [due, fresh, other, entries].find((some) => some.length) || [];
  return pool[Math.floor(Math.random() * pool.length)];
}

/** The puzzles of the chosen source and level. */
async function offered() {
  if (lessons) return lessons.puzzles.map((id) => ({ id }));
  if (source === OWN) return kept().own;
  return (await listed()).filter((one) => level === "all" || String(one.level) === level);
}

/** The puzzles of the chosen source. @returns {Promise<any[]>} */
async function listed() {
  const list = LISTED_WITH[source] ?? source;
  lists[list] ||= (await tried(api.get(`puzzles?of=${list}`))) || [];
  const apart = Object.keys(LISTED_WITH);
  return lists[list].filter((one) => (apart.includes(source) ? one.preset === source : !apart.includes(one.preset)));
}

/** Show the state of the puzzle in the panel. */
function show() {
  if (!isOpen(SCREEN)) return;
  const { puzzle, verdict, phase, repeated } = solving.now;
  setText(byId("title"), puzzle ? say("puzzles.titleOf", { title: puzzle.title }) : say("play.puzzles"));
  setText(byId("puzzle-task"), puzzle ? taskOf(puzzle) : say("play.puzzles"));
  fill(byId("puzzle-trays"), ...(puzzle ? trays() : []));
  setText(byId("puzzle-about"), puzzle ? [aboutOf(puzzle), repeated && say("puzzles.repeat")].filter(Boolean).join(" · ") : "");
  setText(byId("puzzle-verdict"), verdict || (puzzle ? "" : say(source === OWN ? "puzzles.noneOwn" : "puzzles.none")));
  byId("puzzle-panel").dataset.puzzle = puzzle?.id ?? "";
  byId("puzzle-panel").dataset.phase = phase === "solved" && !solving.now.clean ? "shown" : phase;
  keepingFocus(() => {
    fill(byId("puzzle-line"), ...steps());
    fill(byId("puzzle-tools"), ...tools());
    if (!lessons) showCourse();
  });
  if (lessons) setText(byId("puzzle-score"), say("lessons.solved", { count: lessons.puzzles.filter((id) => id in kept().solved).length, all: lessons.puzzles.length }));
}

/** Show what is solved, and of the viewer's mistakes each one. */
function showCourse() {
  const memory = kept();
  const due = Object.keys(memory.again).filter((id) => isDue(id, memory)).length;
  /** @type {[string, number][]} */
  const figures = [["puzzles.streak", memory.streak], ["puzzles.best", memory.best], ["puzzles.solved", Object.keys(memory.solved).length], ["puzzles.due", due]];
  fill(byId("puzzle-score"), ...figures.map(([words, count]) => el("div", {}, el("dt.soft", { text: say(words) }), el("dd", { text: String(count) }))));
  byId("puzzle-levels").hidden = source === OWN;
  fill(byId("puzzle-kept"), ...(source === OWN ? memory.own.map((one) => el("li", {}, keptButton(one))).reverse() : []));
  if (source !== OWN) showShares(memory.solved);
}

/** @param {Object<string, any>} solved */
async function showShares(solved) {
  const all = await listed();
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#puzzle-levels .share"))) {
    const here = all.filter((puzzle) => one.dataset.level === "all" || String(puzzle.level) === one.dataset.level);
    const count = here.filter((puzzle) => puzzle.id in solved).length;
    Object.assign(/** @type {Element} */ (one.firstElementChild), { max: here.length || 1, value: count });
    setText(/** @type {Element} */ (one.lastElementChild), `${count}/${here.length}`);
  }
}

/** One of the viewer's mistakes. @param {any} puzzle */
function keptButton(puzzle) {
  const isHere = puzzle.id === solving.now.puzzle?.id;
  return el("button", { type: "button", id: `kept ${puzzle.id}`, "aria-current": isHere ? "true" : null, onclick: () => solving.begin(puzzle), text: aboutOf(puzzle) });
}

/** @param {any} puzzle */
function taskOf(puzzle) {
  const colour = colourOf(solving.now.start.side);
  if (!puzzle.line) return say("puzzles.toImprove", { colour, move: puzzle.move });
  return say(puzzle.kind === "win" ? "puzzles.toWin" : "puzzles.toDefend", { colour });
}

/** @param {any} puzzle */
const aboutOf = (puzzle) =>
  lessons
    ? say("lessons.puzzle", { number: lessons.puzzles.indexOf(puzzle.id) + 1, count: lessons.puzzles.length, title: puzzle.title })
    : puzzle.line
    ? say("puzzles.about", { title: puzzle.title, level: puzzle.level })
    : say("puzzles.aboutOwn", { title: puzzle.title, percent: Math.round(puzzle.lost) });

/** The moves of the solution as buttons. */
function steps() {
  const { line, at, phase } = solving.now;
  return (phase === "solved" ? line : []).map((move, index) =>
    el("button", { type: "button", id: `puzzle-step-${index}`, "aria-current": at === index + 1 ? "step" : null, onclick: () => solving.goTo(index + 1), text: move }),
  );
}

function tools() {
  const { puzzle, phase, hints, ahead } = solving.now;
  const asked = phase === "asked" && puzzle;
  const withTheme = puzzle?.theme && hints === 0;
  return [
    asked && ahead.length > 0 && hints < (puzzle.theme ? 2 : 1) && button(say(withTheme ? "play.askHint" : "puzzles.where"), "bulb", solving.hint, { id: "puzzle-hint" }),
    phase === "wrong" && button(say("puzzles.again"), "again", solving.again, { id: "puzzle-again", class: "main" }),
    puzzle && phase !== "solved" && button(say("puzzles.show"), null, solving.giveUp, { id: "puzzle-show", disabled: phase === "judging" }),
    phase === "solved" && button(say("puzzles.stepBack"), "back", () => solving.goTo(solving.now.at - 1), { iconOnly: true, class: "icon-only", id: "puzzle-back" }),
    phase === "solved" && button(say("puzzles.stepOn"), "forward", () => solving.goTo(solving.now.at + 1), { iconOnly: true, class: "icon-only", id: "puzzle-on" }),
    phase === "solved" && button(say("dialogs.analyse"), null, analyse, { id: "puzzle-analyse" }),
    phase === "solved" && !puzzle.line && button(say("puzzles.forget"), "trash", drop, { iconOnly: true, class: "icon-only", id: "puzzle-forget" }),
    el("span.grow"),
    button(say("puzzles.next"), "forward", next, { id: "puzzle-next", class: phase === "solved" ? "main" : null }),
  ];
}

function drop() {
  forget(solving.now.puzzle.id);
  next();
}

/** Open the puzzle's position as a game in Analyse. */
async function analyse() {
  const { preset, position } = solving.now.puzzle;
  const game = await tried(api.imported({ text: position, format: "position", preset }));
  if (!game) return;
  await openGame(game);
  turnTo("analyse");
}
