/** On a phone: tabs below the board, for the moves, the analysis and the game. */

import { turnTo } from "../game/play.js";
import { on, state } from "../game/store.js";
import { button, byId, el, fill } from "../page/dom.js";
import { say } from "../words/say.js";

/** The tabs and the keys of their names. */
const TABS = [
  ["moves", "play.tabMoves"],
  ["analysis", "play.tabAnalysis"],
  ["game", "play.tabGame"],
];

/**
 * Create the tabs; the mode chooses one, until the viewer chooses another.
 * @param {() => any} openRules
 */
export function startTabs(openRules) {
  fill(
    byId("tabs"),
    ...TABS.map(([tab, name]) => el("button", { type: "button", id: `tab-${tab}`, onclick: () => choose(tab), text: say(name) })),
    button(say("play.tabRules"), null, openRules, { id: "tab-rules", "aria-haspopup": "dialog" }),
  );
  const follow = () => showTab(state.mode === "analyse" ? "analysis" : "game");
  on(["mode"], follow);
  follow();
}

/** Show what the viewer chose; there is analysis only in Analyse. @param {string} tab */
function choose(tab) {
  if (tab === "analysis") turnTo("analyse");
  if (tab !== "analysis" || state.mode === "analyse") showTab(tab);
}

/** Show one of the tabs, "moves", "analysis" or "game"; a wide page shows all. @param {string} chosen */
export function showTab(chosen) {
  document.documentElement.dataset.tab = chosen;
  for (const [tab] of TABS) byId(`tab-${tab}`).setAttribute("aria-pressed", String(tab === chosen));
}
