/**
 * Keeps the files of one version of the site for use without a network, and lets the page share
 * memory with the engine on hosts that do not send the two headers for it.
 *
 * A file is only used if its digest is that of this version, so files of two versions never meet. The
 * first version takes its files as the page asks for them, and the rest when the page says that it has
 * started. A later one fetches everything before it is installed, and waits until the tabs of the
 * version before it are closed, or until the viewer asks for it.
 */

const VERSION = "VERSION"; // written by tools.make.site
/** Digest (SHA-256 in base64) and bytes of each file. @type {Object<string, [string, number]>} */
const FILES = {}; // written by tools.make.site
const HOME = "index.html";
const AT_ONCE = 6; // requests, as browsers allow for a host
const LARGE_BYTES = 200_000; // such a file is passed on as it comes
const DIGEST = "board-digest";
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const scope = /** @type {any} */ (self);
const BASE = scope.registration.scope;
const OURS = `board ${BASE} `; // other pages of the host have caches, too
const CACHE = OURS + VERSION;
/** Ends when a file that is on its way is kept, or could not be had. @type {Map<string, Promise<any>>} */
const coming = new Map();

scope.addEventListener("install", (/** @type {any} */ event) => {
  if (scope.registration.active) event.waitUntil(fill());
});
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forget((name) => name !== CACHE)));
scope.addEventListener("message", (/** @type {any} */ event) => {
  const { order, version } = event.data;
  if (order === "claim" && version === VERSION) event.waitUntil(scope.clients.claim());
  if (order === "keep") event.waitUntil(fill().catch(() => null));
  if (order === "begin") scope.skipWaiting();
});
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, url } = event.request;
  const name = nameOf(url);
  if (name === null || !["GET", "HEAD"].includes(method)) return;
  event.respondWith(mode === "navigate" ? opened(url) : answer(name, method, event));
});

/** The file of an address; null if this version has no such file. @param {string} url */
function nameOf(url) {
  const path = url.replace(/[?#].*/, "");
  const name = path === BASE ? HOME : path.slice(BASE.length);
  return path.startsWith(BASE) && Object.hasOwn(FILES, name) ? name : null;
}

/** @param {string} name */
const addressOf = (name) => BASE + (name === HOME ? "" : name);

/** Delete our caches with such names. @param {(name: string) => boolean} which */
async function forget(which) {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && which(name)) await caches.delete(name);
}

/**
 * The page. As long as files are missing, only the host can have them: if it has another version by
 * now, this one is given up, and the browser asks again without it.
 * @param {string} url
 */
async function opened(url) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(addressOf(HOME));
  if (kept && (await isWhole(cache))) return kept;
  const fresh = await fetch(addressOf(HOME), { cache: "reload" }).catch(() => null);
  if (!fresh?.ok) return kept ?? fresh ?? Response.error();
  const content = await fresh.arrayBuffer();
  if (await isOurs(HOME, content)) return keep(cache, HOME, content, fresh);
  await scope.registration.unregister();
  await caches.delete(CACHE);
  return Response.redirect(url);
}

/** @param {string} name @param {string} method @param {any} event */
async function answer(name, method, event) {
  const file = await found(name, (work) => event.waitUntil(work));
  if (method === "GET" || !file.ok) return file;
  await file.arrayBuffer();
  return new Response(null, { headers: { ...ISOLATED, "Content-Length": String(FILES[name][1]) } });
}

