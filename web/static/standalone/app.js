/** The page as an app: the service worker that keeps its files, new versions, storage that lasts. */

const RELOADED = "board.reloaded";
const READY_MS = 3000; // for a service worker that the browser takes but never runs
const REST_MS = 8000; // after the start, which comes first
const WORTH_KEEPING = 10; // moves of a game

/** @param {number} ms @returns {Promise<null>} */
const later = (ms) => new Promise((done) => setTimeout(() => done(null), ms));

/**
 * Let a service worker keep the page and say that it may share memory, which lets the engine stop at
 * once. The first time it takes a reload, before anything else is loaded. Returns a function to call
 * when the page has started: a while later the worker fetches the rest.
 * @param {(begin: () => any) => any} newer  called when a new version is there, with what begins it
 */
export async function install(newer) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return () => null;
  try {
    const registration = await serviceWorker.register("service_worker.js", { updateViaCache: "none" });
    await control();
    watch(registration, newer);
    return () => setTimeout(() => registration.active?.postMessage({ order: "keep" }), REST_MS);
  } catch {
    return () => null; // everything works but the installed page; a stop ends the engine
  }
}

/** Load the page again if the service worker can let it share memory, but once only. */
async function control() {
  if (crossOriginIsolated) return sessionStorage.removeItem(RELOADED);
  const ready = await Promise.race([navigator.serviceWorker.ready, later(READY_MS)]);
  if (!ready || sessionStorage.getItem(RELOADED)) return null;
  sessionStorage.setItem(RELOADED, "1");
  location.reload();
  return new Promise(() => null);
}

/**
 * Watch for a new version. The page of the old one goes on; when the new one begins, each tab loads it.
 * @param {ServiceWorkerRegistration} registration @param {(begin: () => any) => any} newer
 */
function watch(registration, newer) {
  const { serviceWorker } = navigator;
  let { controller } = serviceWorker;
  const offer = () => {
    const { waiting } = registration;
    if (waiting && controller) newer(() => waiting.postMessage({ order: "begin" }));
  };
  const follow = () => registration.installing?.addEventListener("statechange", offer);
  registration.addEventListener("updatefound", follow);
  follow();
  offer();
  serviceWorker.addEventListener("controllerchange", () => {
    if (controller) location.reload();
    ({ controller } = serviceWorker);
  });
}

let isAsked = CSS.supports("-moz-appearance", "none"); // Firefox would put the question to the viewer

/** Ask the browser to keep the games when it needs room, once a game is worth it. @param {number} moves */
export function persist(moves) {
  if (isAsked || moves < WORTH_KEEPING) return;
  isAsked = true;
  navigator.storage?.persist?.().catch(() => null);
}
