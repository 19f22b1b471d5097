/**
 * What this browser keeps about puzzles and lessons: which are solved and done, the streak, when failed ones come again,
 * the viewer's own mistakes, and which side the viewer was. Nothing of it is sent to the server.
 */

import { keepObject, keptLike } from "../page/storage.js";

const KEPT = "pente.puzzles";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long after a failure, and after each later success, a puzzle comes again. */
export const INTERVALS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY];
const MOST_OWN = 200;

/** @type {KeptPuzzles} */
const NOTHING = { streak: 0, best: 0, solved: {}, again: {}, own: [], me: {}, lessons: {} };

/** Everything that is kept. */
export const kept = () => keptLike(KEPT, NOTHING);

/** @param {Partial<KeptPuzzles>} patch */
const keep = (patch) => keepObject(KEPT, { ...kept(), ...patch });

/**
 * A puzzle was solved: `clean` without a wrong move, a hint or a look at the solution.
 * @param {string} id
 * @param {boolean} clean
 */
export function solve(id, clean) {
  const { streak, best, solved, again } = kept();
  if (!clean) return;
  const { [id]: failed, ...rest } = again;
  const step = failed ? failed.step + 1 : 0;
  const comes = failed && step < INTERVALS.length ? { [id]: { step, due: Date.now() + INTERVALS[step] } } : {};
  keep({ streak: streak + 1, best: Math.max(best, streak + 1), solved: { ...solved, [id]: 1 }, again: { ...rest, ...comes } });
}

/** A step of a course of lessons was done. @param {string} id */
export const learned = (id) => keep({ lessons: { ...kept().lessons, [id]: 1 } });

/** A puzzle was failed: it ends the streak, and comes again. @param {string} id */
export function fail(id) {
  keep({ streak: 0, again: { ...kept().again, [id]: { step: 0, due: Date.now() + INTERVALS[0] } } });
}

/** Whether a failed puzzle is to be repeated now. @param {string} id */
export const isDue = (id, { again } = kept()) => id in again && again[id].due <= Date.now();

/** Keep mistakes as puzzles; each comes at once. Returns how many are new. @param {any[]} mistakes */
export function keepMistakes(mistakes) {
  const { own, again } = kept();
  const known = new Set(own.map((one) => one.id));
  const fresh = mistakes.map((one) => ({ ...one, id: `own ${one.preset} ${one.position}` })).filter((one) => !known.has(one.id));
  const all = [...own, ...fresh].slice(-MOST_OWN);
  const ids = new Set(all.map((one) => one.id));
  const comes = Object.fromEntries(fresh.map((one) => [one.id, { step: 0, due: Date.now() }]));
  const left = Object.entries({ ...again, ...comes }).filter(([id]) => ids.has(id) || !id.startsWith("own "));
  keep({ own: all, again: Object.fromEntries(left) });
  return fresh.length;
}

/**
 * The sides that the viewer has in a game: those of people against an engine; else of a name, or in a
 * game without names, that the viewer has told. Null if nothing tells it.
 * @param {Game} game
 * @returns {number[]|null}
 */
export function ownSides(game) {
  const people = [0, 1].filter((side) => game.players[side].kind === "human");
  if (people.length < 2) return people;
  if (game.seat !== null) return [game.seat];
  const { me } = kept();
  const told = keysOf(game).map((key) => me[key]);
  if (told.includes(1)) return people.filter((side) => told[side] === 1);
  return told.every((one) => one === 0) ? [] : null;
}

/** The viewer has told the side in a game: 0, 1, or -1 for neither. @param {Game} game @param {number} side */
export function answerSide(game, side) {
  keep({ me: { ...kept().me, ...Object.fromEntries(keysOf(game).map((key, at) => [key, Number(at === side)])) } });
}

/** What answers are kept for: the name of each side, else the side of this game. @param {Game} game */
const keysOf = (game) => game.players.map(({ name }, side) => (name ? `name ${name}` : `game ${game.id} ${side}`));

/** Forget one of the viewer's mistakes. @param {string} id */
export function forget(id) {
  const { own, again } = kept();
  const { [id]: _, ...rest } = again;
  keep({ own: own.filter((one) => one.id !== id), again: rest });
}
