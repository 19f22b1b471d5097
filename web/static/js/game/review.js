/** Review: scores the main line, marks mistakes, and lets the viewer retry them. */

import { toast } from "../page/dom.js";
import { look, send } from "./play.js";
import { state, update } from "./store.js";
import { lineThrough, nodeOf, viewedNode } from "./tree.js";

/** Start a review of the main line. */
export async function review() {
  update({ review: { state: "running", done: 0, total: state.game.main.length } });
  if (!(await send("review", {}))) update({ review: null });
}

/** Take the scores and marks of some nodes from the news of a review. */
export function takeReview(news) {
  if (news.game !== state.game?.id) return;
  const scored = new Map(news.nodes.map((node) => [node.id, node]));
  const nodes = state.game.nodes.map((node) => {
    const one = scored.get(node.id);
    return one ? { ...node, score: one.score, mark: one.mark } : node;
  });
  update({ review: news, game: { ...state.game, nodes } });
}

/** Go to the next (1) or previous (-1) marked move of the viewed line. */
export function toMistake(by) {
  const line = lineThrough(state.viewed);
  const here = line.findIndex((node) => node.id === state.viewed);
  const ahead = by > 0 ? line.slice(here + 1) : line.slice(0, here).reverse();
  const found = ahead.find((node) => node.mark);
  if (found) look(found.id);
  else toast(by > 0 ? "No further mistake on this line." : "No mistake before this.");
}

/** View the position before a marked move with the answers hidden; a second call shows them. */
export function retry() {
  if (state.retry !== null) return update({ retry: null });
  const node = viewedNode();
  if (!node?.mark) return toast("Go to a marked move first.");
  update({ retry: node.id });
  look(node.parent);
  return toast("Find a better move.");
}

/** Tell the viewer how good the new move is; `bestAt` returns the engine's move at a node. */
export function endRetry(bestAt) {
  if (state.retry === null || !state.game) return;
  const [failed, node] = [nodeOf(state.retry), viewedNode()];
  if (!failed || !node) return update({ retry: null });
  if (node.parent !== failed.parent) return;
  update({ retry: null });
  if (node.id === failed.id) return toast("That is the move that was marked.");
  toast(bestAt(failed.parent) === node.move ? "That is the engine's move, too." : "Played as a variation. Analyse to see what it is worth.");
}
