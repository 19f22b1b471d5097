/**
 * The shared worker: one stream of news for all tabs of the browser. It lives as long as any tab. A
 * tab tells what it shows when that changes, and again and again as a sign that it is there; it is
 * answered each time.
 */

import { Stream } from "./stream.js";

/** Of a tab in the background, browsers run timers once a minute: nothing for longer is no tab. */
const SILENT_MS = 180_000;

/** By a tab's name: its port, the game that it shows, when it last said so. */
const tabs = new Map();
const stream = new Stream(self.name, (tab, kind, news) => tabs.get(tab)?.port.postMessage([kind, news]));
let soon = 0;

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data: { tab, game } }) => {
    if (game) tabs.set(tab, { port, game, heard: Date.now() });
    else tabs.delete(tab);
    port.postMessage(["here"]);
    followSoon();
  };
};

setInterval(() => {
  for (const [name, { heard }] of tabs) if (heard < Date.now() - SILENT_MS) tabs.delete(name);
  follow();
}, SILENT_MS / 3);

/** Tabs that are opened together make one stream. */
function followSoon() {
  clearTimeout(soon);
  soon = setTimeout(follow, 10);
}

const follow = () => stream.follow([...tabs].map(([name, { game }]) => [game, name]));
