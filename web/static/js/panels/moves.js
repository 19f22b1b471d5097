/** The move list: the main line in two columns, with variations and comments between. */

import { family, isOffered } from "../game/family.js";
import * as game from "../game/play.js";
import { on, setting, state } from "../game/store.js";
import { childrenOf, nodeOf, viewedNode } from "../game/tree.js";
import { button, byId, el, fill, settle } from "../page/dom.js";
import { commentBox, showComment } from "./comment.js";
import { say } from "../words/say.js";

const DEEPEST = 30;
/**
 * What the list shows. An element stays as long as what it shows, so that a move in a large tree costs
 * the browser no layout of all others.
 * @type {{nodes: Wire.Node[]|null, style: string, parts: Map<string, any>, buttons: Map<number, HTMLElement>, marked: HTMLElement|undefined}}
 */
const made = { nodes: null, style: "", parts: new Map(), buttons: new Map(), marked: undefined };
/** The parts of the list as it was before. @type {Map<string, any>} */
let before = new Map();

/** Create the panel, and follow the state. */
export function startMoves() {
  fill(
    byId("moves"),
    el("div.head", {}, el("h2", { id: "moves-title", text: say("moves.title") }), el("span.soft", { id: "moves-note" }), el("span.end", { id: "branch-tools" }), button(say("marks.title"), "edit", () => null, { iconOnly: true, class: "switch", id: "mark", "data-key": "d" }), button(say("moves.tree"), "tree", () => setting({ tree: !state.settings.tree }), { iconOnly: true, class: "switch", id: "show-tree" }), el("button.switch", { id: "explore", type: "button", onclick: () => setting({ explorer: !state.settings.explorer }), text: say("moves.explorer") })),
    el("div.list", { id: "list", tabindex: "0", role: "region", "aria-label": say("moves.list") }),
    el("p.soft", { id: "comment-of" }),
    el("div.entry", {}, commentBox(), el("form.typed", { id: "typed", onsubmit: submitTyped }, el("input", { type: "text", id: "typed-move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": say("moves.type") }), el("button", { type: "submit", text: say("moves.play") }))),
    el("p.soft", { id: "typed-answer" }),
  );
  on(["game", "viewed", "view", "settings", "mode"], show);
  new ResizeObserver(mark).observe(byId("list"));
}

/** A module that is loaded on first use handles typed moves and commands. @param {Event} event */
async function submitTyped(event) {
  event.preventDefault();
  const box = byId("typed-move");
  const text = box.value.trim();
  box.value = "";
  const { typed } = await import("./typed.js");
  if (text && (await typed(text)) === false && !box.value) box.value = text;
}

function show() {
  if (!state.game || !state.view || !nodeOf(state.viewed)) return;
  const style = [state.game.id, state.settings.coordinates, state.view.family].join();
  if (made.nodes !== state.game.nodes || made.style !== style) build(made.style === style);
  [made.nodes, made.style] = [state.game.nodes, style];
  mark();
  showComment();
  showTools();
  byId("show-tree").setAttribute("aria-pressed", String(state.settings.tree));
  byId("explore").hidden = !isOffered("explorer");
  byId("typed-move").placeholder = say("moves.example", { move: family().example });
}

/** Make the list, of the parts that it has if the style is the same. @param {boolean} again */
function build(again) {
  before = again ? made.parts : new Map();
  [made.parts, made.buttons] = [new Map(), new Map()];
  const [first] = childrenOf(0);
  const { comment } = nodeOf(0);
  const note = part(`about ${comment}`, () => comment && el("p.note", { text: comment }));
  settle(byId("list"), [note, first ? mainLine(first) : part(`none ${state.game.preset}`, () => el("div.soft", {}, ...[say("moves.none"), ...state.game.rules.text].map((text) => el("p", { text }))))]);
  before = new Map();
}

/**
 * A part of the list: the one that it has or a new one, then with these children. Its name stands for
 * all else that it shows.
 * @param {string} name
 * @param {() => any} make
 * @param {any[]} [children]
 */
function part(name, make, children) {
  const one = before.get(name) ?? make();
  made.parts.set(name, one);
  if (children) settle(one, children);
  return one;
}

/** Whether a node begins a turn; in Gipf, removals belong to the turn before. @param {Wire.Node} node */
const beginsTurn = (node) => !node.move.startsWith("x");

/** The main line in two columns; variations are below their row. @param {Wire.Node} first */
function mainLine(first) {
  /** @type {[HTMLElement[], Map<HTMLElement, HTMLElement[]>]} */
  const [rows, cells] = [[], new Map()];
  /** @type {HTMLElement[]|null} */
  let cell = null;
  let turn = 0;
  for (let node = first; node; node = childrenOf(node.id)[0]) {
    if (beginsTurn(node)) turn++;
    if (beginsTurn(node) || !cell) {
      rows.push(...startCell(node, Math.ceil(Math.max(1, turn) / 2), Boolean(rows.at(-1)?.matches(".cell-0"))));
      cell = [];
      cells.set(rows[rows.length - 1], cell);
    }
    cell.push(moveButton(node));
    const extra = asides(node);
    rows.push(...extra);
    if (extra.length) cell = null;
  }
  for (const [one, buttons] of cells) settle(one, buttons);
  return part("line", () => el("ol"), rows);
}

