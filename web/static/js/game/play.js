/** Commands of the viewer: open a game, view a position, play, take back and others. */

import { toast } from "../page/dom.js";
import { because } from "./address.js";
import * as api from "./api.js";
import { loadFamily, useFamily } from "./family.js";
import { listen } from "./news.js";
import { NO_PICK, state, update } from "./store.js";
import { changedTree, childrenOf, lineThrough, nodeOf, viewedNode } from "./tree.js";
import { say } from "../words/say.js";

/** Positions of the open game by node. @type {Map<number, any>} */
let positions = new Map();
/** Event handlers of other modules by kind. @type {Object<string, (data: any) => void>} */
const others = {};
let followed = 0; // the newest version of the open game to which the view has followed
/** @type {number|null} */
let playedAt = null; // the node whose move the server has not answered yet

/**
 * Register a handler for a kind of event; "played" is a move of this viewer.
 * @param {string} name
 * @param {(news: any) => any} handler
 */
export function hear(name, handler) {
  const first = others[name];
  others[name] = (news) => {
    first?.(news);
    handler(news);
  };
}

/** Takes the viewer's move while a puzzle waits for it. @type {((move: string) => Promise<boolean>)|null} */
let solver = null;
/** @param {((move: string) => any)|null} taker */
export const setSolver = (taker) => (solver = taker);

/** Whether the board shows something else than the open game. */
export const isAway = () => state.mode === "edit" || state.mode === "puzzle";

/** The viewer's seat in a game by invitation, or the side of the only person; else null. */
export function ownSide() {
  const { players, seat, seats } = state.game;
  const people = [0, 1].filter((side) => players[side].kind === "human");
  return seats ? seat : people.length === 1 ? people[0] : null;
}

/** Whether the viewer may only watch: a game by invitation is that of its two players. */
export const isWatching = () => Boolean(state.game.seats && state.game.seat === null);

/** While two people play the open game by invitation nobody gets help: say so, and return true. */
export function refusesHelp() {
  const { seats, result } = state.game;
  if (!seats || result) return false;
  toast(say("seats.notNow"));
  return true;
}

/** Whether the viewer moves both sides here and no engine answers: to analyse, or after the end. */
export function isFree() {
  const { game, mode, retry, viewed } = state;
  return mode === "analyse" || retry !== null || Boolean(game.result && viewed !== game.current && !game.seats);
}

/** Whether the viewer may move in the viewed position. */
export function mayPlay() {
  const { game, view, viewed, mode } = state;
  if (!game || !view || view.outcome || mode === "edit" || state.marking) return false;
  if (mode === "puzzle") return solver !== null;
  if (isWatching()) return false;
  if (isFree()) return true;
  if (game.result && viewed === game.current) return false;
  if (!game.seats) return game.players[view.side].kind === "human";
  return viewed === game.current && game.seats.turn === game.seat && (state.adding || !/choose/.test(game.seats.opening?.phase ?? ""));
}

/**
 * Switch between Play and Analyse. To play means to return to where the game stood.
 * @param {State["mode"]} mode
 */
export async function turnTo(mode) {
  if (mode === state.mode || (mode === "analyse" && refusesHelp())) return;
  update({ mode, ...(mode === "play" ? { analysing: false, threat: false, retry: null } : {}) });
  const stood = state.game.exploring;
  if (mode === "play" && stood !== null) await sendAndFollow("goto", { node: stood });
}

/**
 * Open a game and listen to its events; where it stands, or at another node.
 * @param {Game} game
 * @param {import("./address.js").Where} [where]
 */
export async function openGame(game, { mode, node } = {}) {
  if (game.seats && game.seat === null && api.seatsIn(game.id)[0]) game = (await tried(api.game(game.id))) ?? game;
  const loaded = await loadFamily(game.position.family);
  const viewed = node !== undefined && game.nodes.some((one) => one.id === node) ? node : game.current;
  const view = viewed === game.current ? game.position : await tried(api.get(`games/${game.id}/position?node=${viewed}`));
  if (!view) return;
  useFamily(loaded);
  positions = new Map([[viewed, view], [game.current, game.position]]);
  followed = game.version;
  update({
    game,
    viewed,
    view,
    mode: game.seats && !game.result ? "play" : (mode ?? (game.result || game.exploring !== null ? "analyse" : "play")),
    presence: game.id === state.game?.id ? state.presence : null,
    hint: game.hint,
    ...nothingPicked(),
    analysis: null,
    review: null,
    retry: null,
  });
  listen(game.id, {
    game: receive,
    presence: (presence) => update({ presence }),
    ...others,
  });
}

