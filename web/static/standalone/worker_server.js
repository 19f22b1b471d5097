/** The worker with the application, in the place of a server. */

/** What is fetched before the start, in bytes. */
const ALL_BYTES = 1; // written by tools.make.site
/** The parts of the start with their shares of it, in order. @type {[string, string, number][]} */
const PARTS = [
  ["python", "Loading", 0.7],
  ["unpacked", "Starting", 0.8],
  ["server", "Starting", 1],
];

export class WorkerServer {
  /** @param {(part: string, done: number) => void} progress  called with a share from 0 to 1 */
  constructor(progress) {
    this.progress = progress;
    this.isReady = false;
    this.last = 0;
    /** What waits for the parts of an answer, by the request's number. @type {Map<number, (message: any) => void>} */
    this.waiting = new Map();
    this.worker = new Worker(new URL("server_worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    progress("Loading", 0);
  }

  /** @param {any} message */
  hear(message) {
    if (message.request) return this.waiting.get(message.request)?.(message);
    if (message.bytes) return this.progress("Loading", (0.7 * message.bytes) / ALL_BYTES);
    if (message.unkept) return dispatchEvent(new CustomEvent("games-unkept"));
    const part = PARTS.find(([name]) => name === message.part);
    if (!part) return;
    performance.mark(`board.${part[0]}`);
    this.isReady = part[2] === 1;
    this.progress(part[1], part[2]);
  }

  /**
   * Ask for something; `heard` gets the parts of the answer.
   * @param {string} method @param {string} url @param {string} body @param {(message: any) => void} heard
   */
  ask(method, url, body, heard) {
    this.last += 1;
    this.waiting.set(this.last, heard);
    this.worker.postMessage({ request: this.last, method, url, body, kind: body && "application/json" });
    return this.last;
  }

  /** @param {number} request */
  leave(request) {
    this.waiting.delete(request);
    this.worker.postMessage({ leave: true, request });
  }

  /** As `fetch` answers. @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
  request(path, options) {
    return new Promise((done) => {
      /** @type {any} */
      let head = null;
      /** @type {BlobPart[]} */
      const parts = [];
      this.ask(options.method ?? "GET", `/api/${path}`, String(options.body ?? ""), (message) => {
        if (message.status) head = message;
        else parts.push(message.bytes);
        if (!message.last) return;
        this.waiting.delete(message.request);
        const body = head.status === 204 ? null : new Blob(parts);
        done(new Response(body, { status: head.status, headers: head.headers }));
      });
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
    this.request = server.ask("GET", `/api/events?${query}`, "", (message) => {
      if (message.status === 200) this.onopen?.();
      if (message.bytes) text += decoder.decode(message.bytes, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) this.tell(event);
      if (message.last) this.onerror?.();
    });
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
