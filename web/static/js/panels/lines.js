/** The lines of an analysis, best first. */

import { playLine } from "../game/analysis.js";
import { state, update } from "../game/store.js";
import { chanceText, scoreText, worthOf } from "../game/words.js";
import { el, fill, setText, toast } from "../page/dom.js";
import { say } from "../words/say.js";

/** Show the lines of an analysis. @param {HTMLElement} host @param {Analysis} now */
export function showLines(host, now) {
  if (host.matches(":hover, :focus-within") && host.children.length === now.lines.length) refresh(host, now);
  else fill(host, ...now.lines.map(lineButton));
}

/**
 * Change only the texts, so that nothing moves under the pointer.
 * @param {HTMLElement} lines
 * @param {Analysis} now
 */
function refresh(lines, now) {
  now.lines.forEach((line, index) => {
    const one = /** @type {any} */ (lines.children[index]);
    const [pill, pv, depth] = one.children;
    setText(pill, gist(line));
    pill.className = `pill ${worthOf(line, now.lines[0])}`;
    setText(depth, say("analysis.depth", { depth: line.depth }));
    if (pv.textContent !== pvText(line)) fill(pv, ...pvParts(line));
    if (state.shownLine === one.line) update({ shownLine: line });
    one.line = line;
  });
}

/**
 * The chance of side 0, or on demand the engine's score, which is for the side to move.
 * @param {Wire.AnalysisLine} line
 */
function gist(line) {
  const { kind, value } = line.score;
  if (!state.settings.score || kind !== "score") return chanceText(line.score);
  const first = (state.view.side === 0) !== state.threat;
  return scoreText({ kind, value: first ? value : -value });
}

/** @param {Line} line */
const pvParts = (line) => [el("b", { text: line.moves[0] || "" }), ` ${line.moves.slice(1).join(" ")}`];
/** @param {Line} line */
const pvText = (line) => line.moves[0] + (line.moves.length ? ` ${line.moves.slice(1).join(" ")}` : "");

/** The line that a finger has chosen: its position and its first move. */
let tapped = "";
const tapOf = (/** @type {Line} */ line) => `${state.view.key} ${line.moves[0]}`;

/** Play the first move of a line; a finger that comes to it first sees its moves on the board. @param {any} event @param {Line} line */
function press(event, line) {
  if (event.pointerType !== "touch" || tapped === tapOf(line)) return playLine(line);
  tapped = tapOf(line);
  update({ shownLine: line });
  return toast(say("analysis.tapAgain"));
}

/**
 * A line: pointing at it or focusing it shows its moves on the board, a click plays the first.
 * @param {Wire.AnalysisLine} line
 * @param {number} _
 * @param {Wire.AnalysisLine[]} lines
 */
function lineButton(line, _, lines) {
  const one = el(
    "button",
    { type: "button", title: line.moves.join(" ") },
    el(`span.pill.${worthOf(line, lines[0])}`, { text: gist(line) }),
    el("span.pv", {}, ...pvParts(line)),
    el("span.soft", { text: say("analysis.depth", { depth: line.depth }) }),
  );
  one.line = line;
  const on = () => update({ shownLine: one.line });
  const off = () => update({ shownLine: null });
  const byMouse = (/** @type {() => void} */ act) => (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && act();
  one.addEventListener("pointerenter", byMouse(on));
  one.addEventListener("focus", on);
  one.addEventListener("pointerleave", byMouse(off));
  one.addEventListener("blur", off);
  one.addEventListener("click", (/** @type {PointerEvent} */ event) => press(event, one.line));
  return one;
}
