/** The panel that speaks: whose move it is, how the game ended, and what to do then. */

import { reviewing } from "../game/analysis.js";
import * as game from "../game/play.js";
import { on, state } from "../game/store.js";
import { headline, statusText } from "../game/words.js";
import { button, byId, fill, say } from "../page/dom.js";

/** Follow the state. */
export function startSpeech() {
  on(["game", "view", "viewed", "lesson", "mode", "retry"], show);
  on(["hint"], () => {
    if (state.hint?.node === state.viewed) say(byId("status"), `Hint: ${state.hint.text}`);
  });
}

function show() {
  if (!state.view) return;
  say(byId("headline"), headline());
  say(byId("status"), statusText());
  byId("speech").classList.toggle("over", Boolean(state.game.result && state.mode === "play"));
  fill(byId("speech-tools"), ...tools());
}

function tools() {
  const { game: now, mode, retry, viewed } = state;
  if (retry !== null) return [button("Show answer", null, async () => (await reviewing()).retry(), { id: "answer" })];
  const away = mode === "play" && viewed !== now.current;
  return [
    away && button("Back to the game", "last", () => game.look(now.current), { id: "back" }),
    now.result && button("Rematch", "again", game.rematch, { id: "rematch" }),
    now.result && mode === "play" && button("Review", null, review, { id: "review-game", class: "main" }),
  ];
}

/** Switch to Analyse and review the game. */
async function review() {
  game.turnTo("analyse");
  (await reviewing()).review();
}
