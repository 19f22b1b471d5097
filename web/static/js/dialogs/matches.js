/**
 * Engines against each other: a dialog to begin a match, and one that shows it while it is played and
 * afterwards. A match plays only while this page is there; its games open on the board.
 */

import * as api from "../game/api.js";
import { openFrom, tried } from "../game/play.js";
import { state } from "../game/store.js";
import { button, byId, el, fill, setText } from "../page/dom.js";
import { say } from "../words/say.js";
import { menu, openDialog } from "./dialog.js";
import { levelSlider } from "./level.js";

const ASK_MS = 1_000;
const LIMITS = ["nodes:1000", "nodes:10000", "nodes:100000", "seconds:0.2", "seconds:1", "seconds:5"];
const OPENINGS = ["balanced", "random", "start"];
/** @type {Object<string, string>} */
const OPENING_WORDS = { balanced: "match.balanced", random: "match.random", start: "match.start" };

/** The last choices, until the page closes. */
const last = { preset: "", levels: /** @type {(number|null)[]} */ ([3, 4]), limit: "nodes:10000", openings: "balanced", games: 20 };
/** The match that this page lets play. @type {Wire.Match|null} */
let playing = null;
/** The match of the open dialog, and how to show it. @type {{id: string, show: (match: Wire.Match) => any, ended: () => number}|null} */
let shown = null;
let asking = 0;
/** All levels by game. @type {Object<string, Wire.LevelOption[]>} */
const levels = {};

/** @param {string} preset */
async function loadLevels(preset) {
  const family = (await api.presets()).find((one) => one.name === preset)?.family ?? "five";
  levels[preset] = await api.levels(family);
  return levels[preset];
}

/** The name of a contestant. @param {number|null} level @param {Wire.LevelOption[]} all */
function nameOf(level, all) {
  const found = all.find((one) => one.level === level);
  return found ? say("match.level", { level: found.level, name: found.name }) : say("match.full");
}

/** Show the form of a new match, and the matches that are kept. */
export async function openMatches() {
  if (playing) return openMatch(playing);
  const [presets, kept] = await Promise.all([api.presets(), api.get("matches")]);
  const preset = last.preset || state.game?.preset;
  last.preset = presets.some((one) => one.name === preset) ? preset : presets[0].name;
  await Promise.all([last.preset, ...kept.map((/** @type {Wire.MatchSummary} */ one) => one.preset)].map(loadLevels));
  const players = el("div.two-players");
  const showPlayers = async () => {
    const all = await loadLevels(last.preset);
    const slider = (/** @type {number} */ index) =>
      el("fieldset", {}, el("legend", { text: say(index ? "match.second" : "match.first") }), levelSlider(`match-${index}`, all, last.levels[index], "", (/** @type {number|null} */ level) => (last.levels[index] = level)));
    fill(players, slider(0), slider(1));
  };
  const form = el(
    "form",
    { method: "dialog", id: "new-match" },
    menu(say("dialogs.game"), presets.map((one) => [one.name, one.title]), last.preset, {
      name: "preset",
      onchange: (event) => {
        last.preset = event.target.value;
        showPlayers();
      },
    }),
    players,
    menu(say("match.limit"), LIMITS.map((limit) => [limit, limitWords(limit)]), last.limit, { name: "limit" }),
    menu(say("match.openings"), OPENINGS.map((one) => [one, say(OPENING_WORDS[one])]), last.openings, { name: "openings" }),
    el("label.field-row", {}, el("span", { text: say("match.games") }), el("input", { type: "number", name: "games", min: "1", max: "1000", required: true, value: String(last.games) })),
    ...(kept.length ? [el("details", { id: "kept-matches" }, el("summary", { text: say("match.kept", { count: kept.length }) }), el("ul.saved", {}, ...kept.map((/** @type {Wire.MatchSummary} */ one) => el("li", {}, summary(one, levels[one.preset])))))] : []),
    el("div.row", {}, el("span.grow"), el("button.main", { type: "submit", id: "start-match", text: say("dialogs.start") })),
  );
  await showPlayers();
  await openDialog(say("match.title"), form);
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const data = new FormData(form);
    Object.assign(last, { limit: String(data.get("limit")), openings: String(data.get("openings")), games: Number(data.get("games")) });
    const [unit, count] = last.limit.split(":");
    const { preset: name, levels: both, openings, games } = last;
    const match = await tried(api.post("matches", { preset: name, levels: both, openings, games, [unit]: Number(count), seed: Math.floor(Math.random() * 1e6) }));
    if (match) follow(match);
  });
}

