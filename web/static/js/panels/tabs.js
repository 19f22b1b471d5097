/** The switch between Play and Analyse; on a phone tabs below the board, for the moves, the analysis and the game. */

import { turnTo } from "../game/play.js";
import { on, state } from "../game/store.js";
import { button, byId, el, fill } from "../page/dom.js";
import { say } from "../words/say.js";

/** The modes and the keys of their names. @type {[State["mode"], string][]} */
const MODES = [
  ["play", "play.play"],
  ["analyse", "play.analyse"],
];
/** The tabs and the keys of their names. */
const TABS = [
  ["moves", "moves.title"],
  ["analysis", "analysis.title"],
  ["game", "play.tabGame"],
];

/**
 * After a press by mouse or finger the keys are those of the page: Space starts the engine.
 * @param {any} event
 * @param {State["mode"]} mode
 */
function press(event, mode) {
  if (event.detail) event.currentTarget.blur();
  turnTo(mode);
}

/**
 * Create the switch and the tabs; the mode chooses a tab, until the viewer chooses another.
 * @param {() => any} openRules
 */
export function startTabs(openRules) {
  fill(
    byId("mode"),
    ...MODES.map(([mode, name]) => el("button", { type: "button", id: `mode-${mode}`, onclick: (event) => press(event, mode), text: say(name) })),
  );
  fill(
    byId("tabs"),
    ...TABS.map(([tab, name]) => el("button", { type: "button", id: `tab-${tab}`, onclick: () => choose(tab), text: say(name) })),
    button(say("play.tabRules"), null, openRules, { id: "tab-rules", "aria-haspopup": "dialog" }),
  );
  const follow = () => {
    mark("mode", MODES, state.mode);
    showTab(state.mode === "analyse" ? "analysis" : "game");
  };
  on(["mode"], follow);
  follow();
}

/** Show what the viewer chose; there is analysis only in Analyse. @param {string} tab */
function choose(tab) {
  if (tab === "analysis") turnTo("analyse");
  if (tab !== "analysis" || state.mode === "analyse") showTab(tab);
}

/** Show one of the tabs, "moves", "analysis" or "game"; a wide page shows all. @param {string} chosen */
export const showTab = (chosen) => mark("tab", TABS, chosen);

/** Press one of some buttons, and tell the styles. @param {string} kind @param {string[][]} all @param {string} chosen */
function mark(kind, all, chosen) {
  document.documentElement.dataset[kind] = chosen;
  for (const [one] of all) byId(`${kind}-${one}`).setAttribute("aria-pressed", String(one === chosen));
}
