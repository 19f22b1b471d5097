/** The screen of puzzles: a panel instead of those of the game, while the board shows a puzzle. */

import { focusBoard, leaveBoard } from "../board/board.js";
import { choices, menu } from "../dialogs/dialog.js";
import { cancel, confirm } from "../game/act.js";
import * as api from "../game/api.js";
import { isOffered } from "../game/family.js";
import { forget, isDue, kept } from "../game/kept_puzzles.js";
import { openGame, setSolver, tried, turnTo } from "../game/play.js";
import { returnToGame } from "../game/returning.js";
import { on, state, update } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { trayOf } from "../panels/players.js";
import { button, byId, el, fill, isForFocus, loadStyles, setText } from "../page/dom.js";
import { say } from "../words/say.js";
import * as solving from "./solving.js";

const OWN = "own";
const SOURCES = [["pente", "puzzles.pente"], ["keryo", "puzzles.keryo"], ["gomoku", "puzzles.gomoku"], ["gipf", "puzzles.gipf"], [OWN, "puzzles.own"]];
const LEVELS = [["all", "puzzles.all"], ["1", "puzzles.level1"], ["2", "puzzles.level2"], ["3", "puzzles.level3"], ["4", "puzzles.level4"], ["5", "puzzles.level5"]];

/** The server lists these with another game's. @type {Object<string, string>} */
const LISTED_WITH = { keryo: "pente" };
/** Lists of puzzles by family, as far as they were loaded. @type {Object<string, any[]>} */
const lists = {};
let [source, level, follows] = ["", "all", false];
/** The mode to return to. @type {"play"|"analyse"} */
let before = "play";
let calls = 0; // of `next`

/** Show the panel, and a first puzzle: of the family of the open game. */
export async function openPuzzles() {
  if (!isOffered("puzzles")) return;
  await Promise.all([loadStyles("dialog"), loadStyles("puzzle")]);
  document.querySelector("dialog")?.close();
  if (state.mode === "puzzle") return next();
  source ||= state.game.preset in LISTED_WITH ? state.game.preset : state.game.group;
  before = state.mode === "analyse" ? "analyse" : "play";
  update({ mode: "puzzle", analysing: false, threat: false, retry: null, hover: null, preview: null, shownLine: null, lesson: null, hint: null });
  setText(byId("title"), say("puzzles.title"));
  document.querySelector(".side")?.prepend(panel());
  solving.follow(show);
  if (!follows) {
    follows = true;
    on(["mode"], () => state.mode !== "puzzle" && close());
    addEventListener("keydown", press);
  }
  return next();
}

/** Remove the panel; if the board still shows a puzzle, return to the game. */
async function close() {
  if (!byId("puzzle-panel")) return;
  byId("puzzle-panel").remove();
  solving.stop();
  setSolver(null);
  const { mode } = state;
  if (!solving.isShown() && state.view === state.game.position) return;
  if (await returnToGame()) turnTo(mode);
}

const leave = () => update({ mode: before });

function panel() {
  /** @param {string[][]} options */
  const named = (options) => options.map(([one, words]) => [one, say(words)]);
  return el(
    "section.card",
    { id: "puzzle-panel", "aria-labelledby": "puzzle-task" },
    el(
      "div.head",
      {},
      el("h2", { id: "puzzle-task" }),
      el("span.end", {}, button(say("puzzles.close"), "close", leave, { iconOnly: true, class: "icon-only", id: "close-puzzles" })),
    ),
    el("p.soft", { id: "puzzle-about" }),
    el("div", { id: "puzzle-trays" }),
    el("p", { id: "puzzle-verdict", role: "status" }),
    el("div.row", { id: "puzzle-line", role: "group", "aria-label": say("puzzles.moves") }),
    el("div.row", { id: "puzzle-tools" }),
    el("p.soft", { id: "puzzle-score" }),
    choices(say("puzzles.from"), "puzzles-of", named(SOURCES), source, (one) => {
      source = one;
      next();
    }),
    menu(say("puzzles.level"), named(LEVELS), level, {
      id: "puzzle-level",
      onchange: (event) => {
        level = event.target.value;
        next();
      },
    }),
    el("p.note-text.keys-note", { text: say("puzzles.keys") }),
  );
}

/** Choose the next puzzle: first one to be repeated, then one not yet solved. The last call counts. */
async function next() {
  const call = ++calls;
  const overtaken = () => call !== calls || state.mode !== "puzzle";
  /** @type {any[]} */
  const entries = await offered();
  if (overtaken()) return;
  const memory = kept();
  const other = entries.filter((one) => one.id !== solving.now.puzzle?.id);
  const due = other.filter((one) => isDue(one.id, memory));
  const fresh = other.filter((one) => !(one.id in memory.solved) && !(one.id in memory.again));
  const pool = [due, fresh, other, entries].find((some) => some.length) || [];
  const chosen = pool[Math.floor(Math.random() * pool.length)];
  const puzzle = chosen && (source === OWN ? chosen : await tried(api.get(`puzzles/${encodeURIComponent(chosen.id)}`)));
  if (overtaken()) return;
  if (matchMedia("(max-width: 860px)").matches) scrollTo({ top: 0 }); // the panel lies below the board
  await solving.begin(puzzle || null);
}

/** The puzzles of the chosen source and level. */
async function offered() {
  if (source === OWN) return kept().own;
  const list = LISTED_WITH[source] ?? source;
  lists[list] ||= (await tried(api.get(`puzzles?of=${list}`))) || [];
  const apart = Object.keys(LISTED_WITH);
  const here = lists[list].filter((one) => (apart.includes(source) ? one.preset === source : !apart.includes(one.preset)));
  return here.filter((one) => level === "all" || String(one.level) === level);
}

