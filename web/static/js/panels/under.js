/** The row under the board: steps through the game, questions, and buttons for the game. */

import { family } from "../game/family.js";
import * as game from "../game/play.js";
import { on, state } from "../game/store.js";
import { button, byId, el, fill } from "../page/dom.js";

/** Create the steps, and follow the state. */
export function startUnder() {
  fill(byId("nav"), ...steps());
  on(["game", "view", "viewed", "pick", "preview", "settings", "mode"], () => {
    if (!state.view) return;
    const byKey = byId("decide").querySelector("input:focus-visible");
    fill(byId("decide"), ...family().decisions());
    if (byKey) byId("decide").querySelector("input:checked")?.focus();
    fill(byId("offers"), ...offers());
  });
}

function steps() {
  const only = { iconOnly: true };
  return [
    button("To the start", "first", () => game.step(-9999), { ...only }),
    button("Back", "back", () => game.step(-1), { ...only }),
    button("Forward", "forward", () => game.step(1), { ...only }),
    button("To the end", "last", () => game.step(9999), { ...only }),
    el("span"),
    button("Take back", "undo", () => game.undo(), { ...only, id: "undo" }),
    button("Play again what was taken back", "redo", () => game.redo(), { ...only, id: "redo" }),
    button("Hint", "bulb", () => game.hint(), { ...only, id: "hint" }),
  ];
}

/** Buttons to resign, to agree to a draw and for the engines; to play on from Analyse. */
function offers() {
  const { game: now, view, mode } = state;
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
  return list;
}