/** @param {string} limit */
function limitWords(limit) {
  const [unit, count] = limit.split(":");
  return unit === "nodes" ? say("match.nodes", { nodes: Number(count).toLocaleString(document.documentElement.lang) }) : say("dialogs.seconds", { count });
}

/** A kept match as a button. @param {Wire.MatchSummary} match @param {Wire.LevelOption[]} all */
const summary = (match, all) =>
  button(say("match.summary", { title: match.title, first: nameOf(match.levels[0], all), second: nameOf(match.levels[1], all), score: scoreText(match), played: match.played, games: match.games }), null, () => openMatch(match), { class: "grow" });

/** Points with halves, as 5½ - 3½. @param {Wire.MatchSummary} match */
function scoreText({ points, played, ...match }) {
  const { wins, draws, losses } = /** @type {Wire.Match} */ (match);
  const counted = wins === undefined ? played : wins + draws + losses;
  /** @param {number} value */
  const half = (value) => (value % 1 ? `${Math.floor(value) || ""}½` : String(value));
  return `${half(points)} - ${half(counted - points)}`;
}

/** A match that this page lets play: show it, and ask for it until it has ended. @param {Wire.Match} match */
async function follow(match) {
  playing = match;
  addEventListener("pagehide", leave);
  await openMatch(match);
  clearInterval(asking);
  asking = setInterval(ask, ASK_MS);
}

/** The page closes: so does the match, which can go on later. */
function leave() {
  if (playing) api.call("POST", `matches/${playing.id}/stop`, {}, true).catch(() => null);
}

async function ask() {
  const skip = shown && shown.id === playing?.id ? shown.ended() : 0;
  const match = playing && (await api.get(`matches/${playing.id}?skip=${skip}`).catch(() => null));
  if (match) take(match);
}

/** Show what is new of a match. @param {Wire.Match} match */
function take(match) {
  if (playing?.id === match.id) playing = match.running ? match : null;
  if (!playing) {
    clearInterval(asking);
    removeEventListener("pagehide", leave);
  }
  if (shown?.id === match.id && document.querySelector("#match")) shown.show(match);
  chip();
}

/** In the head of the page, the score of the match that is being played. */
function chip() {
  byId("match-chip")?.remove();
  if (!playing) return;
  const match = playing;
  byId("running").after(button(say("match.running", { score: scoreText(match), played: match.played, games: match.games }), null, () => openMatch(playing ?? match), { id: "match-chip", class: "chip" }));
}