/**
 * A new cell for a move in the column of its side; a new row begins with its number.
 * @param {Wire.Node} node
 * @param {number} row
 * @param {boolean} isBeside  whether the cell before is in the first column
 */
function startCell({ id, side }, row, isBeside) {
  const opens = side === 0 || !isBeside;
  return [
    opens && part(`row ${id}`, () => el("li.ply", { text: `${row}.` })),
    opens && side === 1 && part(`gap ${id}`, () => el("li.soft", { text: "…" })),
    part(`cell ${id}`, () => el(`li.cell-${side}`)),
  ].filter(Boolean);
}

/** The comment on a node and the variations that branch off there, as wide items. @param {Wire.Node} node */
function asides(node) {
  /** @param {HTMLElement} child @param {string} name */
  const wide = (child, name) => part(`wide ${name}`, () => el("li.wide"), [child]);
  const [main, ...others] = childrenOf(node.parent);
  const items = node.comment ? [wide(note(node), `note ${node.id}`)] : [];
  if (node === main) items.push(...others.map((other) => wide(variation(other, 0), `${other.id}`)));
  if (items.length && node.side === 0) items.unshift(part(`space ${node.id}`, () => el("li")));
  return items;
}

/** The comment on a move. @param {Wire.Node} node */
const note = ({ id, comment }) => part(`note ${id} ${comment}`, () => el("p.note", { text: comment }));

/**
 * A variation as running text, with its own variations inside.
 * @param {Wire.Node} first
 * @param {number} depth
 * @returns {HTMLElement}
 */
function variation(first, depth) {
  const items = [];
  let fresh = true;
  for (let node = first; node; node = childrenOf(node.id)[0]) {
    const { id, side, ply, comment } = node;
    if (side === 0 || fresh) items.push(part(`number ${id}`, () => document.createTextNode(`${Math.ceil(ply / 2)}${side ? "…" : "."}`)));
    items.push(moveButton(node));
    if (depth > DEEPEST) break;
    const [main, ...others] = childrenOf(node.parent);
    const branches = node !== first && node === main ? others : [];
    if (comment) items.push(note(node));
    items.push(...branches.map((other) => variation(other, depth + 1)));
    fresh = branches.length > 0 || Boolean(comment);
  }
  return part(`branch ${first.id}`, () => el("div.branch"), items);
}

/** The sign of each mark, and the key of its name. @type {Object<string, string[]>} */
export const FLAWS = {
  inaccuracy: ["?!", "moves.inaccuracy"],
  mistake: ["?", "moves.mistake"],
  blunder: ["??", "moves.blunder"],
};

/** @param {Wire.Node} node */
function moveButton({ id, mark: flaw, ...node }) {
  const one = part(`move ${id} ${flaw} ${node.tried}`, () => {
    const [sign, name] = FLAWS[flaw ?? ""] ?? [];
    return el(
      node.tried ? "button.tried" : "button",
      { type: "button", onclick: () => game.look(id), title: name && say(name) },
      el("span.gist", { text: family().moveText(nodeOf(id)) }),
      node.captures > 0 && el("span.times", { text: `×${node.captures}` }),
      flaw && el(`span.flaw.${flaw}`, { text: sign }),
      name && el("span.unseen", { text: ` ${say(name)}` }),
      node.tried && el("span.unseen", { text: ` ${say("moves.tried")}` }),
    );
  });
  made.buttons.set(id, one);
  return one;
}

/** Highlight the viewed node. */
function mark() {
  const list = byId("list");
  const one = made.buttons.get(state.viewed);
  if (one !== made.marked) made.marked?.removeAttribute("aria-current");
  made.marked = one;
  if (!one) {
    list.scrollTop = 0;
    return;
  }
  one.setAttribute("aria-current", "true");
  requestAnimationFrame(() => reveal(list, one)); // after the one layout of this frame
}

/** Scroll the list, but not the page, to a move. @param {Element} list @param {Element} one */
function reveal(list, one) {
  const [box, seen] = [one.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < seen.top) list.scrollTop += box.top - seen.top - 30;
  else if (box.bottom > seen.bottom) list.scrollTop += box.bottom - seen.bottom + 8;
}

/** Show the buttons for a variation. */
function showTools() {
  const node = viewedNode();
  const { mode } = state;
  const { main, current } = state.game;
  const aside = !main.includes(node.id);
  byId("moves-note").textContent = node.tried ? say("moves.tried") : aside ? say("moves.variation") : "";
  fill(
    byId("branch-tools"),
    mode === "play" && node.id !== current && button(say("play.onHere"), "play", game.goOnHere, { class: "switch" }),
    node.tried && button(say("moves.keep"), null, () => game.send("keep", { node: node.id }), { class: "switch", id: "keep-try" }),
    aside && button(say("moves.promote"), "up", () => game.send("promote", { node: node.id }), { iconOnly: true, class: "switch" }),
    aside && button(say("moves.delete"), "trash", () => game.remove(node), { iconOnly: true, class: "switch" }),
  );
}
