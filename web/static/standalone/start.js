/**
 * Starts the page without a server: a worker with the application takes the server's place. The board
 * is on the screen before that worker is ready: the game of the last visit as it was left, or the
 * first game as `tools.make.site` wrote it. What the viewer does meanwhile waits.
 */

// Before anything that reads storage.
import "../js/page/storage.js";
import { transport } from "../js/game/api.js";
import { on, state } from "../js/game/store.js";
import { LANGUAGE, learned, say } from "../js/words/say.js";
import { install, persist } from "./app.js";
import { notice, unnotice } from "./notices.js";
import { alone, ask, giveWhenAsked } from "./tabs.js";
import { WorkerEvents, WorkerServer } from "./worker_server.js";

// The game of the last visit, whole, with what its form and its texts depend on.
const SHOWN = "board.shown";
const { version } = document.documentElement.dataset;
const READY_MS = 1500; // to read that the engine is ready
const NO_ANSWER_MS = 6000;

/** What can be answered before the server is there. @param {string} path @param {RequestInit} options */
async function early(path, options) {
  if (state.game) return null;
  if (path === "games" && options.method === "POST") return fetch("first_game.json");
  const kept = JSON.parse(localStorage.getItem(SHOWN) ?? "{}");
  const fits = kept.version === version && kept.language === LANGUAGE && path === `games/${kept.game.id}`;
  return fits ? new Response(JSON.stringify(kept.game)) : null;
}

/** Keep the game that is shown for the next start. */
function keepShown() {
  try {
    localStorage.setItem(SHOWN, JSON.stringify({ version, language: LANGUAGE, game: state.game }));
  } catch {
    localStorage.removeItem(SHOWN); // there is no room: the next start waits for the server
  }
  persist(state.game.nodes.length);
}

/** Without texts the script in the page's head says what is wrong. */
function notLoaded() {
  document.querySelector("script[src]")?.dispatchEvent(new Event("error"));
  return new Promise(() => null);
}

/** @param {string} key @param {[string, () => any][]} actions */
const hinder = (key, actions, reason = "") => notice("start", say(key, { reason }), { actions, failed: true });

/** Wait until this tab alone has the games. */
async function ownGames() {
  let hasThem = false;
  const useHere = () => {
    ask();
    setTimeout(() => hasThem || offer("standalone.noAnswer"), NO_ANSWER_MS);
  };
  /** @param {string} key */
  const offer = (key) => hinder(key, [["standalone.useHere", useHere]]);
  await alone((taken) => offer(taken ? "standalone.taken" : "standalone.elsewhere"));
  hasThem = true;
}

/** The worker in the place of the server, and the notices on it. @param {() => any} started */
function serve(started) {
  /** @type {WorkerServer} */
  const server = new WorkerServer({
    progress(key, share) {
      notice("start", say(key), share < 1 ? { share } : {});
      if (share < 1) return;
      setTimeout(() => server.isReady && unnotice("start"), READY_MS);
      started();
    },
    failed: (key, reason) => hinder(key, [["puzzles.again", () => server.begin()]], reason),
    unkept() {
      const save = async () => (await import("../js/dialogs/share.js")).openShare();
      notice("unkept", say("standalone.unkept"), {
        actions: [["standalone.save", save], ["standalone.later", () => unnotice("unkept")]],
      });
    },
  });
  /** @type {Transport} */
  const worker = {
    request: async (path, options) => (!server.isReady && (await early(path, options))) || server.request(path, options),
    events: (query) => /** @type {any} */ (new WorkerEvents(server, query)),
  };
  Object.assign(transport, worker);
  /** The service worker tells the bytes that came, for this start or after it. @param {MessageEvent} message */
  const told = ({ data }) => server.worker && !server.isReady && server.hear(data);
  navigator.serviceWorker?.addEventListener("message", told);
  return server;
}

async function start() {
  await learned.catch(notLoaded);
  /** @type {WorkerServer|null} */
  let server = null;
  const started = await install((begin) => {
    const reload = async () => {
      await server?.close();
      begin();
    };
    notice("newer", say("standalone.newer"), {
      actions: [["standalone.reload", reload], ["standalone.later", () => unnotice("newer")]],
    });
  });
  await ownGames();
  server = serve(started);
  giveWhenAsked(() => /** @type {WorkerServer} */ (server).close());
  server.begin();
  on(["game"], keepShown);
  await import("../js/main.js").catch((error) => {
    server?.end();
    throw error;
  });
}

if (document.documentElement.dataset.hindered === undefined) {
  start().catch(() => hinder("standalone.network", [["puzzles.again", () => location.reload()]]));
}