/** Show a match: score, difference in strength, games. @param {Wire.MatchSummary} match */
async function openMatch(match) {
  const whole = await tried(api.get(`matches/${match.id}`));
  if (!whole) return;
  const all = await loadLevels(match.preset);
  const names = match.levels.map((level) => nameOf(level, all));
  const parts = {
    score: el("p", { id: "match-score" }),
    about: el("p.soft"),
    bar: el("progress", { max: String(match.games), "aria-label": say("match.progress") }),
    strength: el("p", { id: "match-strength" }),
    problem: el("p.note-text"),
    games: el("ol.saved", { id: "match-games", "aria-label": say("match.list") }),
    tools: el("div.row"),
  };
  /** @type {Map<number, {key: string, isLive: boolean, line: HTMLElement}>} */
  const lines = new Map();
  const dialog = await openDialog(
    say("match.title"),
    el("div.body", { id: "match" }, el("div.match-head", {}, el("b", { text: names[0] }), parts.score, el("b", { text: names[1] })), parts.bar, parts.strength, parts.about, parts.problem, parts.games, parts.tools),
  );
  shown = { id: match.id, show, ended: () => [...lines.values()].filter((one) => !one.isLive).length };
  dialog.addEventListener("close", () => (shown = null));
  show(whole);

  /** @param {Wire.Match} now */
  function show(now) {
    setText(parts.score, scoreText(now));
    parts.bar.value = now.played;
    setText(parts.about, say("match.about", { title: now.title, limit: limitWords(now.limit.replace("wall-move", "seconds")), openings: say(OPENING_WORDS[now.openings]), played: now.played, games: now.games }));
    setText(parts.strength, strength(now, names[0]));
    setText(parts.problem, now.problem);
    for (const row of now.rows) {
      const key = [row.reason, row.plies].join();
      const known = lines.get(row.number);
      if (known?.key === key) continue;
      const line = el("li", {}, gameButton(now, row));
      if (known) known.line.replaceWith(line);
      else parts.games.prepend(line);
      lines.set(row.number, { key, isLive: !row.reason, line });
    }
    const live = new Set(now.rows.map((row) => row.number));
    for (const [number, { line, isLive }] of lines) {
      if (!isLive || live.has(number)) continue;
      line.remove();
      lines.delete(number);
    }
    const tools = String(now.running) + String(now.played < now.games);
    if (parts.tools.dataset.tools === tools) return;
    parts.tools.dataset.tools = tools;
    fill(
      parts.tools,
      button(say("match.delete"), "trash", async () => (await tried(api.call("DELETE", `matches/${match.id}`))) && ended(), { id: "delete-match", iconOnly: true }),
      el("span.grow"),
      !now.running && button(say("match.another"), null, openMatches, { id: "another-match" }),
      now.running
        ? button(say("match.stop"), "stop", () => change("stop"), { id: "stop-match", class: "main" })
        : now.played < now.games && button(say("match.go"), "play", () => change("go"), { id: "go-match", class: "main" }),
    );
  }

  /** @param {string} name */
  async function change(name) {
    const now = await tried(api.post(`matches/${match.id}/${name}`));
    if (!now) return;
    if (name === "go") follow(now);
    else take(now);
  }

  function ended() {
    playing = playing?.id === match.id ? null : playing;
    if (!playing) clearInterval(asking);
    chip();
    dialog.close();
  }

  /** A game, which opens on the board. @param {Wire.Match} now @param {Wire.MatchGame} row */
  function gameButton(now, row) {
    const result = row.winner === null ? say("match.drawn") : say("match.wins", { name: names[row.winner] });
    const isLive = !row.reason;
    const words = { number: row.number + 1, first: names[row.first], count: row.plies, result };
    const text = isLive ? say("match.live", words) : say(row.repeats === null ? "match.game" : "match.repeat", words);
    const open = async () => (await openFrom(() => api.post(`matches/${now.id}/open`, { game: row.number }))) && dialog.close();
    return button(text, null, open, { class: isLive ? "grow live" : "grow" });
  }
}

/** How much stronger the first contestant is. @param {Wire.Match} match @param {string} first */
function strength({ elo, low, high, superior, wins, draws, losses }, first) {
  if (!(wins + draws + losses)) return say("match.none");
  /** @param {number|null} value @param {string} unbounded */
  const signed = (value, unbounded) => (value === null ? unbounded : `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(Math.round(value))}`);
  const sign = wins > losses ? "+∞" : "−∞";
  return say("match.elo", { first, elo: signed(elo, sign), low: signed(low, "−∞"), high: signed(high, "+∞"), superior: Math.round((superior ?? 0.5) * 100), wins, draws, losses });
}
