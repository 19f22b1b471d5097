/**
 * Arrows and marks on the board: drawn with the right mouse button, or with the tools by mouse, finger
 * or keys. They belong to the viewed node. This module is loaded with the first of them.
 */

import { addPainter } from "../board/board.js";
import { setEditor } from "../game/act.js";
import { family } from "../game/family.js";
import { send } from "../game/play.js";
import { on, state, update } from "../game/store.js";
import { nodeOf } from "../game/tree.js";
import { byId, button, el, fill, loadStyles, setText, svg } from "../page/dom.js";
import { drawMark, isArrow } from "../page/markup.js";
import { say } from "../words/say.js";
import { tell } from "./speech.js";

/** The kinds by SGF's names: the key of the name, and the icon. @type {Object<string, [string, string]>} */
const KINDS = {
  AR: ["marks.arrow", "M5 19L18 6M9 5h10v10"],
  LN: ["marks.line", "M5 19L19 5"],
  CR: ["marks.circle", "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16z"],
  TR: ["marks.triangle", "M12 4l9 16H3z"],
  SQ: ["marks.square", "M5 5h14v14H5z"],
  MA: ["marks.cross", "M5 5l14 14M19 5L5 19"],
  LB: ["marks.letter", "M5 20l7-16 7 16M8 14h8"],
};
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Where an arrow begins that is being drawn, and the place under the pointer. @type {{from: string|null, to: string|null}} */
let drag = { from: null, to: null };
/** @param {string|null} from */
function dragFrom(from) {
  drag = { from, to: from };
  if (from === null) removeEventListener("pointermove", follow);
  else addEventListener("pointermove", follow);
}
/** The markup before each change, so that it can be undone. @type {{game: string, node: number, markup: string[][]}[]} */
const past = [];
/** Changes are sent one after the other. @type {Promise<any>} */
let turn = Promise.resolve();
let paint = () => {};
let started = false;

/** A place by the name that records have. @param {string} place */
const spelled = (place) => family().spelled?.(place) ?? place;
const shown = () => nodeOf(state.viewed)?.markup ?? [];

/** Draw what the viewed node has, now and from now on. */
export async function startMarkup() {
  if (started) return;
  started = true;
  await loadStyles("markup");
  byId("board").append(el("p.unseen", { id: "markup-said" }));
  byId("grid").setAttribute("aria-describedby", "markup-said");
  addPainter(["game", "viewed", "view", "settings", "mode"], (drawn) => {
    paint = () => paintMarkup(drawn);
    paint();
  });
  on(["mode"], () => (state.mode === "edit" || state.mode === "puzzle") && stopMarking());
  update({ settings: { ...state.settings } }); // what is there already
}

/** @param {Drawn} drawn */
function paintMarkup({ geometry, marks }) {
  const away = state.mode === "edit" || state.mode === "puzzle";
  const places = new Map(geometry.places.map((place) => [spelled(place), place]));
  /** @param {string} name */
  const at = (name) => geometry.at(places.get(name) ?? "");
  const { from, to } = drag;
  const pending = from === null ? [] : [from === to || to === null ? ["CR", spelled(from)] : [arrowKind(), spelled(from), spelled(to)]];
  const all = away ? [] : [...shown(), ...pending];
  marks.put("markup", all.flatMap(([kind, place, rest]) => drawMark(kind, at(place), isArrow(kind) ? at(rest) : rest, geometry.radius)));
  setText(byId("markup-said"), all.length ? say("marks.said", { marks: all.map(sentence).join("; ") }) : "");
}

/** @param {string[]} mark */
const sentence = ([kind, place, rest]) => say("marks.one", { kind: say(KINDS[kind][0]), places: [place, rest].filter(Boolean).join(" ") });

/** Change the markup of the viewed node: `change` gets it and returns the new one. @param {(markup: string[][]) => string[][]} change */
function redraw(change) {
  const { game: { id }, viewed: node } = state;
  turn = turn.then(async () => {
    const before = nodeOf(node)?.markup;
    if (!before || state.game.id !== id) return;
    const markup = change(before);
    if (!(await send("markup", { node, markup }))) return;
    past.push({ game: id, node, markup: before });
    tell(markup.length > before.length ? sentence(markup[markup.length - 1]) : say("marks.removed"));
  });
  return turn;
}

/** Draw a mark, or remove it if it is there. A place has one shape. @param {string[]} mark */
const toggle = (mark) =>
  redraw((markup) => {
    const others = markup.filter((one) => one.join() !== mark.join());
    return others.length < markup.length ? others : [...others.filter((one) => isArrow(mark[0]) || isArrow(one[0]) || one[1] !== mark[1]), mark];
  });

