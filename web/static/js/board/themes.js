/** The themes of the board, and whether the page is light or dark. */

import { on, setting, state } from "../game/store.js";
import { loadStyles } from "../page/dom.js";

/**
 * name, its key in words, texture (or null). The colours are in css/themes.css under the same names;
 * those of kaya, the default, are in css/board.css.
 */
export const THEMES = /** @type {[string, string, string|null][]} */ ([
  ["kaya", "dialogs.kaya", "wood"],
  ["walnut", "dialogs.walnut", "walnut"],
  ["slate", "dialogs.slate", "slate"],
  ["marble", "dialogs.marble", "marble"],
  ["washi", "dialogs.washi", "paper"],
  ["felt", "dialogs.felt", "felt"],
  ["sand", "dialogs.sand", null],
  ["sage", "dialogs.sage", null],
  ["rose", "dialogs.rose", null],
  ["night", "dialogs.night", null],
  ["ink", "dialogs.ink", null],
  ["contrast", "dialogs.contrast", null],
]);

const darkSystem = matchMedia("(prefers-color-scheme: dark)");

/** The texture of a theme. @param {string} theme */
export const textureOf = (theme) => THEMES.find(([name]) => name === theme)?.[2] ?? null;

/** Whether the page is dark now. */
export const isDark = () =>
  state.settings.page === "dark" || (state.settings.page === "auto" && darkSystem.matches);

/** Switch the page between light and dark. */
export const turnPage = () => setting({ page: isDark() ? "light" : "dark" });

/** Follow the settings and the system. */
export function startThemes() {
  const show = () => {
    if (state.settings.theme !== "kaya") loadStyles("themes");
    document.documentElement.dataset.board = state.settings.theme;
    document.documentElement.dataset.page = isDark() ? "dark" : "light";
  };
  on(["settings"], show);
  darkSystem.addEventListener("change", show);
  show();
}
