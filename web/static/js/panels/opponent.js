/**
 * The engine's card in Play: how its level plays, and the viewer's rating and results against it. At the
 * end of a game it counts the result. It is loaded with the first game against an engine.
 */

import * as api from "../game/api.js";
import { countResult, playsOf, ratingOf } from "../game/rating.js";
import { on, state } from "../game/store.js";
import { byId, el, fill, setText } from "../page/dom.js";
import { say } from "../words/say.js";

let started = false;
/** The game that was seen before its end: its result counts for the viewer's rating. */
let running = "";

/** Follow the state from now on. */
export function startOpponent() {
  if (started) return;
  started = true;
  on(["game", "mode"], show);
  show();
}

async function show() {
  const { game, mode } = state;
  if (!game.result) running = game.id;
  const counts = game.result && mode === "play" && running === game.id;
  const words = counts ? await countResult() : "";
  const known = await api.levels(game.family).catch(() => null);
  if (!known || state.game.id !== game.id) return;
  setText(byId("rating"), words);
  const engines = game.players.filter(({ kind }) => kind === "engine").map(({ level }) => level ?? null);
  const parts = [...new Set(engines)].flatMap((level) => levelOf(level, known));
  fill(byId("opponent"), ...parts, ...(engines.length === 1 ? results(engines[0], game.group) : []));
}

/** A level: its name and rating, and how it plays. @param {number|null} level @param {Wire.LevelOption[]} known */
function levelOf(level, known) {
  const one = known.find((each) => each.level === level);
  const name = one ? say("dialogs.engine", { level: one.level, name: one.name }) : say("dialogs.full");
  return [
    el("div.row", {}, el("b.grow", { text: name }), one && el("span.soft", { text: say("rating.of", { rating: one.rating }) })),
    el("p.plays", { text: one ? playsOf(one, known.length) || one.text : say("dialogs.allTheTime") }),
  ];
}

/** The viewer's rating, and how the last games against this level ended. @param {number|null} level @param {string} group */
function results(level, group) {
  const { rating, games, against } = ratingOf(group);
  const ended = against?.[level ?? ""] ?? "";
  /** @param {string} sign */
  const count = (sign) => ended.split(sign).length - 1;
  return [
    games > 0 && el("p.soft", { text: say("rating.own", { rating, count: games }) }),
    ended && el("p.soft", { text: say("rating.record", { won: count("w"), lost: count("l"), drawn: count("d") }) }),
  ];
}