/** Take the last change back, as long as the game is open. */
export function undoMark() {
  const last = past.pop();
  if (last?.game === state.game.id && nodeOf(last.node)) send("markup", { node: last.node, markup: last.markup });
}

/** The place at a pointer: a finger's events stay with the place where they began. @param {PointerEvent} event */
const placeAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("#grid button")?.getAttribute("data-place") ?? null;

const arrowKind = () => (state.marking === "LN" ? "LN" : "AR");

/** A press of the right button, or with the tools of any button, and what follows it. @param {PointerEvent} event */
export function pointed(event) {
  if (state.mode === "edit" || state.mode === "puzzle" || !state.view) return;
  const place = placeAt(event);
  if (event.type === "pointerdown") {
    if (!place || !byId("grid").contains(event.target)) return;
    dragFrom(place);
    startMarkup();
  } else {
    const { from } = drag;
    dragFrom(null);
    if (from !== null && place !== null && from !== place) toggle([arrowKind(), spelled(from), spelled(place)]);
    else if (from !== null && from === place && event.button === 2) toggle([event.altKey ? "TR" : event.ctrlKey ? "SQ" : "CR", spelled(place)]);
  }
  paint();
}

/** @param {PointerEvent} event */
function follow(event) {
  const to = placeAt(event);
  if (to === drag.to) return;
  drag.to = to;
  paint();
}

/** Show the tools, or close them. */
export async function toggleMarking() {
  if (state.marking) return stopMarking();
  if (state.mode === "edit" || state.mode === "puzzle") return;
  await startMarkup();
  byId("nav").after(tools());
  byId("grid").addEventListener("pointerdown", begin);
  choose("AR");
  byId("markup-tools").querySelector("button").focus();
}

/** Close the tools; return whether they were there. */
export function stopMarking() {
  if (!state.marking) return false;
  if (state.mode !== "edit") setEditor(null);
  dragFrom(null);
  byId("grid").removeEventListener("pointerdown", begin);
  byId("markup-tools")?.remove();
  delete document.documentElement.dataset.marking;
  update({ marking: null });
  paint();
  return true;
}

/** @param {PointerEvent} event */
function begin(event) {
  if (event.button !== 0 || !isArrow(state.marking ?? "") || drag.from !== null) return;
  pointed(event);
  /** @param {PointerEvent} end */
  const ended = (end) => {
    removeEventListener("pointerup", ended);
    pointed(end); // where it began, the click that follows begins an arrow
  };
  addEventListener("pointerup", ended);
}

/** @param {string} kind */
function choose(kind) {
  dragFrom(null);
  update({ marking: kind, hover: null, preview: null });
  document.documentElement.dataset.marking = kind;
  setEditor(mark);
  for (const one of byId("markup-tools").querySelectorAll("[data-kind]")) one.setAttribute("aria-pressed", String(one.dataset.kind === kind));
  paint();
}

/** A click or key on a place: draw the chosen mark; an arrow takes two. @param {string} place */
function mark(place) {
  const kind = state.marking ?? "CR";
  const name = spelled(place);
  if (isArrow(kind)) {
    const { from } = drag;
    dragFrom(from === null ? place : null);
    if (from === null) tell(say("marks.from", { place: family().name(place) }));
    else if (from !== place) toggle([kind, spelled(from), name]);
    return paint();
  }
  if (kind !== "LB") return toggle([kind, name]);
  const there = shown().find((one) => one[0] === "LB" && one[1] === name);
  const used = new Set(shown().map((one) => one[2]));
  toggle(there ?? ["LB", name, [...LETTERS].find((letter) => !used.has(letter)) ?? "?"]);
}

/** The tools, below the board. */
function tools() {
  const kinds = Object.entries(KINDS).map(([kind, [words, path]]) =>
    fill(
      button(say(words), null, () => choose(kind), { iconOnly: true, "data-kind": kind }),
      svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: path })),
    ),
  );
  return el(
    "div",
    { id: "markup-tools", role: "group", "aria-label": say("marks.title") },
    ...kinds,
    button(say("marks.undo"), "undo", undoMark, { iconOnly: true, id: "undo-mark" }),
    button(say("marks.clear"), "trash", () => redraw(() => []), { iconOnly: true, id: "clear-marks" }),
    button(say("marks.done"), "check", stopMarking, { iconOnly: true, id: "end-marks", class: "main" }),
  );
}