/** Show the state of the puzzle in the panel. */
function show() {
  if (!byId("puzzle-panel")) return;
  const { puzzle, verdict, phase, repeated } = solving.now;
  setText(byId("title"), puzzle ? say("puzzles.titleOf", { title: puzzle.title }) : say("puzzles.title"));
  setText(byId("puzzle-task"), puzzle ? taskOf(puzzle) : say("puzzles.title"));
  fill(byId("puzzle-trays"), ...(puzzle ? trays() : []));
  setText(byId("puzzle-about"), puzzle ? [aboutOf(puzzle), repeated && say("puzzles.repeat")].filter(Boolean).join(" · ") : "");
  setText(byId("puzzle-verdict"), verdict || (puzzle ? "" : say(source === OWN ? "puzzles.noneOwn" : "puzzles.none")));
  byId("puzzle-panel").dataset.puzzle = puzzle?.id ?? "";
  byId("puzzle-panel").dataset.phase = phase === "solved" && !solving.now.clean ? "shown" : phase;
  keepingFocus(() => {
    fill(byId("puzzle-line"), ...steps());
    fill(byId("puzzle-tools"), ...tools());
  });
  setText(byId("puzzle-score"), score());
  byId("puzzle-level").closest("label").hidden = source === OWN;
}

/**
 * Make the buttons anew: the focus stays on its button, or goes to the first if that is gone.
 * @param {() => void} make
 */
function keepingFocus(make) {
  const focused = document.activeElement?.closest("#puzzle-line button, #puzzle-tools button");
  const id = focused?.id;
  make();
  if (focused) (byId(id ?? "") || byId("puzzle-tools").querySelector("button")).focus();
}

/** @param {any} puzzle */
function taskOf(puzzle) {
  const colour = colourOf(solving.now.start.side);
  if (!puzzle.line) return say("puzzles.toImprove", { colour, move: puzzle.move });
  return say(puzzle.kind === "win" ? "puzzles.toWin" : "puzzles.toDefend", { colour });
}

/** @param {any} puzzle */
const aboutOf = (puzzle) =>
  puzzle.line
    ? say("puzzles.about", { title: puzzle.title, level: puzzle.level })
    : say("puzzles.aboutOwn", { title: puzzle.title, percent: Math.round(puzzle.lost) });

/** Captured stones, or the pieces in reserve. */
const trays = () =>
  [0, 1].map((side) => [side, trayOf(side)]).map(
    ([side, tray]) => tray && el("div.row", {}, el(`span.token.${state.view.colours[side]}`, { "aria-hidden": "true" }), el("span.unseen", { text: colourOf(side) }), tray),
  );

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
    asked && ahead.length > 0 && hints < (puzzle.theme ? 2 : 1) && button(say(withTheme ? "puzzles.hint" : "puzzles.where"), "bulb", solving.hint, { id: "puzzle-hint" }),
    phase === "wrong" && button(say("puzzles.again"), "again", solving.again, { id: "puzzle-again", class: "main" }),
    puzzle && phase !== "solved" && button(say("puzzles.show"), null, solving.giveUp, { id: "puzzle-show", disabled: phase === "judging" }),
    phase === "solved" && button(say("puzzles.stepBack"), "back", () => solving.goTo(solving.now.at - 1), { iconOnly: true, class: "icon-only", id: "puzzle-back" }),
    phase === "solved" && button(say("puzzles.stepOn"), "forward", () => solving.goTo(solving.now.at + 1), { iconOnly: true, class: "icon-only", id: "puzzle-on" }),
    phase === "solved" && button(say("puzzles.analyse"), null, analyse, { id: "puzzle-analyse" }),
    phase === "solved" && !puzzle.line && button(say("puzzles.forget"), "trash", drop, { iconOnly: true, class: "icon-only", id: "puzzle-forget" }),
    el("span.grow"),
    button(say("puzzles.next"), "forward", next, { id: "puzzle-next", class: phase === "solved" ? "main" : null }),
  ];
}

function score() {
  const memory = kept();
  const due = Object.keys(memory.again).filter((id) => isDue(id, memory)).length;
  return [
    say("puzzles.streak", { count: memory.streak }),
    say("puzzles.best", { count: memory.best }),
    say("puzzles.solved", { count: Object.keys(memory.solved).length }),
    due && say("puzzles.due", { count: due }),
  ].filter(Boolean).join(" · ");
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

/** @type {Object<string, () => any>} */
const KEYS = {
  h: solving.hint,
  n: next,
  b: focusBoard,
  ArrowLeft: () => solving.goTo(solving.now.at - 1),
  ArrowRight: () => solving.goTo(solving.now.at + 1),
  Enter: enter,
  Escape: stepOut,
};

/** @param {KeyboardEvent} event */
function press(event) {
  if (state.mode !== "puzzle" || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (isForFocus(event)) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function enter() {
  if (state.preview !== null || state.pick.choice >= 0) return confirm();
  if (solving.now.phase === "wrong") return solving.again();
  return solving.now.phase === "solved" ? next() : null;
}

/** Cancel the pending move; else end the cursor; else close the puzzles. */
function stepOut() {
  if (state.preview !== null || state.pick.dot !== null || state.pick.choice >= 0) return cancel();
  return leaveBoard() ? null : leave();
}
