/** What a screen reader is told: moves, ends, hints; never the engine's running thoughts. */

import { byId } from "./dom.js";
import { on, state } from "../game/store.js";
import { nodeOf } from "../game/tree.js";
import { moveSentence, statusText } from "./words.js";

let told = { game: null, node: null, end: false };

/** Follow the state. */
export function startLive() {
  on(["game", "view", "viewed"], news);
  on(["hint"], () => state.hint && tell(`Hint: ${state.hint.text}`));
}

/** Say a sentence politely. */
export function tell(text) {
  byId("live").textContent = text;
}

/** The move that led here, and what follows from it. */
function news() {
  const { game, view, viewed } = state;
  if (!view || !nodeOf(viewed)) return;
  const end = Boolean(view.outcome || (game.result && viewed === game.current));
  if (told.game === game.id && told.node === viewed && told.end === end) return;
  const node = nodeOf(viewed);
  const begins = node.parent === null ? `${game.title}.` : `${moveSentence(node)}.`;
  told = { game: game.id, node: viewed, end };
  tell(`${begins} ${statusText()}.`);
}
