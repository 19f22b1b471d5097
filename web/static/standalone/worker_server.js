/** The worker with the application, in the place of a server. */

/** What is fetched before the start, in bytes. */
const ALL_BYTES = 1; // written by tools.make.site
/** The parts of the start with their shares of it, in order. @type {[string, string, number][]} */
const PARTS = [
  ["python", "standalone.loading", 0.7],
  ["unpacked", "standalone.starting", 0.8],
  ["server", "standalone.ready", 1],
];
const SAVING_MS = 3000;
/** Why a worker failed, by what its error says; the last one has the error's text. @type {[RegExp, string][]} */
const REASONS = [
  [/memory/i, "standalone.memory"],
  [/SyntaxError/, "standalone.tooOld"],
  [/^$|fetch|network|load|import/i, "standalone.network"],
  [/./, "standalone.stopped"],
];

/**
 * What is told of a server: how far its start is, why it has ended, and that games are not kept. Texts
 * are named by their keys.
 * @typedef {{progress: (key: string, share: number) => any, failed: (key: string, reason: string) => any,
 *   unkept: () => any}} Told
 * A request: what was sent, who hears the parts of the answer, and that there will be none.
 * @typedef {{message: any, heard: (part: any) => void, lost: () => void}} Asked
 */

export class WorkerServer {
  /** @param {Told} told */
  constructor(told) {
    this.told = told;
    this.isReady = false;
    this.last = 0;
    /** @type {Map<number, Asked>} */
    this.waiting = new Map();
    /** @type {Worker|null} */
    this.worker = null;
    /** @type {Map<number, Worker>} */
    this.engines = new Map();
    /** @type {() => any} */
    this.saved = () => null;
  }

  /** Start the worker, or another one after it failed. */
  begin() {
    const worker = new Worker(new URL("server_worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.hear(data));
    worker.addEventListener("error", ({ message = "" }) => this.fail(message));
    for (const { message } of this.waiting.values()) worker.postMessage(message);
    this.worker = worker;
    this.told.progress("standalone.loading", 0);
  }

  /** Save the games and end the worker. */
  async close() {
    if (!this.worker) return;
    const saved = new Promise((done) => (this.saved = () => done(null)));
    this.worker.postMessage({ close: true });
    await Promise.race([saved, new Promise((done) => setTimeout(done, SAVING_MS))]);
    this.end();
  }

  end() {
    for (const engine of [...this.engines.keys()]) this.endEngine(engine);
    this.worker?.terminate();
    this.worker = null;
  }

  /** Start the worker of an engine. @param {number} engine @param {{port: MessagePort}} given */
  beginEngine(engine, given) {
    const worker = new Worker(new URL("engine_worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("error", (event) => {
      event.preventDefault(); // or it would count as an error of the page
      this.worker?.postMessage({ broken: engine });
    });
    worker.postMessage(given, [given.port]);
    this.engines.set(engine, worker);
  }

  /** @param {number} engine */
  endEngine(engine) {
    this.engines.get(engine)?.terminate();
    this.engines.delete(engine);
  }

  /** The worker cannot go on. What waits for a start waits for the next one. @param {string} reason */
  fail(reason) {
    this.end();
    if (this.isReady) for (const { lost } of [...this.waiting.values()]) lost();
    this.isReady = false;
    const [, key] = /** @type {[RegExp, string]} */ (REASONS.find(([pattern]) => pattern.test(reason)));
    this.told.failed(key, reason);
  }

  /** @param {any} message */
  hear(message) {
    if (message.request) return this.waiting.get(message.request)?.heard(message);
    if (message.given) return this.beginEngine(message.engine, message.given);
    if (message.engine) return this.endEngine(message.engine);
    if (message.bytes) return this.told.progress("standalone.loading", Math.min(0.7, (0.7 * message.bytes) / ALL_BYTES));
    if (message.unkept) return this.told.unkept();
    if (message.saved) return this.saved();
    if (message.failed !== undefined) return this.fail(message.failed);
    const part = PARTS.find(([name]) => name === message.part);
    if (!part) return;
    performance.mark(`board.${part[0]}`);
    this.isReady = part[2] === 1;
    this.told.progress(part[1], part[2]);
  }

  /**
   * Ask for something; `heard` gets the parts of the answer, or `lost` is called.
   * @param {string} url @param {RequestInit} options
   * @param {(message: any) => void} heard @param {() => void} lost
   */
  ask(url, { method = "GET", headers = {}, body }, heard, lost) {
    const request = ++this.last;
    const message = { request, method, url, headers, body: String(body ?? "") };
    const forget = () => {
      this.waiting.delete(request);
      lost();
    };
    this.waiting.set(request, { message, heard, lost: forget });
    this.worker?.postMessage(message);
    return request;
  }

  /** @param {number} request */
  leave(request) {
    this.waiting.delete(request);
    this.worker?.postMessage({ leave: true, request });
  }

  /** As `fetch` answers. @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
  request(path, options) {
    return new Promise((done, failed) => {
      /** @type {any} */
      let head = null;
      /** @type {BlobPart[]} */
      const parts = [];
      const lost = () => failed(new TypeError("the server did not answer"));
      /** @param {any} message */
      const heard = (message) => {
        if (message.status) head = message;
        else parts.push(message.bytes);
        if (!message.last) return;
        this.waiting.delete(message.request);
        if (!head) return lost();
        const body = head.status === 204 ? null : new Blob(parts);
        done(new Response(body, { status: head.status, headers: head.headers }));
      };
      this.ask(`/api/${path}`, options, heard, lost);
    });
  }
}

/** A stream of events that looks like an EventSource. */
export class WorkerEvents extends EventTarget {
  /** @param {WorkerServer} server @param {URLSearchParams} query */
  constructor(server, query) {
    super();
    /** @type {(() => void)|null} */
    this.onopen = null;
    /** @type {(() => void)|null} */
    this.onerror = null;
    this.server = server;
    const decoder = new TextDecoder();
    let text = "";
    const lost = () => this.onerror?.();
    /** @param {any} message */
    const heard = (message) => {
      if (message.status === 200) this.onopen?.();
      if (message.bytes) text += decoder.decode(message.bytes, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) this.tell(event);
      if (message.last) lost();
    };
    this.request = server.ask(`/api/events?${query}`, {}, heard, lost);
  }

  /** @param {string} event */
  tell(event) {
    const [, kind, data] = event.match(/^event: (.*)\ndata: (.*)$/) ?? [];
    if (kind) this.dispatchEvent(new MessageEvent(kind, { data }));
  }

  close() {
    this.server.leave(this.request);
  }
}
