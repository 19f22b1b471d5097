/**
 * The viewer's rating against the engine's levels, by Elo's formula: one for each group of games. The
 * browser keeps it.
 */

import * as api from "./api.js";
import { ownSide } from "./play.js";
import { state } from "./store.js";
import { pathTo } from "./tree.js";
import { keepObject, keptObject } from "../page/storage.js";
import { say } from "../words/say.js";

const KEPT = "pente.ratings";
const FIRST = 900; // that of level 3, which a first game is against
const SCALE = 400; // points at which ten to one is expected
const [QUICK, CALM] = [64, 32]; // points that a result can move it, in the first games and later
const QUICK_GAMES = 10;
const REMEMBERED = 50; // games that were counted

const LATEST = 20; // results that are kept for each level
/** How the levels play, the weakest first; games with other levels have no words for theirs. */
const PLAYS = ["rating.newcomer", "rating.beginner", "rating.learner", "rating.casual", "rating.regular", "rating.player", "rating.club", "rating.strong", "rating.expert", "rating.full"];

/**
 * `against` has the latest results against each level that count, "w", "l" or "d", the last one last.
 * @typedef {{rating: number, games: number, against?: Object<string, string>}} Rating
 */

/** What the browser keeps. @returns {{[group: string]: Rating} & {counted?: any}} */
const kept = () => keptObject(KEPT);
/** @param {object} ratings */
const keep = (ratings) => keepObject(KEPT, ratings);

/** The rating in a group of games. @param {string} group @returns {Rating} */
export const ratingOf = (group) => kept()[group] ?? { rating: FIRST, games: 0 };

/** How a level plays, in words, or "". @param {Wire.LevelOption} level @param {number} count  of all levels */
export const playsOf = ({ level }, count) => (count === PLAYS.length ? say(PLAYS[level - 1]) : "");

/** Forget the rating in a group of games. @param {string} group */
export const resetRating = (group) => keep({ ...kept(), [group]: undefined });

/** The level that fits a rating: both can win. @param {Wire.LevelOption[]} levels @param {number} rating */
export function fittingLevel(levels, rating) {
  const away = (/** @type {Wire.LevelOption} */ one) => Math.abs(one.rating - rating);
  return levels.reduce((best, one) => (away(one) < away(best) ? one : best));
}

/** Why the open game does not count, as the key of a text; "" if it does. */
function whyNot() {
  const { even, helped, nodes, current } = state.game;
  if (!even) return "rating.handicap";
  const moves = nodes.filter((node) => !node.tried).length;
  return helped || moves !== pathTo(current).length ? "rating.helped" : "";
}

/** Count the result of the open game against an engine, once; what it did to the rating, in words, or "". */
export async function countResult() {
  const { id, family, group, players, result, seats } = state.game;
  const [own, reason] = [ownSide(), whyNot()];
  if (own === null || seats || !result) return "";
  const levels = await api.levels(family);
  const ratings = kept();
  const counted = /** @type {{[id: string]: number[]}} */ (ratings.counted ?? {});
  if (reason && !counted[id]) return say(reason);
  if (!counted[id]) {
    const { rating, games, against = {} } = ratingOf(group);
    const level = levels.find((one) => one.level === players[1 - own].level) ?? levels[levels.length - 1];
    const expected = 1 / (1 + 10 ** ((level.rating - rating) / SCALE));
    const score = result.winner === null ? 0.5 : Number(result.winner === own);
    const after = Math.round(rating + (games < QUICK_GAMES ? QUICK : CALM) * (score - expected));
    counted[id] = [rating, after];
    const faced = players[1 - own].level ?? "";
    const latest = ((against[faced] ?? "") + ["l", "d", "w"][score * 2]).slice(-LATEST);
    keep({ ...ratings, [group]: { rating: after, games: games + 1, against: { ...against, [faced]: latest } }, counted: Object.fromEntries(Object.entries(counted).slice(-REMEMBERED)) });
  }
  const [before, after] = counted[id];
  const { level, name } = fittingLevel(levels, after);
  const change = after < before ? `−${before - after}` : `+${after - before}`;
  return say("rating.rated", { rating: after, change, level, name });
}
