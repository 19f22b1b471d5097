/** Texts of openings in which a player chooses a side: swap, Swap2, D-Pente. */

import { learn } from "./say.js";

export const WORDS = learn({
  "swap.title": "{game}: {rule}",
  "swap.opening": "Opening",
  "swap.usual": "Usual",
  "swap.roles": "The upper player places the stones, the lower one takes a side.",
  "swap.place": "Place stone {number} of {all}: {colour}",
  "swap.add": "Add stone {number} of {all}: {colour}",
  "swap.choose": "Take a side. {colour} is to move.",
  "swap.engineAdded": "Neither colour is clearly better for the engine ({percent} % for {first}): it adds {stones}. Take a side. {colour} is to move.",
  "swap.enginePlaces": "The engine places the stones",
  "swap.engineChooses": "The engine looks at both sides",
  "swap.takeSide": "Play {colour}",
  "swap.addTwo": "Add two stones, and let the other choose",
  "swap.back": "Take back a stone",
  "swap.placed": "All stones are placed. The engine chooses in some seconds, unless you take one back.",
  "swap.goOn": "Let it choose now",
  "swap.cancel": "Cancel",
  "swap.engineTakes": "The engine takes {colour}: {percent} % for {colour} by its search.",
  "swap.youTake": "The game begins: {colour} is to move.",
});
