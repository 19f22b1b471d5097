/** The row under the board: steps through the game, questions, and buttons for the game. */

import { family } from "../game/family.js";
import * as game from "../game/play.js";
import { on, state } from "../game/store.js";
import { button, byId, el, fill } from "../page/dom.js";
import { say } from "../words/say.js";

/** Create the steps, and follow the state. */
export function startUnder() {
  fill(byId("nav"), ...steps());
  const upright = matchMedia("(max-width: 599px), (max-width: 860px) and (min-height: 521px)");
  /** On an upright phone the buttons for the game take no row of their own: the panel that speaks has them. */
  const settle = () => (upright.matches ? byId("speech") : byId("decide").parentElement).append(byId("offers"));
  upright.addEventListener("change", settle);
  settle();
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
    button(say("play.start"), "first", () => game.step(-9999), { ...only }),
    button(say("play.stepBack"), "back", () => game.step(-1), { ...only }),
    button(say("play.stepOn"), "forward", () => game.step(1), { ...only }),
    button(say("play.end"), "last", () => game.step(9999), { ...only }),
    el("span"),
    button(say("play.takeBack"), "undo", () => game.undo(), { ...only, id: "undo" }),
    button(say("play.again"), "redo", () => game.redo(), { ...only, id: "redo" }),
    button(say("play.askHint"), "bulb", () => game.hint(), { ...only, id: "hint" }),
  ];
}

/** Buttons to resign, to agree to a draw and for the engines; to play on from Analyse. */
function offers() {
  const { game: now, view, mode } = state;
  if (game.isWatching()) return [];
  if (mode === "analyse") return view.outcome || now.seats ? [] : [button(say("play.onHere"), "play", game.goOnHere, { id: "play-on" })];
  const over = now.result || view.outcome;
  const engines = now.players.filter((player) => player.kind === "engine").length;
  const list = [];
  if (engines === 2 && !now.result) {
    list.push(now.watching
      ? button(say("play.pause"), "pause", () => game.send("engine", { go: false }), { id: "pause" })
      : button(say("play.goOn"), "play", () => game.send("engine", { go: true }), { id: "pause" }));
  }
  if (now.thinking) list.push(button(say("play.moveNow"), "forward", () => game.send("engine", { go: true, now: true }), { id: "move-now" }));
  else if (engines === 1 && !over && now.players[view.side].kind === "engine" && state.viewed === now.current) {
    list.push(button(say("play.engineGo"), "play", () => game.send("engine", { go: true }), { id: "engine-go" }));
  }
  if (!now.result && engines < 2 && now.nodes.length > 1) list.push(button(say("play.resign"), "flag", game.resign, { id: "resign" }));
  if (now.draw_offered) {
    list.push(
      button(say("play.acceptDraw"), "check", () => game.send("draw"), { id: "accept-draw", class: "main" }),
      button(say("play.declineDraw"), null, () => game.send("draw/offer", { offer: false }), { id: "decline-draw" }),
    );
  } else if (!over && !engines && now.nodes.length > 1) list.push(button(say("play.draw"), null, game.offerDraw, { id: "draw" }));
  return list;
}
