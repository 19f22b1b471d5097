/** The worker with the application. It has the engines' workers started, and keeps the games. */

import { compiled, STOPS, startPython } from "./python.js";

const DATA = "/data";
const [SIGINT, SIGALRM] = [2, 14];
const TELL_MS = 1000; // between two words on the progress of a search
const PAUSE_BYTES = 10_000; // a millisecond's pause after writing for so many: imports change big files often
const KEEP_MS = 20; // changes of this time are written to the browser's storage together

/** @param {object} message @param {Transferable[]} [moved] */
const say = (message, moved = []) => /** @type {any} */ (self).postMessage(message, moved);

/** What is called when an engine's worker has broken down, by its number. @type {Map<number, () => void>} */
const engines = new Map();
let begun = 0;

/**
 * An engine in a worker of its own. The page starts and ends it: in Firefox, a worker that starts
 * another one can wait for ever while a debugger listens.
 * @param {any} heard  gets its lines @param {any} ended  is called if the worker breaks down
 */
function startEngine(heard, ended) {
  const engine = ++begun;
  const { port1: ours, port2: port } = new MessageChannel();
  const flag = self.crossOriginIsolated ? new SharedArrayBuffer(1) : null;
  const telling = flag && setInterval(() => Atomics.compareExchange(new Uint8Array(flag), 0, 0, SIGALRM), TELL_MS);
  const end = () => {
    clearInterval(telling ?? 0);
    engines.delete(engine);
    say({ engine });
    ours.close();
  };
  engines.set(engine, () => {
    end();
    ended();
  });
  ours.onmessage = ({ data }) => heard(data);
  say({ engine, given: { port, flag, ...compiled } }, [port]);
  return {
    can_stop: flag !== null,
    /** @param {string} line */
    post(line) {
      if (flag && line.includes(STOPS)) Atomics.store(new Uint8Array(flag), 0, SIGINT);
      ours.postMessage(line);
    },
    end,
  };
}

const scripts = {
  /** @param {number} request @param {number} status @param {any} headers */
  answer(request, status, headers) {
    say({ request, status, headers: headers.toJs({ dict_converter: Object.fromEntries }) });
  },
  /** @param {number} request @param {any} content @param {boolean} last */
  part(request, content, last) {
    const bytes = content.toJs();
    keepSoon();
    say({ request, bytes, last }, [bytes.buffer]);
  },
  start_engine: (/** @type {any} */ heard, /** @type {any} */ ended) => startEngine(heard.copy(), ended.copy()),
};

/** @type {any} */
let files = null;
let timer = 0;
let kept = ""; // the times and sizes of the files that were last written
/** @type {Promise<any>} */
let keeping = Promise.resolve();

/** The folder of the games, as the browser kept it. @param {any} python */
async function openFolder(python) {
  python.FS.mkdirTree(DATA);
  try {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, DATA);
    await synchronised(python.FS, true);
    files = python.FS;
  } catch {
    say({ unkept: true });
  }
}

/** @param {any} of @param {boolean} fromStorage */
const synchronised = (of, fromStorage) =>
  new Promise((done, failed) => of.syncfs(fromStorage, (/** @type {any} */ error) => (error ? failed(error) : done(null))));

/** The files of the folder. @returns {{mtime: Date, size: number}[]} */
const inFolder = () => files.readdir(DATA).map((/** @type {string} */ name) => files.stat(`${DATA}/${name}`));

/** What was changed before an answer is on its way to the browser's storage soon after it. */
function keepSoon() {
  if (timer) return;
  timer = setTimeout(() => {
    timer = 0;
    keep();
  }, KEEP_MS);
}

/** Write what has changed after what is being written. */
const keep = () => (keeping = keeping.then(keepNow).catch(() => say({ unkept: true })));

/** Write the folder to the browser's storage if it has changed. */
async function keepNow() {
  const now = files ? inFolder() : [];
  const state = now.map(({ mtime, size }) => [+mtime, size]).join();
  if (state === kept) return;
  kept = state;
  await synchronised(files, false);
  const bytes = now.reduce((sum, { size }) => sum + size, 0);
  await new Promise((done) => setTimeout(done, bytes / PAUSE_BYTES));
}

/** @type {any} */
let python = null;
/** @type {any} */
let server = null;
/** @type {any[]} */
const early = [];

/** @param {any} message */
function hear({ close, broken, request, leave, method, url, headers, body }) {
  if (close) return keep().then(() => say({ saved: true }));
  if (broken) return engines.get(broken)?.();
  if (leave) return server.leave(request);
  const given = [python.toPy(headers), python.toPy(new TextEncoder().encode(body))];
  server.ask(request, method, url, ...given);
  for (const one of given) one.destroy();
}

addEventListener("message", ({ data }) => (server ? hear(data) : early.push(data)));

try {
  python = await startPython((part, bytes) => say({ part, bytes }), ["engine", "board"]);
  await openFolder(python);
  python.registerJsModule("board_scripts", scripts);
  server = python.runPython("import board_scripts; from web.standalone.server import Server; Server(board_scripts)");
  for (const message of early) hear(message);
  say({ part: "server" });
} catch (error) {
  say({ failed: String(error) });
}
