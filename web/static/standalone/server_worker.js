/** The worker with the application. It starts the engines' workers, and keeps the games. */

import { compiled, startPython } from "./python.js";

const DATA = "/data";
const SIGINT = 2;
const KEEP_MS = 300; // changes of this time are written to the browser's storage together

/** @param {object} message @param {Transferable[]} [moved] */
const say = (message, moved = []) => /** @type {any} */ (self).postMessage(message, moved);

/** An engine in a worker of its own. @param {any} heard  gets its lines */
function startEngine(heard) {
  const worker = new Worker(new URL("engine_worker.js", import.meta.url), { type: "module" });
  const { port1: ours, port2: port } = new MessageChannel();
  worker.addEventListener("message", ({ data }) => say(data));
  worker.addEventListener("error", ({ message = "" }) => say({ failed: message }));
  const flag = self.crossOriginIsolated ? new SharedArrayBuffer(1) : null;
  ours.onmessage = ({ data }) => heard(data);
  worker.postMessage({ port, flag, ...compiled }, [port]);
  return {
    can_stop: flag !== null,
    /** @param {string} line */
    post(line) {
      ours.postMessage(line);
      if (flag && line.includes('"do":"stop"')) Atomics.store(new Uint8Array(flag), 0, SIGINT);
    },
    end() {
      worker.terminate();
      ours.close();
    },
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
  start_engine: (/** @type {any} */ heard) => startEngine(heard.copy()),
};

/** @type {any} */
let files = null;
let timer = 0;

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

function keepSoon() {
  if (!timer) timer = setTimeout(keepNow, KEEP_MS);
}

async function keepNow() {
  if (files) await synchronised(files, false).catch(() => say({ unkept: true }));
  timer = 0;
}

/** @type {any} */
let server = null;
/** @type {any[]} */
const early = [];

/** @param {any} message */
function hear({ close, request, leave, method, url, kind, body }) {
  if (close) keepNow().then(() => say({ saved: true }));
  else if (leave) server.leave(request);
  else server.ask(request, method, url, kind, body);
}

addEventListener("message", ({ data }) => (server ? hear(data) : early.push(data)));

try {
  const python = await startPython((part, bytes) => say({ part, bytes }));
  await openFolder(python);
  python.registerJsModule("board_scripts", scripts);
  server = python.runPython("import board_scripts; from web.standalone.server import Server; Server(board_scripts)");
  for (const message of early) hear(message);
  say({ part: "server" });
} catch (error) {
  say({ failed: String(error) });
}
