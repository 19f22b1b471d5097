/** Requests to the server; `news.js` receives its events. */

import { say } from "../words/say.js";
import "../words/play.js";

/** The name of this tab, for its analysis. */
export const TAB = crypto.randomUUID ? crypto.randomUUID() : `tab-${Math.random().toString(36).slice(2)}`;

/** A server for other machines requires a token; the address has it when a tab opens. */
export const TOKEN = token();

function token() {
  const given = location.hash.match(/^#token=([\w-]+)$/)?.[1];
  if (given) {
    sessionStorage.setItem("pente.token", given);
    history.replaceState(null, "", location.pathname);
  }
  return given || sessionStorage.getItem("pente.token");
}

/** An error that the server reported, or that it did not answer. */
export class Refused extends Error {
  /** @param {number} status @param {string} detail */
  constructor(status, detail) {
    super(detail);
    this.isPassing = !status || status === 429 || status >= 500;
  }
}

/** Called after each request with whether the server answered. @type {(answered: boolean) => any} */
let heard = () => null;
/** @param {(answered: boolean) => any} listener */
export const onAnswer = (listener) => (heard = listener);

/** @param {string} method @param {string} path @param {any} [body] */
export async function call(method, path, body, keepalive = false) {
  /** @type {Object<string, string>} */
  const headers = TOKEN ? { Authorization: `Bearer ${TOKEN}` } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const options = { method, headers, keepalive, body: body === undefined ? null : JSON.stringify(body) };
  const answer = await fetch(`/api/${path}`, options).catch(() => {
    heard(false);
    throw new Refused(0, say("play.noAnswer"));
  });
  heard(true);
  const text = await answer.text();
  const data = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refused(answer.status, data?.detail || data?.title || answer.statusText);
  return data;
}

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path */
export const post = (path, body = {}) => call("POST", path, body);
/** @param {string} id @param {string} command */
const at = (id, command) => `games/${encodeURIComponent(id)}/${command}`;

export const presets = () => get("presets");
/** The levels of the engine. @param {string} family  as games and presets name it */
export const levels = (family) => get(`levels?family=${encodeURIComponent(family)}`);
export const engineLog = () => get("engines/log");
/**
 * Some of the saved games, or of the deleted ones: those after the first `skip`.
 * @param {{deleted?: boolean, find?: string, skip: number, limit: number}} which
 */
export const savedGames = ({ deleted = false, find = "", skip, limit }) =>
  get(`games?${new URLSearchParams({ deleted: String(deleted), find, skip: String(skip), limit: String(limit) })}`);
/** @param {any} wish */
export const newGame = (wish) => post("games", wish);
/** @param {string} id */
export const game = (id) => get(`games/${encodeURIComponent(id)}`);
/** @param {string} id */
export const drop = (id) => call("DELETE", `games/${encodeURIComponent(id)}`);
/** @param {string} id @param {number} node */
export const position = (id, node) => get(at(id, `position?node=${node}`));
/**
 * A command of a game: play, undo, restore, goto, resign, rematch, hint and others.
 * @param {string} id
 * @param {string} name
 * @param {any} [body]
 * @returns {Promise<any>}
 */
export const command = (id, name, body) => post(at(id, name), body);
/** The browser sends it even if the page closes meanwhile. @param {string} id @param {Wire.CommentOn} body */
export const comment = (id, body) => call("POST", at(id, "comment"), body, true);
/** @param {string} id @param {string} format */
export const exported = (id, format) => get(at(id, `export?format=${format}`));
/** The puzzles of a family, a puzzle, and the mistakes of a game. @param {string} of */
export const puzzles = (of) => get(`puzzles?of=${of}`);
/** @param {string} id */
export const puzzle = (id) => get(`puzzles/${encodeURIComponent(id)}`);
/** @param {string} id */
export const mistakes = (id) => get(at(id, "mistakes"));
/** The positions along a line, and what a move is worth, outside of games. @param {any} wish */
export const line = (wish) => post("line", wish);
/** @param {any} wish */
export const judge = (wish) => post("judge", wish);
/** @param {Wire.Import} record */
export const imported = (record) => post("import", record);
/** The games of a text, to choose one. @param {Wire.ListRecords} record */
export const recordsIn = (record) => post("import/games", record);
