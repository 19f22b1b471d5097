/** A slider for the strength of the engine, with the level in words below it. */

import { el, setText } from "../page/dom.js";
import { say } from "../words/say.js";

/**
 * The slider. Its last step is full strength.
 * @param {string} name
 * @param {Wire.LevelOption[]} levels
 * @param {number|null} chosen  null: full strength
 * @param {(level: number|null) => any} change
 */
export function levelSlider(name, levels, chosen, change) {
  const full = levels.length + 1;
  const words = el("output.note-text");
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
    setText(words, say("dialogs.levelAbout", { title, about: level ? level.text : say("dialogs.allTheTime") }));
    slider.setAttribute("aria-valuetext", title);
    change(at());
  }
  show();
  return el("div.level", {}, slider, words);
}
