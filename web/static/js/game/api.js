/** Requests to the server; `news.js` receives its events. */

import { keepText, keptText } from "../page/storage.js";
import { inLanguage, say } from "../words/say.js";

/** The name of this tab, for its analysis and its commands. */
export const TAB = crypto.randomUUID ? crypto.randomUUID() : `tab-${Math.random().toString(36).slice(2)}`;

/** A server for other machines requires a token; the address has it when a tab opens. */
export const TOKEN = token();

function token() {
  const [, given, rest] = location.hash.match(/^#token=([\w-]+)&?(.*)$/) ?? [];
  if (given) {
    sessionStorage.setItem("pente.token", given);
    history.replaceState(null, "", rest ? `#${rest}` : location.pathname);
  }
  return given || sessionStorage.getItem("pente.token");
}

/**
 * The secrets that this tab has in a game by invitation, or else this browser: that of its seat, and
 * for who invited that of the other.
 * @param {string} game
 */
export const seatsIn = (game) => (sessionStorage.getItem(`pente.seat.${game}`) ?? keptText(`pente.seat.${game}`) ?? "").split(" ");

/** Give this tab secrets. @param {string} game @param {string[]} secrets */
export const seatTab = (game, secrets) => sessionStorage.setItem(`pente.seat.${game}`, secrets.join(" "));

/** The same for good; the tabs of two people in one browser stay those of each. @param {string} game @param {string[]} secrets */
export function keepSeats(game, secrets) {
  seatTab(game, secrets);
  if (!keptText(`pente.seat.${game}`)) keepText(`pente.seat.${game}`, secrets.join(" "));
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

/** How the page asks its server; a page without one asks a worker. @type {Transport} */
export const transport = { request: (path, options) => fetch(`/api/${path}`, options) };

/** @param {string} method @param {string} path @param {any} [body] */
export async function call(method, path, body, keepalive = false) {
  const [seat] = seatsIn(path.split(/[/?]/)[1]);
  const headers = {
    "Pente-Tab": TAB,
    ...(seat && { "Pente-Seat": seat }),
    ...(TOKEN && { Authorization: `Bearer ${TOKEN}` }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  const options = { method, headers, keepalive, body: body === undefined ? null : JSON.stringify(body) };
  const answer = await transport.request(path, options).catch(() => {
    heard(false);
    throw new Refused(0, say("play.noAnswer"));
  });
  heard(true);
  const text = await answer.text();
  const data = text ? inLanguage(JSON.parse(text)) : null;
  if (!answer.ok) throw new Refused(answer.status, data?.detail || data?.title || answer.statusText);
  return data;
}

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {any} [body] */
export const post = (path, body = {}) => call("POST", path, body);

/** Answers that stay the same, requested once. @type {Object<string, Promise<any>>} */
const asked = {};

/** @param {string} path */
function once(path) {
  asked[path] ??= get(path);
  asked[path].catch(() => delete asked[path]);
  return asked[path];
}

/** All games. @returns {Promise<Wire.Preset[]>} */
export const presets = () => once("presets");
/** The levels of the engine. @param {string} family  as games and presets name it @returns {Promise<Wire.LevelOption[]>} */
export const levels = (family) => once(`levels?family=${encodeURIComponent(family)}`);

/** @param {any} request */
export const newGame = (request) => post("games", request);
/** @param {string} id */
export const game = (id) => get(`games/${id}`);
/**
 * A command of a game. The answer is what it changes; the stream tells only other tabs. The browser
 * sends a comment even if the page closes.
 * @param {string} id @param {string} name @param {any} body @returns {Promise<any>}
 */
export const command = (id, name, body) => call("POST", `games/${id}/${name}`, body, name === "comment");
/** @param {Wire.Import} record */
export const imported = (record) => post("import", record);
