/** What a viewer can do with a game: look at a position, play, take back, and the other commands. */

import * as api from "./api.js";
import { listen } from "./news.js";
import { state, update } from "./store.js";
import { byId } from "../page/dom.js";
import { loadFamily, seatFamily } from "../families/family.js";
import { childrenOf, lineThrough, nodeOf, viewedNode } from "./tree.js";

/** Positions of the game on the table by node. @type {Map<number, any>} */
let positions = new Map();
/** What listens to the streams beside this file. @type {Object<string, (data: any) => void>} */
const others = {};
let fading = 0;
let playedAt = null; // the node that a move is under way from

/** Let another file hear an event of the stream. */
export function hear(name, handler) {
  others[name] = handler;
}

/** Whether the viewer's moves are welcome in the viewed position. */
export function mayPlay() {
  const { game, view, viewed } = state;
  if (!game || !view || view.outcome) return false;
  if (game.result && viewed === game.current) return false;
  return game.players[view.side].kind === "human";
}

/** Put a game on the table and listen to its news. */
export async function openGame(game) {
  const loaded = await loadFamily(game.position.family);
  seatFamily(loaded);
  positions = new Map([[game.current, game.position]]);
  update({
    game,
    viewed: game.current,
    view: game.position,
    hint: game.hint,
    ...nothingPicked(),
    analysis: null,
    review: null,
    retry: null,
  });
  listen(game.id, {
    game: receive,
    clock: (news) => {
      if (news.game === state.game?.id) update({ game: { ...state.game, clocks: news.clocks } });
    },
    ...others,
  });
  history.replaceState(null, "", `#game=${game.id}`);
  try {
    localStorage.setItem("pente.game", game.id);
  } catch {
    // Without storage the address alone remembers the game.
  }
}

/** One object, so that what stays empty is no change. */
const NO_PICK = { dot: null, gipf: false, choice: -1 };
const nothingPicked = () => ({ hover: null, preview: null, shownLine: null, pick: NO_PICK });

/** Take in a newer state of the game; who looked at the current position goes on doing so. */
export function receive(game) {
  const old = state.game;
  // Both a command and the stream tell of a change: the second time it is no news.
  if (!old || game.id !== old.id || game.version <= old.version) return;
  const kept = new Set(game.nodes.map((node) => node.id));
  for (const id of positions.keys()) if (!kept.has(id)) positions.delete(id);
  positions.set(game.current, game.position);
  const follows = state.viewed === old.current || !kept.has(state.viewed);
  const moved = follows && state.viewed !== game.current;
  update({
    game,
    hint: game.hint,
    ...(follows ? { viewed: game.current, view: game.position } : {}),
    ...(moved ? nothingPicked() : {}),
  });
}

/** Look at a node of the tree; the game itself stays where it is. */
export async function look(id) {
  if (!nodeOf(id) || id === state.viewed) return;
  update({ viewed: id, ...nothingPicked() });
  const game = state.game.id;
  const view = positions.get(id) || (await tried(api.position(game, id)));
  if (!view || state.game.id !== game) return;
  positions.set(id, view);
  if (state.viewed === id) update({ view });
}

/** Send a command of the game; its answer is the game. Returns whether it was done. */
export async function send(name, body = {}) {
  const game = await tried(api.command(state.game.id, name, body));
  if (game?.nodes) receive(game);
  return Boolean(game);
}

/** The same where the game goes on from another node: the viewer follows. */
async function sendAndFollow(name, body = {}) {
  const id = state.game.id;
  const game = await tried(api.command(id, name, body));
  if (!game || state.game.id !== id) return false;
  receive(game);
  await look(state.game.current);
  return true;
}

/**
 * Play a move in the viewed position, as a new variation if it was played on already. What is
 * picked stays drawn until the answer comes.
 */
export async function play(move) {
  const at = state.viewed;
  if (playedAt === at) return false; // a second press before the first one's move is here
  playedAt = at;
  const done = await playHere(move).finally(() => playedAt === at && (playedAt = null));
  if (!done) update(nothingPicked());
  return done;
}

async function playHere(move) {
  const { viewed, game } = state;
  const there = viewed === game.current || (await sendAndFollow("goto", { node: viewed }));
  return there && sendAndFollow("play", { node: viewed, move });
}

/** Take back; against the engine both plies, even while it thinks. */
export const undo = () => sendAndFollow("undo");
export const redo = () => sendAndFollow("redo");
export const resign = () => sendAndFollow("resign");
export const hint = () => send("hint");
/** Let the game go on from the viewed node. */
export const goOnHere = () => sendAndFollow("goto", { node: state.viewed });

/** Another game with sides swapped. */
export async function rematch() {
  const game = await tried(api.command(state.game.id, "rematch", {}));
  if (game) openGame(game);
}

/** A move forward: +1, -1, +10 along the line, or to the ends. */
export function step(by) {
  const line = lineThrough(state.viewed);
  const here = line.findIndex((node) => node.id === state.viewed);
  const there = Math.max(0, Math.min(line.length - 1, here + by));
  look(line[there].id);
}

/** To the sibling before or after. */
export function branch(by) {
  const node = viewedNode();
  if (!node || node.parent === null) return;
  const siblings = childrenOf(node.parent);
  const there = siblings[siblings.findIndex((one) => one.id === node.id) + by];
  if (there) look(there.id);
}

/** Await a call; a refusal is shown in its own words, and null comes back. */
export async function tried(call) {
  try {
    return await call;
  } catch (problem) {
    if (!(problem instanceof api.Refused)) throw problem;
    toast(problem.message);
    return null;
  }
}

/** A short notice at the foot of the page. */
export function toast(text) {
  const box = byId("toast");
  (document.querySelector("dialog[open]") || document.body).append(box);
  box.textContent = text;
  box.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (box.hidden = true), 5000);
}

/** Delete a node with all that follows; the viewer steps back to before it. */
export async function remove(node) {
  await look(node.parent);
  return send("delete", { node: node.id });
}
