/** The way back from a screen of its own: puzzles, a position that is set up, an opening. */

import * as api from "./api.js";
import { openGame, tried } from "./play.js";
import { state } from "./store.js";

/** Show the open game again, unless the viewer opens something else meanwhile; whether it did. @param {{}} [at] */
export async function returnToGame(at) {
  const { mode, game: { id } } = state;
  const game = await tried(api.game(id));
  if (!game || state.game.id !== id || state.mode !== mode) return false;
  await openGame(game, at);
  return true;
}
