/** Texts of the Gipf board. */

import { learn } from "./say.js";

export const WORDS = learn({
  "gipf.board": "Gipf board",
  "gipf.w": "white",
  "gipf.b": "black",
  "gipf.W": "white GIPF-piece",
  "gipf.B": "black GIPF-piece",
  "gipf.dot": "{place} dot",
  "gipf.picked": "{place} dot, picked",
  "gipf.pushes": { one: "{place} dot, 1 push", other: "{place} dot, {count} pushes" },
  "gipf.empty": "{place} empty",
  "gipf.piece": "{place} {piece}",
  "gipf.pushHere": "{spot}, push here from {dot}",
  "gipf.inRow": "{spot}, in a row",
  "gipf.row": "Row to remove",
  "gipf.remove": "Remove",
  "gipf.gipfPiece": "GIPF-piece",
});
