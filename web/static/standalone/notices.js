/** Notices at the foot of the page: each has a name, a text and buttons. */

import { button, byId, el, setText } from "../js/page/dom.js";
import { say } from "../js/words/say.js";

/**
 * Show a notice, or change the one with this name.
 * @param {string} name
 * @param {string} text  announced when it changes
 * @param {{actions?: [string, () => any][], share?: number, failed?: boolean}} [more]  buttons with the
 *   keys of their texts; how much is done, which is not announced; whether the board cannot be used
 */
export function notice(name, text, { actions = [], share, failed = false } = {}) {
  const id = `notice-${name}`;
  const box = byId(id) ?? byId("notices").appendChild(el("div", { id }, el("p", { role: "status" })));
  box.className = failed ? "notice failed" : "notice";
  const line = box.querySelector("p");
  setText(line, text);
  const part = share !== undefined && [
    el("span", { "aria-hidden": "true", text: say("analysis.percent", { percent: Math.round(100 * share) }) }),
    el("progress", { "aria-hidden": "true", value: share }),
  ];
  for (const one of [...box.children]) if (one !== line) one.remove(); // a line that is moved is announced again
  box.append(...(part || []), ...actions.map(([key, act]) => button(say(key), null, act)));
}

/** Remove a notice. @param {string} name */
export const unnotice = (name) => byId(`notice-${name}`)?.remove();
