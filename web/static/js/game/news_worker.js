/**
 * The shared worker: one stream of events for all tabs, as long as any is open. A tab sends the game
 * that it shows, on each change and regularly as a sign of life. The worker answers each time.
 */

import { Stream } from "./stream.js";

/** Browsers run timers of hidden tabs once a minute. Where there are no locks, a tab that is silent for longer is gone. */
const SILENT_MS = 180_000;

/** By the name of a tab: its port, its game and seat, the time of its last message. */
const tabs = new Map();
const stream = new Stream(self.name, (tab, kind, news) => tabs.get(tab)?.port.postMessage([kind, news]));
let soon = 0;

/** @param {string} tab */
function leave(tab) {
  tabs.delete(tab);
  followSoon();
}

/** @param {MessageEvent} event */
const connected = ({ ports: [port] }) => {
  port.onmessage = ({ data: { tab, game, seat } }) => {
    if (game) {
      if (!tabs.has(tab)) navigator.locks?.request(tab, () => leave(tab)).catch(() => null); // the tab has it until it is closed or dies
      tabs.set(tab, { port, game, seat, heard: Date.now() });
      followSoon();
    } else leave(tab);
    port.postMessage(["here"]);
  };
};
self.addEventListener("connect", /** @type {EventListener} */ (connected));

setInterval(() => {
  if (!navigator.locks) for (const [name, { heard }] of tabs) if (heard < Date.now() - SILENT_MS) tabs.delete(name);
  follow();
}, SILENT_MS / 3);

/** Wait a little: several tabs that open together then need only one new stream. */
function followSoon() {
  clearTimeout(soon);
  soon = setTimeout(follow, 10);
}

const follow = () => stream.follow([...tabs].map(([name, { game, seat }]) => [game, name, seat]));
