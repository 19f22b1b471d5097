/**
 * The opening explorer: the moves that were played in the viewed position, with their results and the
 * engine's value. It takes the place of the move list in Analyse. Files are dropped on the page.
 */

import { addPainter } from "../board/board.js";
import { label } from "../board/marks.js";
import * as api from "../game/api.js";
import * as explorer from "../game/explorer.js";
import { family } from "../game/family.js";
import { openFrom, play, tried } from "../game/play.js";
import { on, state } from "../game/store.js";
import { chanceText, colourOf, short } from "../game/words.js";
import { button, byId, el, fill, loadStyles, setText, svg, toast } from "../page/dom.js";
import { say } from "../words/say.js";

const MOST_BYTES = 16 << 20; // of a file
const MOST_AT_ONCE = 8 << 20; // of several files together
const DRAWN = 12; // moves on the board
const LEAST_LABELLED = 22; // percent of a bar that has room for its number
/** @type {Promise<void>|null} */
let started = null;
/** The latest overview: collections and import. @type {any} */
let all = null;
/** Whether the panel was opened, and has not shown a position yet. */
let comes = false;

/** Create the panel, once; afterwards it takes games. */
export const startExplorer = () => (started ??= build());

async function build() {
  await loadStyles("explorer");
  byId("moves").append(
    el(
      "div",
      { id: "opening-explorer", tabindex: "0", role: "region", "aria-label": say("explorer.region") },
      el("div.explorer-top", {}, el("p.soft", { id: "explorer-about", role: "status" }), picker()),
      el("div.explorer-top", {}, finder(), results()),
      el("div", { id: "explorer-course" }),
      el("div.explored", { id: "explored" }),
      el("div", { id: "explorer-games" }),
      el("div", { id: "explorer-collections" }),
    ),
  );
  for (const kind of ["dragover", "drop"]) document.addEventListener(kind, /** @type {EventListener} */ (dropped));
  on(["explored", "analysis", "settings", "mode", "retry"], show);
  addPainter(["explored", "analysis", "settings", "view", "shownLine", "mode", "retry"], paint);
  explorer.startExploring();
  show();
  tried(api.get("explorer")).then(begin);
}

/**
 * Show the collections, and an import that runs already; an earlier one is no news.
 * @param {Wire.Explorer} overview
 */
async function begin(overview) {
  const runs = overview?.importing?.state === "running";
  if (overview) take({ ...overview, importing: runs ? overview.importing : null });
  show();
  if (!runs) return;
  await explorer.followImport(overview, take);
  explorer.refresh();
}

const picker = () =>
  el("label.file", { id: "add-games" }, say("explorer.add"), el("input", { id: "games-file", type: "file", class: "unseen", multiple: true, onchange: (event) => addGames([...event.target.files]) }));

const finder = () => el("input", { type: "text", id: "explorer-find", maxlength: "200", "aria-label": say("explorer.find"), placeholder: say("explorer.find"), oninput: (event) => explorer.onlyGames({ find: event.target.value }) });

/** The menu for the result of the games that count. */
function results() {
  const options = [["", "explorer.anyResult"], ["first", "explorer.firstWon"], ["draw", "explorer.drawn"], ["second", "explorer.secondWon"]];
  return el("select", { id: "explorer-result", "aria-label": say("explorer.results"), onchange: (event) => explorer.onlyGames({ result: event.target.value }) }, ...options.map(([value, words]) => el("option", { value, text: say(words) })));
}

