/** The lines of an analysis, best first. */

import { playLine } from "../game/analysis.js";
import { state, update } from "../game/store.js";
import { scoreText } from "../game/words.js";
import { el, fill, say } from "../page/dom.js";

/** Show the lines of the current analysis. */
export function showLines(host) {
  const { analysis: now, retry } = state;
  if (!now || retry !== null) return;
  if (host.matches(":hover") && host.children.length === now.lines.length) refresh(host, now);
  else fill(host, ...now.lines.map(lineButton));
}

/** Change only the texts, so that nothing moves under the pointer. */
function refresh(lines, now) {
  now.lines.forEach((line, index) => {
    const one = lines.children[index];
    const [pill, pv, depth] = one.children;
    say(pill, scoreText(line.score));
    say(depth, `d${line.depth}`);
    if (pv.textContent !== pvText(line)) fill(pv, ...pvParts(line));
    if (state.shownLine === one.line) update({ shownLine: line });
    one.line = line;
  });
}

const pvParts = (line) => [el("b", { text: line.moves[0] || "" }), ` ${line.moves.slice(1).join(" ")}`];
const pvText = (line) => line.moves[0] + (line.moves.length ? ` ${line.moves.slice(1).join(" ")}` : "");

/** A line: pointing at it or focusing it shows its moves on the board, a click plays the first. */
function lineButton(line, index) {
  const one = el(
    "button",
    { type: "button", title: line.moves.join(" ") },
    el(`span.pill.rank-${index}`, { text: scoreText(line.score) }),
    el("span.pv", {}, ...pvParts(line)),
    el("span.soft", { text: `d${line.depth}` }),
  );
  one.line = line;
  const on = () => update({ shownLine: one.line });
  const off = () => update({ shownLine: null });
  one.addEventListener("pointerenter", on);
  one.addEventListener("focus", on);
  one.addEventListener("pointerleave", off);
  one.addEventListener("blur", off);
  one.addEventListener("click", () => playLine(one.line));
  return one;
}
