/** Announcements for screen readers: moves, results, hints; never the running analysis. */

import { on, state } from "../game/store.js";
import { nodeOf } from "../game/tree.js";
import { hintText, moveSentence, statusText } from "../game/words.js";
import { byId } from "../page/dom.js";
import { say } from "../words/say.js";

let told = { game: "", node: -1, end: false, offered: false };

/** Follow the state. */
export function startLive() {
  on(["game", "view", "viewed"], news);
  on(["lesson"], () => state.lesson && tell(state.lesson));
  on(["hint"], () => state.hint && tell(hintText(state.hint)));
}

/** Announce a sentence, after what is being read. @param {string} text */
export function tell(text) {
  byId("live").textContent = text;
}

/** Announce the last move and the status. */
function news() {
  const { game, view, viewed } = state;
  if (!view || state.mode === "puzzle" || !nodeOf(viewed)) return;
  const end = Boolean(view.outcome || (game.result && viewed === game.current));
  const offered = game.draw_offered;
  if (told.game === game.id && told.node === viewed && told.end === end && told.offered === offered) return;
  const node = nodeOf(viewed);
  const begins = node.parent === null ? game.title : moveSentence(node);
  told = { game: game.id, node: viewed, end, offered };
  tell(say("play.news", { begins, status: statusText().replace(/\.$/, "") }));
}