/** Show the open game again, unless the viewer opens something else meanwhile; whether it did. @param {{}} [at] */
export async function returnToGame(at) {
  const { mode, game: { id } } = state;
  const game = await tried(api.game(id));
  if (!game || state.game.id !== id || state.mode !== mode) return false;
  await openGame(game, at);
  return true;
}

const nothingPicked = () => ({ adding: false, hover: null, preview: null, shownLine: null, lesson: null, instead: null, pick: NO_PICK });

/** Accept a change of the game; where others are missing, get the game. @param {Wire.GameChange} change */
export async function receive({ since, children, ...change }) {
  const old = state.game;
  if (change.id !== old?.id || change.version === old.version) return;
  if (isAway()) return update({ game: { ...old, clocks: change.clocks } }); // the way back gets the rest
  const hasSeatsNow = change.seats && !old.seats; // the whole game says which of them is the viewer's
  if (since === old.version && !hasSeatsNow) {
    accept({ ...old, .../** @type {any} */ (change), ...changedTree(change.nodes, children) });
  } else if (since >= old.version || since === change.version) await refresh();
}

/** Get the whole game; a server that was restarted may have an older one. */
export async function refresh() {
  const { id, version: before } = state.game;
  const game = await api.game(id).catch(() => null);
  const { version } = state.game;
  if (!game || game.id !== state.game.id || game.version === version || isAway()) return;
  if (game.version > version || version === before) accept(game);
}

/** Show a newer state of the game. A viewer of the current position follows it. @param {Game} game */
function accept(game) {
  const old = state.game;
  const kept = new Set(game.nodes.map((node) => node.id));
  for (const id of positions.keys()) if (!kept.has(id)) positions.delete(id);
  positions.set(game.current, game.position);
  const follows = state.viewed === old.current || !kept.has(state.viewed);
  if (follows) followed = game.version;
  const moved = follows && (state.viewed !== game.current || state.view?.key !== game.position.key);
  update({
    game,
    hint: game.hint,
    ...(follows ? { viewed: game.current, view: game.position } : {}),
    ...(moved ? nothingPicked() : {}),
  });
}

/**
 * View a node of the tree. The current node of the game does not change.
 * @param {number} id
 * @param {"jump"|"step"} by
 */
export async function look(id, by = "jump") {
  if (!nodeOf(id) || id === state.viewed) return;
  because(by);
  update({ viewed: id, ...nothingPicked() });
  const game = state.game.id;
  const view = positions.get(id) || (await tried(api.get(`games/${game}/position?node=${id}`)));
  if (!view || state.game.id !== game) return;
  positions.set(id, view);
  if (state.viewed === id) update({ view });
}

/** Send a command of the game; returns what it changed. If it is refused, the page may lack a change. @param {string} name */
export async function send(name, body = {}) {
  const change = await tried(api.command(state.game.id, name, body));
  if (change?.nodes) await receive(change);
  else if (!change) await refresh();
  return change;
}

/**
 * The same, for commands that change the current node: the view follows. It does not follow twice, as
 * an event may tell the change before the answer, and the viewer may have stepped on since.
 * @param {string} name
 */
async function sendAndFollow(name, body = {}) {
  const id = state.game.id;
  const change = await send(name, body);
  if (!change || state.game.id !== id) return false;
  if (followed < change.version) await look(state.game.current);
  return true;
}

/**
 * Play a move in the viewed position; if the position has moves already, as a variation. The choices
 * stay visible until the server answers.
 * @param {string} move
 */
export async function play(move) {
  if (state.mode === "puzzle") return solver ? solver(move) : false;
  const at = state.viewed;
  if (playedAt === at) return false; // a second click before the first one was answered
  playedAt = at;
  because("jump");
  const done = await playHere(move).finally(() => {
    if (playedAt === at) playedAt = null;
  });
  if (done) others.played?.(state.retry === null ? state.game.current : state.viewed);
  else update(nothingPicked());
  return done;
}

