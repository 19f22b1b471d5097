/**
 * News of the game on the table. A browser opens six connections to a host, which a stream for each
 * tab would use up: all tabs share the one stream of a shared worker. A tab says now and then what it
 * shows, and the worker answers; a worker that does not has died, and another takes its place.
 */

import { TAB, TOKEN } from "./api.js";

const BEAT_MS = 3000;

/** What is listened to: the game, and who takes its news by kind. */
let [game, handlers] = [null, {}];
/** How to tell what this tab shows now. */
let started = null;

/**
 * Listen to a game's news, instead of those of the game before.
 * @param {string} id
 * @param {Object<string, (news: any) => void>} takers  by kind; `open`: news come from now on, and
 *   what ran for this tab alone has ended
 */
export async function listen(id, takers) {
  [game, handlers] = [id, takers];
  started ??= start();
  (await started)(game);
}

/** Some browsers have no shared workers, and some forbid them. */
function start() {
  try {
    return together();
  } catch {
    return alone();
  }
}

const take = (kind, news) => handlers[kind]?.(news);

function together() {
  let [port, answered] = [null, false];
  const connect = () => {
    const url = new URL("news_worker.js", import.meta.url);
    port = new SharedWorker(url, { type: "module", name: TOKEN || "" }).port;
    port.onmessage = ({ data: [kind, news] }) => {
      answered = true;
      take(kind, news);
    };
  };
  const tell = (shown) => port.postMessage({ tab: TAB, game: shown });
  const beat = () => {
    if (!answered) connect();
    answered = false;
    tell(game);
  };
  connect();
  setInterval(beat, BEAT_MS);
  addEventListener("pagehide", () => tell(null));
  addEventListener("pageshow", () => tell(game));
  return tell;
}

/** A stream of this tab's own, while it is seen: phones show one at a time. */
async function alone() {
  const { Stream } = await import("./stream.js");
  const stream = new Stream(TOKEN, (_, kind, news) => take(kind, news));
  const follow = () => stream.follow(document.hidden ? [] : [[game, TAB]]);
  document.addEventListener("visibilitychange", follow);
  return follow;
}
