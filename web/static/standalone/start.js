/**
 * Starts the page without a server: a worker with the application takes the server's place. The board
 * is on the screen before that worker is ready: the game of the last visit as it was left, or the
 * first game as `tools.make.site` wrote it. What the viewer does meanwhile waits.
 */

import { transport } from "../js/game/api.js";
import { WorkerEvents, WorkerServer } from "./worker_server.js";

const SHOWN = "board.shown"; // the game of the last visit, whole
const RELOADED = "board.reloaded";
const READY_MS = 2000; // for a service worker that the browser takes but never runs
// (module (func (result v128) i32.const 0 i8x16.splat)): refused by browsers without SIMD.
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11);

/** What this browser lacks, in words; "" if it has all. */
function missing() {
  if (!globalThis.WebAssembly?.validate(SIMD)) return "This browser is too old for the engine (WebAssembly with SIMD).";
  if (!globalThis.DecompressionStream) return "This browser is too old for the board (DecompressionStream).";
  if (location.protocol === "file:") return "Open this page through a web server: files cannot start the engine.";
  return "";
}

/** A line below the title: progress, or why there is no board. */
function sign() {
  const line = document.createElement("p");
  line.id = "board-start";
  line.setAttribute("role", "status");
  document.querySelector(".top")?.append(line);
  return line;
}

/** @param {number} ms @returns {Promise<null>} */
const later = (ms) => new Promise((done) => setTimeout(() => done(null), ms));

/**
 * Let a service worker keep the page and say that it may share memory, which lets the engine stop at
 * once. The first time it takes a reload, before anything else is loaded.
 */
async function isolate() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("service_worker.js");
    if (crossOriginIsolated || sessionStorage.getItem(RELOADED)) return;
    const ready = await Promise.race([navigator.serviceWorker.ready, later(READY_MS)]);
    if (!ready) return;
    sessionStorage.setItem(RELOADED, "1");
    location.reload();
    await new Promise(() => null);
  } catch {
    // Without it everything works but the installed page; a stop ends the engine.
  }
}

/** Only one tab may write the games. @returns {Promise<boolean>} */
function isOnlyTab() {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((told) => {
    navigator.locks.request("board", { ifAvailable: true }, (lock) => {
      told(lock !== null);
      return lock && new Promise(() => null); // held until the tab closes
    });
  });
}

/** What can be answered before the server is there. @param {string} path @param {RequestInit} options */
async function early(path, options) {
  if (path === "games" && options.method === "POST") return fetch("first_game.json");
  const kept = localStorage.getItem(SHOWN);
  return kept && path === `games/${JSON.parse(kept).id}` ? new Response(kept) : null;
}

async function start() {
  const line = sign();
  line.textContent = missing();
  if (line.textContent) return;
  await isolate();
  if (!(await isOnlyTab())) {
    line.textContent = "The board is open in another tab: go on there, or close it and reload.";
    return;
  }
  const server = new WorkerServer((part, done) => {
    line.textContent = done < 1 ? `${part} ${Math.round(100 * done)} %` : "";
    line.hidden = done >= 1;
  });
  /** @type {Transport} */
  const worker = {
    request: async (path, options) => (!server.isReady && (await early(path, options))) || server.request(path, options),
    events: (query) => /** @type {any} */ (new WorkerEvents(server, query)),
  };
  Object.assign(transport, worker);
  const { state } = await import("../js/game/store.js");
  addEventListener("pagehide", () => {
    if (state.game) localStorage.setItem(SHOWN, JSON.stringify(state.game));
  });
  await import("../js/main.js");
}

start();
