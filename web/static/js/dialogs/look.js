/** The dialog for the look of the board, sound and touch. */

import { THEMES } from "../board/themes.js";
import { setting, state } from "../game/store.js";
import { button, el, loadStyles } from "../page/dom.js";
import { choices, menu, openDialog } from "./dialog.js";
import { LANGUAGES, say } from "../words/say.js";

/** Show it; each choice takes effect at once. */
export async function openLook() {
  await loadStyles("themes");
  const { settings } = state;
  /** @param {string} legend @param {keyof Settings} key @param {string[][]} options */
  const group = (legend, key, options) =>
    choices(say(legend), key, options.map(([value, name]) => [value, say(name)]), String(settings[key]), (value) => setting({ [key]: value }));
  openDialog(
    say("play.settings"),
    el(
      "div.body",
      {},
      choices(say("play.board"), "theme", THEMES.map(([name, words]) => [name, say(words), swatch(name)]), settings.theme, (theme) => setting({ theme })),
      language(),
      group("dialogs.page", "page", [["auto", "dialogs.auto"], ["light", "dialogs.light"], ["dark", "dialogs.dark"]]),
      group("dialogs.coordinates", "coordinates", [["letters", "dialogs.letters"], ["indices", "dialogs.indices"], ["none", "dialogs.none"]]),
      group("dialogs.numbers", "numbers", [["none", "dialogs.none"], ["last", "dialogs.last"], ["all", "dialogs.all"]]),
      group("dialogs.touch", "touch", [["confirm", "dialogs.confirm"], ["two-tap", "dialogs.twoTap"], ["direct", "dialogs.direct"]]),
      el("fieldset", {}, el("legend", { text: say("dialogs.turning") }), turning()),
      el("fieldset", {}, el("legend", { text: say("dialogs.more") }), el("div.choices", {}, check(say("dialogs.sounds"), "sound"), check(say("dialogs.texture"), "grain"), check(say("dialogs.heat"), "heat"))),
    ),
  );
}

/** The menu of languages; the page is shown anew in the chosen one. */
function language() {
  const options = [["", say("dialogs.asBrowser")], ...Object.entries(LANGUAGES)];
  return menu(say("dialogs.language"), options, state.settings.language, {
    name: "language",
    onchange: (event) => {
      setting({ language: event.target.value });
      location.reload();
    },
  });
}

/** A small piece of the board's colours. @param {string} name */
function swatch(name) {
  return el("span.swatch", { "data-board": name, "aria-hidden": "true" });
}

function turning() {
  return el(
    "div.row",
    {},
    button(say("dialogs.turn"), "turn", () => setting({ quarter: (state.settings.quarter + 1) % 12 })),
    button(say("dialogs.flip"), "flip", () => setting({ flip: !state.settings.flip })),
    button(say("dialogs.reset"), null, () => setting({ quarter: 0, flip: false })),
  );
}

/** @param {string} words @param {keyof Settings} key */
function check(words, key) {
  return el(
    "label",
    {},
    el("input", { type: "checkbox", name: key, checked: state.settings[key], onchange: (event) => setting({ [key]: event.target.checked }) }),
    words,
  );
}
