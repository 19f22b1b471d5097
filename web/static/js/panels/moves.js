/** The move list: the main line in two columns, with variations and comments between. */

import { family, isOffered } from "../game/family.js";
import * as game from "../game/play.js";
import { on, setting, state } from "../game/store.js";
import { childrenOf, nodeOf, viewedNode } from "../game/tree.js";
import { button, byId, el, fill } from "../page/dom.js";
import { commentBox, showComment } from "./comment.js";
import { say } from "../words/say.js";
import "../words/moves.js";
import "../words/play.js";

const DEEPEST = 30;
/**
 * What the list shows, and its buttons by node.
 * @type {{nodes: Wire.Node[]|null, style: string, buttons: Map<number, HTMLElement>}}
 */
const made = { nodes: null, style: "", buttons: new Map() };

/** Create the panel, and follow the state. */
export function startMoves() {
  fill(
    byId("moves"),
    el("div.head", {}, el("h2", { id: "moves-title", text: say("moves.title") }), el("span.soft", { id: "moves-note" }), el("span.end", { id: "branch-tools" }), el("button.switch", { id: "explore", type: "button", onclick: () => setting({ explorer: !state.settings.explorer }), text: say("moves.explorer") })),
    el("div.list", { id: "list", tabindex: "0", role: "region", "aria-label": say("moves.list") }),
    el("p.soft", { id: "comment-of" }),
    el("div.entry", {}, commentBox(), el("form.typed", { id: "typed", onsubmit: submitTyped }, el("input", { type: "text", id: "typed-move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": say("moves.type") }), el("button", { type: "submit", text: say("moves.play") }))),
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
  const style = state.settings.coordinates + state.view.family;
  if (made.nodes !== state.game.nodes || made.style !== style) {
    if (!sameMoves(made.nodes, state.game.nodes) || made.style !== style) rebuild();
    made.nodes = state.game.nodes;
    made.style = style;
  }
  mark();
  showComment();
  showTools();
  byId("explore").hidden = !isOffered("explorer");
  byId("typed-move").placeholder = say("moves.example", { move: family().example });
}

/**
 * Whether two lists of nodes look the same in the list.
 * @param {Wire.Node[]|null} old
 * @param {Wire.Node[]} nodes
 */
function sameMoves(old, nodes) {
  /** @param {Wire.Node} a @param {Wire.Node} b */
  const alike = (a, b) =>
    a.id === b.id && a.parent === b.parent && a.mark === b.mark && a.comment === b.comment && a.text === b.text;
  return old !== null && old.length === nodes.length && nodes.every((node, i) => alike(old[i], node));
}

function rebuild() {
  made.buttons = new Map();
  const [first] = childrenOf(0);
  const note = nodeOf(0).comment;
  fill(
    byId("list"),
    note && el("p.note", { text: note }),
    first ? mainLine(first) : el("p.soft", { text: say("moves.none") }),
  );
}

/** Whether a node begins a turn; in Gipf, removals belong to the turn before. @param {Wire.Node} node */
const beginsTurn = (node) => !node.move.startsWith("x");

/** The main line in two columns; variations are below their row. @param {Wire.Node} first */
function mainLine(first) {
  const list = el("ol");
  let turn = 0;
  /** @type {any} */
  let cell = null;
  for (let node = first; node; node = childrenOf(node.id)[0]) {
    if (beginsTurn(node) || !cell) cell = startCell(list, ++turn, node.side);
    cell.append(moveButton(node));
    const extra = asides(node);
    if (extra.length) {
      list.append(...extra);
      cell = null;
      const next = childrenOf(node.id)[0];
      if (next && !beginsTurn(next)) cell = startCell(list, turn, node.side);
    }
  }
  return list;
}

/**
 * A new cell for a move in the column of its side; a new row begins with its number.
 * @param {HTMLElement} list
 * @param {number} turn
 * @param {number} side
 */
function startCell(list, turn, side) {
  const last = list.lastElementChild;
  const opensRow = side === 0 || !last || !last.classList.contains("cell-0");
  if (opensRow) list.append(el("li.ply", { text: `${Math.ceil(turn / 2)}.` }));
  if (opensRow && side === 1) list.append(el("li.soft", { text: "…" }));
  const cell = el(`li.cell-${side}`);
  list.append(cell);
  return cell;
}

/** The comment on a node and the variations that branch off there, as wide items. @param {Wire.Node} node */
function asides(node) {
  const items = [];
  /** @param {Node} child */
  const tail = (child) => el("li.wide", {}, child);
  if (node.comment) items.push(tail(el("p.note", { text: node.comment })));
  const [main, ...others] = childrenOf(node.parent);
  if (node === main) items.push(...others.map((other) => tail(variation(other, 0))));
  if (items.length && node.side === 0) items.unshift(el("li"));
  return items;
}

/**
 * A variation as running text, with its own variations inside.
 * @param {Wire.Node} first
 * @param {number} depth
 */
function variation(first, depth) {
  const box = el("div.branch");
  if (depth > DEEPEST) {
    box.append(moveButton(first));
    return box;
  }
  let fresh = true;
  for (let node = first; node; node = childrenOf(node.id)[0]) {
    if (node.side === 0 || fresh) box.append(`${Math.ceil(node.ply / 2)}${node.side ? "…" : "."}`);
    box.append(moveButton(node));
    fresh = false;
    const [main, ...others] = childrenOf(node.parent);
    const branches = node !== first && node === main ? others : [];
    if (node.comment) box.append(el("p.note", { text: node.comment }));
    box.append(...branches.map((other) => variation(other, depth + 1)));
    fresh = branches.length > 0 || Boolean(node.comment);
  }
  return box;
}

/** The sign of each mark, and the key of its name. @type {Object<string, string[]>} */
const FLAWS = {
  inaccuracy: ["?!", "moves.inaccuracy"],
  mistake: ["?", "moves.mistake"],
  blunder: ["??", "moves.blunder"],
  "missed win": ["?", "moves.missedWin"],
};

/** @param {Wire.Node} node */
function moveButton(node) {
  const [flaw, name] = FLAWS[node.mark ?? ""] ?? [];
  const one = el(
    "button",
    { type: "button", onclick: () => game.look(node.id), title: name && say(name) },
    el("span.gist", { text: family().moveText(node) }),
    node.captures > 0 && el("span.times", { text: `×${node.captures}` }),
    node.mark && el(`span.flaw.${node.mark.split(" ")[0]}`, { text: flaw }),
    name && el("span.unseen", { text: ` ${say(name)}` }),
  );
  made.buttons.set(node.id, one);
  return one;
}

/** Highlight the viewed node. */
function mark() {
  const list = byId("list");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const one = made.buttons.get(state.viewed);
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
  byId("moves-note").textContent = aside ? say("moves.variation") : "";
  fill(
    byId("branch-tools"),
    mode === "play" && node.id !== current && button(say("play.onHere"), "play", game.goOnHere, { class: "switch" }),
    aside && button(say("moves.promote"), "up", () => game.send("promote", { node: node.id }), { iconOnly: true, class: "switch" }),
    aside && button(say("moves.delete"), "trash", () => game.remove(node), { iconOnly: true, class: "switch" }),
  );
}
