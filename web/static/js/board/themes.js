/** The themes of the board, and whether the page is light or dark. */

import { on, setting, state } from "../game/store.js";
import { loadStyles } from "../page/dom.js";

/**
 * name, texture (or null). The colours are in css/themes.css under the same names; those
 * of kaya, the default, are in css/board.css.
 */
export const THEMES = /** @type {[string, string|null][]} */ ([
  ["kaya", "wood"],
  ["walnut", "walnut"],
  ["slate", "slate"],
  ["marble", "marble"],
  ["washi", "paper"],
  ["felt", "felt"],
  ["sand", null],
  ["sage", null],
  ["rose", null],
  ["night", null],
  ["ink", null],
  ["contrast", null],
]);

const darkSystem = matchMedia("(prefers-color-scheme: dark)");

/** The texture of a theme. @param {string} theme */
export const textureOf = (theme) => THEMES.find(([name]) => name === theme)?.[1] ?? null;

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
