/**
 * Keeps the files of one version of the site for use without a network, and lets the page share
 * memory with the engine on hosts that do not send the two headers for it.
 *
 * A file is only kept and used if its checksum is that of this version, so files of two versions never
 * meet. The first version keeps its files as the page asks for them, and the rest when the page says
 * that it has time. A later one fetches everything before it is installed, and waits until the tabs of
 * the version before it are closed, or until the viewer asks for it.
 */

const VERSION = "VERSION"; // written by tools.make.site
/** Checksum (CRC-32) and bytes of each file. @type {Object<string, [number, number]>} */
const FILES = {}; // written by tools.make.site
const HOME = "index.html";
const CHECKSUM = "board-checksum"; // a header of what is kept
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const STEP_BYTES = 200_000; // between two messages on the progress
const scope = /** @type {any} */ (self);
const BASE = scope.registration.scope;
const OURS = `board ${BASE} `; // other pages of the host have caches, too
const CACHE = OURS + VERSION;
/** The last request of each file that is on its way. @type {Map<string, Promise<any>>} */
const coming = new Map();
let [seen, told] = [0, 0]; // bytes that came, and of how many the pages know
/** Memory that is sent here is free at once; the collector would come late to a worker that rests. */
const { port1: nowhere, port2: nobody } = new MessageChannel();
nobody.close();

scope.addEventListener("install", (/** @type {any} */ event) => {
  if (scope.registration.active) event.waitUntil(inherit().then(fill));
});
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forget()));
scope.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data.order === "keep") event.waitUntil(fill().catch(() => null));
  if (event.data.order === "begin") scope.skipWaiting();
});
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, url } = event.request;
  const name = nameOf(url);
  if (name !== null && method === "GET") event.respondWith(mode === "navigate" ? opened(url) : found(name));
});

/** The file of an address; null if this version has no such file. @param {string} url */
function nameOf(url) {
  const path = url.replace(/[?#].*/, "");
  const name = path === BASE ? HOME : path.slice(BASE.length);
  return path.startsWith(BASE) && Object.hasOwn(FILES, name) ? name : null;
}

/** @param {string} name */
const addressOf = (name) => BASE + (name === HOME ? "" : name);

/** The names of our other caches. */
const others = async () => (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);

/** Delete what other versions have kept. */
const forget = async () => Promise.all((await others()).map((name) => caches.delete(name)));

/** Take over the files that other versions have kept, and that are the same in this one. */
async function inherit() {
  const cache = await caches.open(CACHE);
  for (const other of await others()) {
    const older = await caches.open(other);
    for (const name of Object.keys(FILES)) {
      const file = await older.match(addressOf(name));
      if (Number(file?.headers.get(CHECKSUM)) === FILES[name][0]) await cache.put(addressOf(name), /** @type {Response} */ (file));
    }
  }
}

/**
 * The page. As long as files are missing, only the host can have them: if it has another version by
 * now, this one is given up, and the browser asks again without it.
 * @param {string} url
 */
async function opened(url) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(addressOf(HOME));
  if (kept && !(await missing(cache)).length) return kept;
  const fresh = await keep(cache, HOME, "reload").catch(() => kept ?? Response.error());
  if (fresh) return fresh;
  await scope.registration.unregister();
  await caches.delete(CACHE);
  return Response.redirect(url);
}

/** Keep all files that are not kept yet. Fails if one cannot be had, or there is no room. */
async function fill() {
  const cache = await caches.open(CACHE);
  for (const name of await missing(cache)) {
    const file = await found(name).catch(() => null); // the other files are kept for the next attempt
    file?.body?.cancel();
  }
  if ((await missing(cache)).length) throw new Error("files are missing");
}

/** The names of the files that are not kept. @param {Cache} cache */
async function missing(cache) {
  const kept = new Set((await cache.keys()).map(({ url }) => nameOf(url)));
  return Object.keys(FILES).filter((name) => !kept.has(name));
}

/** A file of this version, which is fetched once if several ask for it. @param {string} name @returns {Promise<Response>} */
function found(name) {
  const before = coming.get(name) ?? Promise.resolve();
  const file = before.catch(() => null).then(() => sought(name));
  const end = () => coming.get(name) === file && coming.delete(name);
  coming.set(name, file);
  file.then(end, end);
  return file;
}

/** A file that is kept, or from the browser's own cache, or if that has another version, from the host. @param {string} name */
async function sought(name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(addressOf(name));
  if (kept) return kept;
  const file = (await keep(cache, name, "default")) ?? (await keep(cache, name, "reload"));
  if (file) return file;
  scope.registration.update().catch(() => null); // the host has another version
  return Response.error();
}

/**
 * Fetch a file and keep it if there is room; null if it is that of another version. It is answered from
 * what is kept: of such an answer the browser keeps the machine code, too.
 * @param {Cache} cache @param {string} name @param {RequestCache} from
 */
async function keep(cache, name, from) {
  const file = await fetch(addressOf(name), { cache: from });
  if (!file.ok) return file;
  const check = { isOver: false, isOurs: false };
  try {
    await cache.put(addressOf(name), checked(file, name, check));
  } catch (error) {
    if (!check.isOver) throw error; // the network broke off
    return check.isOurs ? checked(await fetch(addressOf(name)), name, check) : null;
  }
  return cache.match(addressOf(name));
}

/**
 * An answer that fails at its end if it is not the file of this version: `check` tells. The pages hear
 * of its bytes as they come.
 * @param {Response} file @param {string} name @param {{isOver: boolean, isOurs: boolean}} check
 */
function checked(file, name, check) {
  let sum = -1;
  /** @type {Uint8Array<ArrayBuffer>|null} */
  let before = null; // the reader has taken it when it asks for the next one
  const checker = new TransformStream({
    transform(part, to) {
      if (before && before.byteLength === before.buffer.byteLength) nowhere.postMessage(null, [before.buffer]);
      before = part;
      for (let at = 0; at < part.length; at++) sum = TABLE[(sum ^ part[at]) & 255] ^ (sum >>> 8);
      tell(part.length);
      to.enqueue(part);
    },
    flush() {
      check.isOver = true;
      check.isOurs = ~sum >>> 0 === FILES[name][0];
      if (!check.isOurs) throw new Error(`the host has another version of ${name}`);
    },
  });
  const headers = new Headers(file.headers);
  for (const one of ["Content-Encoding", "Accept-Ranges"]) headers.delete(one); // on how it was sent
  const ours = { ...ISOLATED, "Content-Length": FILES[name][1], [CHECKSUM]: FILES[name][0] };
  for (const [one, value] of Object.entries(ours)) headers.set(one, String(value));
  return new Response(/** @type {ReadableStream} */ (file.body).pipeThrough(checker), { headers });
}

/** The remainders of CRC-32. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** Tell the pages that more bytes came. @param {number} bytes */
async function tell(bytes) {
  seen += bytes;
  if (seen - told < STEP_BYTES) return;
  told = seen;
  for (const page of await scope.clients.matchAll()) page.postMessage({ bytes: told });
}
