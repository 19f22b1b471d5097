/** Under the board: where the game stands, what waits for a yes, and what can be offered. */

import { button, byId, fill, say } from "../page/dom.js";
import { family } from "../families/family.js";
import * as game from "../game/play.js";
import { on, state } from "../game/store.js";
import { statusText } from "../page/words.js";

/** Follow the state. */
export function startUnder() {
  on(["game", "view", "viewed"], () => state.view && say(byId("status"), statusText()));
  on(["game", "view", "viewed", "pick", "preview", "settings"], () => {
    if (!state.view) return;
    const byKey = byId("decide").querySelector("input:focus-visible");
    fill(byId("decide"), ...family().decisions());
    if (byKey) byId("decide").querySelector("input:checked")?.focus();
    fill(byId("offers"), ...offers());
  });
  on(["hint"], () => {
    if (state.hint?.node === state.viewed) say(byId("status"), `Hint: ${state.hint.text}`);
  });
}

/** Resign, rematch, and the handling of engines. */
function offers() {
  const { game: now, view } = state;
  const over = now.result || view.outcome;
  const engines = now.players.filter((player) => player.kind === "engine").length;
  const list = [];
  if (engines === 2 && !now.result) {
    list.push(now.watching
      ? button("Pause", "pause", () => game.send("engine", { go: false }), { id: "pause" })
      : button("Go on", "play", () => game.send("engine", { go: true }), { id: "pause" }));
  }
  if (now.thinking) list.push(button("Move now", "forward", () => game.send("engine", { go: true, now: true }), { id: "move-now" }));
  else if (engines === 1 && !over && now.players[view.side].kind === "engine" && state.viewed === now.current) {
    list.push(button("Engine, go on", "play", () => game.send("engine", { go: true }), { id: "engine-go" }));
  }
  if (!now.result && engines < 2 && now.nodes.length > 1) list.push(button("Resign", "flag", game.resign, { id: "resign" }));
  if (!over && !engines && now.nodes.length > 1) list.push(button("Draw", null, () => game.send("draw"), { id: "draw" }));
  if (now.result) list.push(button("Rematch", "again", game.rematch, { id: "rematch" }));
  return list;
}
