/**
 * Events of the open game. A browser opens only six connections to a host, so all tabs share the one
 * stream of a shared worker. A tab regularly tells the worker which game it shows; a worker that does
 * not answer has died, and another is started.
 */

import { seatsIn, TAB, TOKEN, transport } from "./api.js";
import { inLanguage } from "../words/say.js";

const BEAT_MS = 3000;

/** The open game. */
let game = "";
/** A handler for each kind of event. @type {Object<string, (news: any) => void>} */
let handlers = {};
/** A promise of the function that says which game this tab shows. */
let started = /** @type {any} */ (null);

/**
 * Listen to the events of a game, and no longer to those of the game before.
 * @param {string} id
 * @param {Object<string, (news: any) => void>} takers  handlers by kind; `open`: a new stream
 *   begins, and the server has ended this tab's analysis
 */
export async function listen(id, takers) {
  [game, handlers] = [id, takers];
  started ??= start();
  (await started)(game);
}

/** Some browsers have no shared workers, and some forbid them. */
async function start() {
  try {
    return transport.events ? await alone() : await together();
  } catch {
    return alone();
  }
}

/** Hold a lock with this tab's name until the tab ends; resolves once it is held. Plain HTTP to another machine has no locks. */
const hold = () =>
  new Promise((held) => {
    const kept = () =>
      new Promise((free) => {
        held(null);
        addEventListener("pagehide", free, { once: true });
      });
    if (navigator.locks) navigator.locks.request(TAB, kept).catch(held);
    else held(null);
  });

/** @param {string} kind @param {any} news */
const take = (kind, news) => handlers[kind]?.(inLanguage(news));

async function together() {
  /** @type {MessagePort} */
  let port;
  let answered = false;
  const connect = () => {
    const url = new URL("news_worker.js", import.meta.url);
    port = new SharedWorker(url, { type: "module", name: TOKEN || "" }).port;
    port.onmessage = ({ data: [kind, news] }) => {
      answered = true;
      take(kind, news);
    };
  };
  /** @param {string|null} shown */
  const tell = (shown) => port.postMessage({ tab: TAB, game: shown, seat: shown && seatsIn(shown)[0] });
  const beat = () => {
    if (!answered) connect();
    answered = false;
    tell(game);
  };
  await hold(); // before the worker hears of this tab and waits for its end
  connect();
  setInterval(beat, BEAT_MS);
  addEventListener("pagehide", () => tell(null));
  addEventListener("pageshow", async ({ persisted }) => {
    if (persisted) await hold();
    tell(game);
  });
  return tell;
}

/** A stream for this tab alone, while it is visible: phones show one tab at a time. From a server of the tab's own it goes on in a hidden tab. */
async function alone() {
  const { events } = transport;
  const stream = new (await import("./stream.js")).Stream(TOKEN, (_, kind, news) => take(kind, news), events);
  const follow = () => stream.follow(document.hidden && !events ? [] : [[game, TAB, seatsIn(game)[0]]]);
  document.addEventListener("visibilitychange", follow);
  return follow;
}
