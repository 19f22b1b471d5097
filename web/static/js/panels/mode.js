/** The switch between Play and Analyse. */

import { turnTo } from "../game/play.js";
import { on, state } from "../game/store.js";
import { byId, el, fill } from "../page/dom.js";
import { say } from "../words/say.js";

/** The modes and the keys of their names. @type {[State["mode"], string][]} */
const MODES = [
  ["play", "play.play"],
  ["analyse", "play.analyse"],
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

/** Create the switch, and follow the state. */
export function startMode() {
  fill(
    byId("mode"),
    ...MODES.map(([mode, name]) => el("button", { type: "button", id: `mode-${mode}`, onclick: (event) => press(event, mode), text: say(name) })),
  );
  const show = () => {
    document.documentElement.dataset.mode = state.mode;
    for (const [mode] of MODES) byId(`mode-${mode}`).setAttribute("aria-pressed", String(mode === state.mode));
  };
  on(["mode"], show);
  show();
}