/** @param {string} move */
async function playHere(move) {
  const { viewed, game } = state;
  if (isFree()) {
    update({ mode: "analyse" });
    if (state.retry !== null || game.seats) {
      if (!(await send("play", { node: viewed, move, instead: true }))) return false;
      const tried = childrenOf(viewed).find((node) => node.move === move);
      if (tried) await look(tried.id);
      return Boolean(tried);
    }
    return sendAndFollow("play", { node: viewed, move, explore: true });
  }
  const there = viewed === game.current || (await sendAndFollow("goto", { node: viewed }));
  return there && sendAndFollow("play", { node: viewed, move });
}

/** Take a move back; against an engine back to the viewer's own move. */
export function undo() {
  const { seats, result } = state.game;
  if (seats && !seats.opening) return result ? step(-1) : offer("takeback");
  return sendAndFollow("undo", { explore: state.mode === "analyse" });
}
export const redo = () => (state.game.seats ? step(1) : sendAndFollow("redo", { explore: state.mode === "analyse" }));
/** Offer something to the other player of a game by invitation. @param {Wire.MakeOffer["what"]} what */
export const offer = (what) => send("offer", { what });
/** Offer a draw. */
export const offerDraw = () => (state.game.seats ? offer("draw") : send("draw/offer"));
export const resign = () => sendAndFollow("resign");
export const hint = () => send("hint");
/** Continue the game from the viewed node; from Analyse, an engine that is to move there moves. */
export async function goOnHere() {
  const tried = state.mode === "analyse";
  update({ mode: "play", analysing: false, threat: false, retry: null });
  if (!(await sendAndFollow("goto", { node: state.viewed }))) return;
  if (tried) callEngine();
}

/** Let the engine move if it is its turn, and it does not think already. */
export function callEngine() {
  const { game, view } = state;
  if (!game.result && !game.thinking && game.players[view.side].kind === "engine") send("engine", { go: true });
}

let isOpening = false;
/**
 * Open the game that the server gives; null if it refuses, or while another is on its way: a double
 * click makes one game.
 * @param {() => Promise<Game>} ask
 * @param {(game: Game) => import("./address.js").Where} [where]  to go in it
 */
export async function openFrom(ask, where) {
  if (isOpening) return null;
  isOpening = true;
  try {
    const game = await tried(ask());
    if (game) await openGame(game, where?.(game));
    return game;
  } finally {
    isOpening = false;
  }
}

/** Go over to a game that follows the open one, with the viewer's seat. @param {string} id */
export async function goOver(id) {
  const secrets = api.seatsIn(state.game.id);
  if (secrets[0]) api.keepSeats(id, secrets);
  await openFrom(() => api.game(id));
}

/** Start another game with the sides swapped, or go to it, or offer it to the other player. */
export async function rematch() {
  const { seats } = state.game;
  if (seats) return seats.next ? goOver(seats.next) : offer("rematch");
  const game = await openFrom(() => api.command(state.game.id, "rematch", {}));
  if (game?.players.every((player) => player.kind === "engine")) send("engine", { go: true });
}

/** Go `by` moves forward (negative: back) along the viewed line, at most to its ends. @param {number} by */
export function step(by) {
  const line = lineThrough(state.viewed);
  const here = line.findIndex((node) => node.id === state.viewed);
  const there = Math.max(0, Math.min(line.length - 1, here + by));
  look(line[there].id, "step");
}

/** Go to the previous (-1) or next (1) variation. @param {number} by */
export function branch(by) {
  const node = viewedNode();
  if (!node || node.parent === null) return;
  const siblings = childrenOf(node.parent);
  const there = siblings[siblings.findIndex((one) => one.id === node.id) + by];
  if (there) look(there.id, "step");
}

/**
 * The result of a request; if the server refuses, show its reason and return null.
 * @template T
 * @param {Promise<T>} call
 * @returns {Promise<T|null>}
 */
export async function tried(call) {
  try {
    return await call;
  } catch (problem) {
    if (!(problem instanceof api.Refused)) throw problem;
    toast(problem.message);
    return null;
  }
}

/** Delete a node with all that follows it; the view goes to its parent. @param {Wire.Node} node */
export async function remove(node) {
  await look(node.parent ?? 0);
  return send("delete", { node: node.id });
}
