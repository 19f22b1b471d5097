/**
 * Keeps the files of the page for use without a network, and lets the page share memory with the
 * engine on hosts that do not send the two headers for it. A new version of the site has a cache of
 * its own, and takes over when the last tab of the old one has closed.
 */

const VERSION = "VERSION"; // written by tools.make.site
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(caches.open(VERSION)));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope.registration.scope)) event.respondWith(answer(event.request));
});

async function begin() {
  for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
  await scope.clients.claim();
}

/** A file from the cache, or from the host and then into the cache. @param {Request} request */
async function answer(request) {
  const cache = await caches.open(VERSION);
  const url = new URL(request.url);
  url.hash = url.search = "";
  let file = await cache.match(url.href);
  if (!file) {
    file = await fetch(request);
    if (file.status === 200) await cache.put(url.href, file.clone());
  }
  const headers = new Headers(file.headers);
  for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
  return new Response(file.body, { status: file.status, statusText: file.statusText, headers });
}
