/** The way to the server: commands by fetch, news by one stream of events a tab. */

/** This tab's name, under which its analysis runs. */
export const TAB = crypto.randomUUID ? crypto.randomUUID() : `tab-${Math.random().toString(36).slice(2)}`;

/** A server that other machines reach wants a token: it comes in the address, once a tab. */
const TOKEN = token();

function token() {
  const given = location.hash.match(/^#token=([\w-]+)$/)?.[1];
  if (given) {
    sessionStorage.setItem("pente.token", given);
    history.replaceState(null, "", location.pathname);
  }
  return given || sessionStorage.getItem("pente.token");
}

/** After which time a stream that has ended is opened again. */
const RETRY_MS = 2000;

/** A refusal by the server, with its own words. */
export class Refused extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

async function call(method, path, body) {
  const options = { method, headers: {} };
  if (TOKEN) options.headers.Authorization = `Bearer ${TOKEN}`;
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(`/api/${path}`, options).catch(() => {
    throw new Refused(0, "The server does not answer. Is it still running?");
  });
  const text = await answer.text();
  const data = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refused(answer.status, data?.detail || data?.title || answer.statusText);
  return data;
}

const get = (path) => call("GET", path);
const post = (path, body = {}) => call("POST", path, body);
const at = (id, command) => `games/${encodeURIComponent(id)}/${command}`;

export const presets = () => get("presets");
export const levels = () => get("levels");
export const engineLog = () => get("engines/log");
export const savedGames = () => get("games");
export const newGame = (wish) => post("games", wish);
export const game = (id) => get(`games/${encodeURIComponent(id)}`);
export const drop = (id) => call("DELETE", `games/${encodeURIComponent(id)}`);
export const position = (id, node) => get(at(id, `position?node=${node}`));
/** A command of a game: play, undo, redo, goto, resign, rematch, hint, comment and others. */
export const command = (id, name, body) => post(at(id, name), body);
export const exported = (id, format) => get(at(id, `export?format=${format}`));
export const imported = (record) => post("import", record);

/**
 * Listen to a game's news, again and again where the server was away.
 * @param {string} id
 * @param {Object<string, (data: any) => void>} handlers  by the name of the event; `back`: listening again
 * @returns {{close: () => void}}
 */
export function listen(id, handlers) {
  let [stream, timer] = [null, 0];
  const open = (again) => {
    stream = streamOf(id, handlers);
    stream.onopen = () => again && handlers.back();
    stream.onerror = () => {
      stream.close();
      timer = setTimeout(open, RETRY_MS, true);
    };
  };
  open(false);
  return { close: () => (clearTimeout(timer), stream.close()) };
}

function streamOf(id, handlers) {
  const pass = TOKEN ? `&token=${TOKEN}` : "";
  const stream = new EventSource(`/api/events?game=${encodeURIComponent(id)}&tab=${TAB}${pass}`);
  for (const [name, handler] of Object.entries(handlers)) {
    stream.addEventListener(name, (event) => handler(JSON.parse(event.data)));
  }
  return stream;
}
