/** Texts of the answers to typed commands. */

import { learn } from "./say.js";

export const WORDS = learn({
  "typed.sentence": "{text}.",
  "typed.two": "{first}. {second}.",
  "typed.noMove": "No move yet.",
  "typed.noAnalysis": "No analysis. Type analyse.",
  "typed.noScore": "No score. Type analyse.",
  "typed.score": "{colour} {percent} percent, {score}.",
  "typed.took": "{colour} took {count}",
  "typed.holds": "{colour} has {reserve} in reserve, lost {lost}",
  "typed.empty": "Row {row} is empty.",
  "typed.noPoint": "\"{text}\" names no point here: type a letter and a number, as K10 or 10K. There is no I.",
});
