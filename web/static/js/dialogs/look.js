/** The dialog for the look of the board, sound and touch. */

import { THEMES } from "../board/themes.js";
import { setting, state } from "../game/store.js";
import { button, el, loadStyles } from "../page/dom.js";
import { choices, openDialog } from "./dialog.js";

/** Show it; each choice takes effect at once. */
export async function openLook() {
  await loadStyles("themes");
  const { settings } = state;
  const group = (legend, key, options) =>
    choices(legend, key, options, settings[key], (value) => setting({ [key]: value }));
  openDialog(
    "Settings",
    el(
      "div.body",
      {},
      choices("Board", "theme", THEMES.map(([name, words]) => [name, words, swatch(name)]), settings.theme, (theme) => setting({ theme })),
      group("Page", "page", [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]]),
      group("Coordinates", "coordinates", [["letters", "K10"], ["indices", "Row, column"], ["none", "None"]]),
      group("Numbers on stones", "numbers", [["none", "None"], ["last", "Last move"], ["all", "All moves"]]),
      group("A finger plays", "touch", [["confirm", "After a confirmation"], ["two-tap", "At the second tap"], ["direct", "At once"]]),
      el("fieldset", {}, el("legend", { text: "Turn the board" }), turning()),
      el("fieldset", {}, el("legend", { text: "More" }), el("div.choices", {}, check("Sounds", "sound"), check("Texture of the board", "grain"), check("Best moves on the board", "heat"))),
    ),
  );
}

/** A small piece of the board's colours. */
function swatch(name) {
  return el("span.swatch", { "data-board": name, "aria-hidden": "true" });
}

function turning() {
  return el(
    "div.row",
    {},
    button("Turn", "turn", () => setting({ quarter: (state.settings.quarter + 1) % 12 })),
    button("Flip", "flip", () => setting({ flip: !state.settings.flip })),
    button("Reset", null, () => setting({ quarter: 0, flip: false })),
  );
}

function check(words, key) {
  return el(
    "label",
    {},
    el("input", { type: "checkbox", name: key, checked: state.settings[key], onchange: (event) => setting({ [key]: event.target.checked }) }),
    words,
  );
}
