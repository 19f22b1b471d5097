/** Texts of the move list and of the comments. */

import { learn } from "./say.js";

export const WORDS = learn({
  "moves.title": "Moves",
  "moves.explorer": "Explorer",
  "moves.list": "Move list",
  "moves.none": "No moves yet.",
  "moves.type": "Type a move or a command",
  "moves.example": "Type a move, e.g. {move}",
  "moves.play": "Play",
  "moves.inaccuracy": "inaccuracy",
  "moves.mistake": "mistake",
  "moves.blunder": "blunder",
  "moves.missedWin": "missed win",
  "moves.variation": "variation",
  "moves.tried": "a try, not saved",
  "moves.keep": "Keep this try",
  "moves.promote": "Make it the main line",
  "moves.delete": "Delete this variation",
  "moves.comment": "Comment on this move",
  "moves.commentShort": "Comment",
  "moves.commentOn": "Comment on {move}",
  "moves.start": "the start",
});
