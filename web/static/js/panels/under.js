/** The panel under the board: status, questions, and buttons for the game. */

import { reviewing } from "../game/analysis.js";
import { family } from "../game/family.js";
import * as game from "../game/play.js";
import { on, state } from "../game/store.js";
import { statusText } from "../game/words.js";
import { button, byId, fill, say } from "../page/dom.js";

/** Follow the state. */
export function startUnder() {
  on(["game", "view", "viewed", "lesson"], () => state.view && say(byId("status"), statusText()));
  on(["game", "view", "viewed", "pick", "preview", "settings", "mode", "retry"], () => {
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

/** Buttons to resign, to agree to a draw, for a rematch and for the engines; to go on from Analyse. */
function offers() {
  const { game: now, view, mode, retry } = state;
  if (retry !== null) return [button("Show answer", null, async () => (await reviewing()).retry(), { id: "answer" })];
  if (mode === "analyse") return view.outcome ? [] : [button("Play on here", "play", game.goOnHere, { id: "play-on" })];
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