/** Keep all files that are not kept yet. Fails if one cannot be had, or there is no room. */
async function fill() {
  const names = Object.keys(FILES).values();
  const some = async () => {
    for (const name of names) {
      const file = await found(name, () => null).catch(() => null);
      await file?.arrayBuffer().catch(() => null); // the other files are kept for the next attempt
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  if (!(await isWhole(await caches.open(CACHE)))) throw new Error("files are missing");
}

/** @param {Cache} cache */
const isWhole = async (cache) => (await cache.keys()).length === Object.keys(FILES).length;

/**
 * A file of this version, which is fetched once if several ask for it.
 * @param {string} name
 * @param {(work: Promise<any>) => any} wait  called with what must end before this worker does
 * @returns {Promise<Response>}
 */
async function found(name, wait) {
  while (coming.has(name)) await coming.get(name);
  const file = sought(name);
  const kept = file.then(([, done]) => done).catch(() => null).then(() => coming.delete(name));
  coming.set(name, kept);
  wait(kept);
  return (await file)[0];
}

/** A file, and a promise that ends when it is kept. @param {string} name @returns {Promise<[Response, Promise<any>]>} */
async function sought(name) {
  const cache = await caches.open(CACHE);
  const kept = (await cache.match(addressOf(name))) ?? (await inherited(cache, name));
  if (!kept && FILES[name][1] > LARGE_BYTES) return passed(cache, name);
  return [kept ?? (await fetched(cache, name)), Promise.resolve()];
}

/** A file that an older version has kept. @param {Cache} cache @param {string} name */
async function inherited(cache, name) {
  for (const other of await caches.keys()) {
    const older = other.startsWith(OURS) && (await (await caches.open(other)).match(addressOf(name)));
    if (older && older.headers.get(DIGEST) === FILES[name][0]) return keep(cache, name, await older.arrayBuffer(), older);
  }
  return null;
}

/** A file from the browser's own cache, or if that has another version, from the host. @param {Cache} cache @param {string} name */
async function fetched(cache, name) {
  for (const from of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const file = await fetch(addressOf(name), { cache: from });
    if (!file.ok) return file;
    const content = await file.arrayBuffer();
    if (await isOurs(name, content)) return keep(cache, name, content, file);
  }
  await refuse();
  return Response.error();
}

/**
 * A large file as it comes from the host. Its last part is held back until the whole is known to be of
 * this version, and kept; otherwise the answer fails. The second value ends with that.
 * @param {Cache} cache @param {string} name @returns {Promise<[Response, Promise<any>]>}
 */
async function passed(cache, name) {
  const file = await fetch(addressOf(name), { cache: "reload" });
  if (!file.ok) return [file, Promise.resolve()];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  const checked = new TransformStream({
    transform(part, to) {
      const before = parts.at(-1);
      if (before) to.enqueue(before);
      parts.push(part);
    },
    async flush(to) {
      const content = await new Blob(parts).arrayBuffer();
      if (!(await isOurs(name, content))) {
        await refuse();
        throw new Error(`the host has another version of ${name}`);
      }
      await keep(cache, name, content, file);
      to.enqueue(parts.at(-1));
    },
  });
  const done = /** @type {ReadableStream} */ (file.body).pipeTo(checked.writable);
  return [new Response(checked.readable, { headers: headersOf(file) }), done];
}

/** The host has another version: tell the pages, and fetch it. */
async function refuse() {
  for (const page of await scope.clients.matchAll()) page.postMessage({ newer: true });
  scope.registration.update().catch(() => null);
}

/**
 * Put a file into the cache if there is room; return it.
 * @param {Cache} cache @param {string} name @param {ArrayBuffer} content @param {Response} source
 */
async function keep(cache, name, content, source) {
  const headers = headersOf(source);
  headers.set("Content-Length", String(content.byteLength));
  headers.set(DIGEST, FILES[name][0]);
  await cache.put(addressOf(name), new Response(content, { headers })).catch(() => null);
  return new Response(content, { headers });
}

/** The headers of a file, without those on how it was sent. @param {Response} file */
function headersOf(file) {
  const headers = new Headers(file.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Accept-Ranges"]) headers.delete(name);
  for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
  return headers;
}

/** Whether this is the content of a file in this version. @param {string} name @param {ArrayBuffer} content */
async function isOurs(name, content) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return btoa(String.fromCharCode(...digest)) === FILES[name][0];
}