/** Take files that are dropped anywhere, while the explorer is open. @param {DragEvent} event */
function dropped(event) {
  const { dataTransfer } = event;
  if (!explorer.isOpen() || !dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  if (event.type === "drop") addGames([...dataTransfer.files]);
}

/** Import files as one collection, as many at once as a request holds. @param {File[]} files */
export async function addGames(files) {
  byId("games-file").value = "";
  if (!files.length) return;
  const name = files.length > 1 ? say("explorer.several", { name: files[0].name, count: files.length - 1 }) : files[0].name;
  const large = files.find((file) => file.size > MOST_BYTES);
  if (large) toast(say("explorer.tooLarge", { name: large.name }));
  for (const part of parts(files.filter((file) => file.size <= MOST_BYTES))) {
    if (!(await explorer.importFiles(part, name, take))) break;
    explorer.refresh();
  }
}

/** The files in groups that are imported together. @param {File[]} files */
function parts(files) {
  /** @type {File[][]} */
  const groups = [];
  let size = Infinity;
  for (const file of files) {
    size += file.size;
    if (size > MOST_AT_ONCE) [size] = [file.size, groups.push([])];
    groups[groups.length - 1].push(file);
  }
  return groups;
}

/** Show the collections and the course of an import. @param {Wire.Explorer} overview */
function take(overview) {
  if (!overview) return;
  all = overview;
  showCourse(overview.importing);
  showCollections();
}

function show() {
  const open = explorer.isOpen();
  if (open && !byId("moves").classList.contains("exploring")) comes = true;
  byId("moves").classList.toggle("exploring", open);
  setText(byId("explore"), say(open ? "moves.title" : "moves.explorer"));
  setText(byId("moves-title"), say(open ? "moves.explorer" : "moves.title"));
  if (!open || !state.view) return;
  const { explored } = state;
  fill(byId("explorer-about"), aboutText(explored));
  if (!explored) return;
  fill(byId("explored"), explored.moves.length > 0 && heads(), ...explored.moves.map(moveRow));
  fill(byId("explorer-games"), ...latest(explored));
  if (comes && byId("tabs").checkVisibility()) byId("moves").scrollIntoView();
  comes = false;
}

/** How many games came here, or what to do. @param {Wire.Explored|null} explored */
function aboutText(explored) {
  if (!explored) return "";
  const { games, waiting } = explored;
  if (waiting) return say("explorer.counting", { count: waiting, games: waiting.toLocaleString() });
  if (games) return say("explorer.about", { count: games, games: games.toLocaleString() });
  return say(all?.games === 0 ? "explorer.empty" : "explorer.none");
}

/** The heads of the columns; the label of each row names its parts. */
const heads = () =>
  el("div.heads", { "aria-hidden": "true" }, ...["move", "count", "results", "chance", "reply"].map((name) => el("span", { text: say(HEADS[name], { colour: colourOf(0) }) })));

/** @type {Object<string, string>} */
const HEADS = { move: "explorer.headMove", count: "explorer.games", results: "explorer.results", chance: "explorer.headChance", reply: "explorer.headBook" };

/** A move: a click plays it. @param {Wire.ExplorerMove} move */
function moveRow(move) {
  const score = lineOf(move)?.score ?? move.score;
  return el(
    "button",
    { type: "button", "aria-label": moveWords(move), title: moveWords(move), onclick: () => play(move.move) },
    el("b", { text: move.text }),
    el("span.soft", { text: move.games ? short(move.games) : "" }),
    bar(move),
    el("span.chance", { text: score ? chanceText(score) : "" }),
    el("span.soft", { text: move.is_book ? say("explorer.book") : "" }),
  );
}

/** The line of the present analysis that begins with a move. @param {Wire.ExplorerMove} move */
const lineOf = (move) =>
  state.threat || state.analysis?.key !== state.view.key ? null : state.analysis.lines.find((line) => line.points[0] === move.point);

/**
 * The shares of the games with a result that side 0 won, that were drawn, that side 1 won.
 * @param {Wire.ExplorerMove} move
 */
function shares(move) {
  const counts = [move.wins[0], move.draws, move.wins[1]];
  const ended = counts.reduce((sum, count) => sum + count, 0);
  return ended ? percents(counts, ended) : null;
}

/**
 * The shares of these counts in whole percent, which make 100 together.
 * @param {number[]} counts
 * @param {number} sum
 */
function percents(counts, sum) {
  const whole = counts.map((count) => Math.floor((100 * count) / sum));
  const rests = counts.map((count, index) => [(100 * count) % sum, index]).sort(([a], [b]) => b - a);
  const missing = 100 - whole.reduce((a, b) => a + b);
  for (const [, index] of rests.slice(0, missing)) whole[index]++;
  return whole;
}

/** @param {Wire.ExplorerMove} move */
function moveWords(move) {
  if (!move.games) return say("explorer.bookOnly", { move: move.text });
  const parts = shares(move);
  const values = { move: move.text, count: move.games, games: move.games.toLocaleString() };
  if (!parts) return say("explorer.unknown", values);
  const [won, , lost] = parts;
  return say("explorer.move", { ...values, won, lost, first: colourOf(0), second: colourOf(1) });
}

/** @param {Wire.ExplorerMove} move */
function bar(move) {
  const parts = shares(move);
  const kinds = [state.view.colours[0], "drawn", state.view.colours[1]];
  return el(
    "span.results",
    { "aria-hidden": "true" },
    ...(parts ?? []).map((share, index) => {
      const part = el(`i.${kinds[index]}`, { text: share < LEAST_LABELLED ? "" : say("analysis.percent", { percent: share }) });
      part.style.width = `${share}%`;
      return share ? part : null;
    }),
  );
}

/**
 * The games that were added last; a click opens one where it had this position.
 * @param {Wire.Explored} explored
 */
function latest({ latest: games }) {
  if (!games.length) return [];
  /** @param {Wire.ExplorerGame} game */
  const row = (game) => {
    const players = say("files.players", { first: game.names[0] || "?", second: game.names[1] || "?" });
    return el(
      "li",
      {},
      button(players, null, () => openAt(game), { "aria-label": say("explorer.open", { players }), class: "grow" }),
      el("span.soft", { text: say("explorer.result", { result: game.result, count: game.plies }) }),
      game.date && el("span.soft", { text: game.date }),
    );
  };
  return [el("h3", { text: say("explorer.games") }), el("ul.explorer-list", {}, ...games.map(row))];
}

/** @param {Wire.ExplorerGame} game */
const openAt = ({ id, ply }) => openFrom(() => api.post("explorer/open", { game: id }), (/** @type {Game} */ game) => ({ mode: "analyse", node: game.main[Math.min(ply, game.main.length - 1)] }));

function showCollections() {
  /** @param {Wire.Collection} one */
  const row = (one) =>
    el(
      "li",
      {},
      el("span.grow", { text: one.name }),
      el("span.soft", { text: say("explorer.size", { count: one.games, games: one.games.toLocaleString() }) }),
      button(say("explorer.remove", { name: one.name }), "trash", () => remove(one), { iconOnly: true, class: "icon-only" }),
    );
  const saved = all.saved ? [el("li", {}, el("span.grow", { text: say("explorer.saved", { count: all.saved, games: all.saved.toLocaleString() }) }))] : [];
  const rows = [...all.collections.map(row), ...saved];
  fill(byId("explorer-collections"), ...(rows.length ? [el("h3", { text: say("explorer.collections") }), el("ul.explorer-list", {}, ...rows)] : []));
}

/** @param {Wire.Collection} one */
async function remove(one) {
  take(await tried(api.call("DELETE", `explorer/collections/${one.id}`)));
  explorer.refresh();
}

/**
 * The course of an import: a bar with a button to stop it, then what it has done.
 * @param {Wire.ImportCourse|null} course
 */
function showCourse(course) {
  const host = byId("explorer-course");
  if (!course) return fill(host);
  const words = courseWords(course);
  if (course.state !== "running") return fill(host, el("p", { text: words }), ...course.reasons.map((reason) => el("p.soft", { text: reason })));
  let meter = host.querySelector("progress");
  if (!meter) {
    meter = el("progress", { "aria-label": say("explorer.progress", { name: course.name }) });
    fill(host, el("p"), el("div.row", {}, meter, button(say("match.stop"), "stop", async () => take(await tried(api.post("explorer/stop"))), { id: "stop-import" })));
  }
  [meter.max, meter.value] = [course.total, course.done];
  return fill(host.firstElementChild, words);
}

const COUNTS = /** @type {const} */ (["total", "done", "added", "known", "refused"]);

/** @param {Wire.ImportCourse} course */
function courseWords(course) {
  const counts = Object.fromEntries(COUNTS.map((key) => [key, course[key].toLocaleString()]));
  const values = { name: course.name, ...counts };
  if (course.state === "running") return say("explorer.reading", values);
  const words = say(course.refused ? "explorer.courseBut" : "explorer.course", values);
  if (course.state === "stopped") return say("explorer.stopped", { course: words });
  return course.state === "failed" ? say("explorer.failed", { reason: course.failure, course: words }) : words;
}

/**
 * The moves on the board with the number of games; the engine's candidates cover them.
 * @param {Drawn} drawn
 */
function paint({ geometry, marks }) {
  const { explored, view, shownLine, analysis, settings } = state;
  if (!explored || !explorer.isOpen() || explored.key !== view.key || shownLine) return marks.put("counts", []);
  const covered = new Set(settings.heat && analysis?.key === view.key ? analysis.lines.map((line) => line.points[0]) : []);
  const shown = explored.moves.filter((move) => !covered.has(move.point)).slice(0, DRAWN);
  return marks.put("counts", shown.flatMap((move) => count(move, geometry) ?? []));
}

/** @param {Wire.ExplorerMove} move @param {Geometry} geometry */
function count(move, geometry) {
  const at = family().where(geometry, move.point);
  if (!at) return null;
  const text = move.games ? short(move.games).replace(" ", "") : "·";
  return svg(
    "g",
    { class: "count", "font-size": geometry.disc * (text.length > 2 ? 0.62 : 0.8) },
    svg("circle", { cx: at[0], cy: at[1], r: geometry.disc * 0.92, "stroke-width": 0.05 }),
    label(...at, text),
  );
}
