/** A slider for the strength of the engine, with the level in words below it, and the viewer's rating. */

import { fittingLevel, playsOf, ratingOf, resetRating } from "../game/rating.js";
import { button, el, fill, setText, toast } from "../page/dom.js";
import { say } from "../words/say.js";

/**
 * The slider. Its last step is full strength.
 * @param {string} name
 * @param {Wire.LevelOption[]} levels
 * @param {number|null} chosen  null: full strength
 * @param {string} group  of games, in which the viewer has a rating; "" if it does not matter
 * @param {(level: number|null) => any} change
 */
export function levelSlider(name, levels, chosen, group, change) {
  const full = levels.length + 1;
  const fits = fittingLevel(levels, ratingOf(group).rating);
  const fitting = button(say("rating.take"), null, () => {
    slider.value = String(fits.level);
    show();
  }, { class: "switch" });
  const words = el("output.note-text");
  const own = el("div.row.note-text");
  const slider = el("input", {
    type: "range",
    name,
    min: "1",
    max: String(full),
    value: String(chosen ?? full),
    "aria-label": say("dialogs.strength"),
    oninput: () => show(),
  });
  /** The level that the slider is at, or null. */
  const at = () => (Number(slider.value) === full ? null : Number(slider.value));
  function show() {
    const level = levels.find((one) => one.level === at());
    const title = level ? say("dialogs.engine", { level: level.level, name: level.name }) : say("dialogs.full");
    fitting.hidden = at() === fits.level;
    setText(words, level ? aboutLevel(title, level, levels.length) : say("dialogs.levelAbout", { title, about: say("dialogs.allTheTime") }));
    slider.setAttribute("aria-valuetext", title);
    change(at());
  }
  /** The viewer's rating after the first game, and the level that fits it. */
  function showOwn() {
    const { rating, games } = ratingOf(group);
    own.hidden = !games;
    if (!games) return;
    const reset = () => {
      resetRating(group);
      showOwn();
      toast(say("rating.wasReset", { rating: ratingOf(group).rating }));
    };
    fill(own, el("span", { text: `${say("rating.own", { rating, count: games })} ${say("rating.fits", { level: fits.level, name: fits.name })}` }),
      fitting, button(say("rating.reset"), null, reset, { class: "switch" }));
  }
  show();
  showOwn();
  return el("div.level", {}, slider, words, own);
}

/** A level in words: how it plays, what it does for that, its rating. @param {string} title @param {Wire.LevelOption} level @param {number} count */
function aboutLevel(title, level, count) {
  const { text, rating } = level;
  const plays = playsOf(level, count);
  return say(plays ? "rating.about" : "rating.unnamed", { title, text, rating, plays });
}
