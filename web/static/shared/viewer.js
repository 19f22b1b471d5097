/**
 * The viewer inside a shared HTML file: it shows a game that stands in the file as JSON. No requests.
 * The file holds this script together with two of the page (`web/sharing/page.py` joins them).
 */

import { button, byId, el, fill, icon, setText, svg } from "../js/page/dom.js";
import { drawMark } from "../js/page/markup.js";

const MS_PLAY = 900;
const DEEPEST = 40;

/**
 * What `web/sharing/page.py` writes: `put` and `off` are what a move changes on the board.
 * @typedef {Object} Told
 * @property {number} id
 * @property {number|null} parent
 * @property {string} text
 * @property {number} side
 * @property {[number, string][]} put  places with the kinds of their pieces: "w", "B"
 * @property {number[]} off
 * @property {number} [last]
 * @property {number} [captures]
 * @property {string} [mark]
 * @property {string} [flaw]
 * @property {string} [best]
 * @property {string} [comment]
 * @property {[string, number[], any?][]} [markup]
 * @property {number} [chance]  of side 0 in percent
 *
 * @typedef {Required<Omit<Told, "last"|"chance">> & {last?: number, chance: number|null, children: Shown[]}} Shown
 *
 * @typedef {Object} Shared
 * @property {string[]} rules
 * @property {string[]} colours
 * @property {string[]} players
 * @property {string} result
 * @property {string[]} about
 * @property {[number, number][]} places
 * @property {number} radius
 * @property {string} comment
 * @property {[string, number[], any?][]} markup
 * @property {number|null} chance
 * @property {[number, string][]} start
 * @property {Told[]} nodes
 * @property {Object<string, string>} words
 */

/** @type {Shared} */
const game = JSON.parse(byId("game").textContent);

/** A text of the file with its values. @param {string} key @param {Object<string, any>} [values] */
const say = (key, values = {}) =>
  game.words[key].replace(/\{(~?)(\w+)\}/g, (place, small, name) => (small ? String(values[name]).toLowerCase() : (values[name] ?? place)));

/** @type {Shown} */
const root = { ...bare(), id: 0, parent: null, text: "", side: 1, put: game.start, off: [], comment: game.comment, markup: game.markup, chance: game.chance };
/** @type {Map<number, Shown>} */
const nodes = new Map([root, ...game.nodes.map((node) => ({ ...bare(), ...node }))].map((node) => [node.id, node]));
for (const node of nodes.values()) parentOf(node)?.children.push(node);
let here = root;
let timer = 0;

/** What a move has unless the file says otherwise. */
function bare() {
  return { captures: 0, mark: "", flaw: "", best: "", comment: "", markup: [], chance: /** @type {number|null} */ (null), children: /** @type {Shown[]} */ ([]) };
}

/** @param {Shown} node */
function parentOf(node) {
  return node.parent === null ? undefined : nodes.get(node.parent);
}

/** The nodes from the start to this one. @param {Shown} node */
function pathTo(node) {
  const path = [];
  for (let at = /** @type {Shown|undefined} */ (node); at; at = parentOf(at)) path.unshift(at);
  return path;
}

/** The path to a node, continued along first children. @param {Shown} node */
function lineThrough(node) {
  const line = pathTo(node);
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/** The pieces on the board: kinds by place. @param {Shown} node */
function stonesAt(node) {
  const stones = new Map();
  for (const one of pathTo(node)) {
    for (const place of one.off) stones.delete(place);
    for (const [place, kind] of one.put) stones.set(place, kind);
  }
  return stones;
}

const layer = svg("g");
byId("board").append(layer);

function drawBoard() {
  const [light, dark] = ["#fbfaf5", "#1d1b19"];
  layer.replaceChildren();
  /** @param {number} place @param {Object<string, any>} attributes */
  const circle = (place, attributes) => {
    const [cx, cy] = game.places[place];
    layer.append(svg("circle", { cx, cy, ...attributes }));
  };
  for (const [place, kind] of stonesAt(here)) {
    const [inside, edge] = kind.toLowerCase() === "w" ? [light, dark] : [dark, light];
    circle(place, { r: game.radius, fill: inside, stroke: "#4b3a22" });
    if (kind !== kind.toLowerCase()) circle(place, { r: game.radius * 0.6, fill: "none", stroke: edge, "stroke-width": 2.5 });
  }
  if (here.last !== undefined) circle(here.last, { r: game.radius * 0.3, fill: "#d35400" });
  for (const [kind, at, rest] of here.markup) layer.append(...drawMark(kind, at, rest, game.radius));
}

/** @param {number} side */
const colour = (side) => game.colours[side][0].toUpperCase() + game.colours[side].slice(1);
/** @param {Shown} node */
const number = (node) => pathTo(node).length - 1;
/** @param {Shown} node */
const head = (node) => (node.parent === null ? say("shared.start") : `${number(node)}. ${colour(node.side)} ${node.text}${node.mark}`);

/** What a click does; a mouse leaves the keys to the page. @param {() => any} action */
const clicked = (action) => (/** @type {any} */ event) => {
  if (event.detail) event.currentTarget.blur();
  action();
};

/** @param {string} key @param {string} picture @param {() => any} action */
const tool = (key, picture, action) => button(say(key), picture, clicked(action), { iconOnly: true });

/** @param {number} by */
function step(by) {
  const line = lineThrough(here);
  go(line[Math.max(0, Math.min(line.length - 1, line.indexOf(here) + by))]);
}

/** @param {number} by */
function branch(by) {
  const siblings = parentOf(here)?.children ?? [];
  const next = siblings[siblings.indexOf(here) + by];
  if (next) go(next);
}

function toggle() {
  if (timer) return pause();
  if (!here.children.length) go(root);
  timer = setInterval(() => (here.children.length ? show(here.children[0]) : pause()), MS_PLAY);
  return label();
}

function pause() {
  clearInterval(timer);
  timer = 0;
  label();
}

function label() {
  const name = say(timer ? "play.pause" : "shared.play");
  fill(playButton, icon(timer ? "pause" : "fast"));
  playButton.title = name;
  playButton.setAttribute("aria-label", name);
}

/** @param {Shown} node */
function go(node) {
  if (timer) pause();
  show(node);
}

const playButton = tool("shared.play", "fast", toggle);
const now = el("p", { id: "now", role: "status" });
const counts = el("p.soft");
const comment = el("p", { id: "comment" });
const list = el("div", { id: "list", tabindex: "0", role: "region", "aria-label": say("moves.title") });
/** The button of each move. @type {Map<Shown, HTMLElement>} */
const moves = new Map();

/** @param {Shown} node */
function moveButton(node) {
  const one = el(
    "button",
    { type: "button", onclick: clicked(() => go(node)) },
    node.text,
    node.mark && el("span.flaw", { title: node.flaw, text: node.mark }),
    node.captures > 0 && ` ×${node.captures}`,
  );
  moves.set(node, one);
  return one;
}

/** The main line in two columns, with comments and variations between. */
function mainLine() {
  let [row, turn, mover] = [/** @type {any} */ (null), 0, -1];
  for (let node = root.children[0]; node; node = node.children[0]) {
    const begins = mover < 0 || (node.side === 0 && mover !== 0);
    if (begins) turn += 1;
    if (begins || !row || row.children.length > 2) {
      row = el("div.row", {}, el("span.no", { text: `${turn}.` }), node.side === 1 && el("span"));
      list.append(row);
    }
    mover = node.side;
    row.append(moveButton(node));
    const asides = parentOf(node)?.children.slice(1) ?? [];
    if (node.comment) list.append(el("p.said", { text: node.comment }));
    for (const aside of asides) list.append(variation(aside, 1));
    if (node.comment || asides.length) row = null;
  }
}

/** @param {Shown} first @param {number} depth */
function variation(first, depth) {
  const box = el("div.line-of");
  for (let node = first; node; node = node.children[0]) {
    box.append(moveButton(node));
    if (node.comment) box.append(el("span", { text: ` ${node.comment} ` }));
    const others = node === first || depth >= DEEPEST ? [] : (parentOf(node)?.children.slice(1) ?? []);
    for (const other of others) box.append(variation(other, depth + 1));
  }
  return box;
}

/** The chance of side 0 along the main line; a click goes there. Null if little is known. */
function graph() {
  const line = lineThrough(root);
  const known = line.flatMap((node, x) => (node.chance === null ? [] : [[x, node.chance]]));
  if (known.length < 2) return null;
  const wide = Math.max(1, line.length - 1);
  const at = svg("line", { class: "at", y1: 0, y2: 100 });
  const box = svg(
    "svg",
    { id: "graph", viewBox: `0 0 ${wide} 100`, preserveAspectRatio: "none", role: "img", "aria-label": say("shared.graph", { colour: colour(0) }) },
    svg("line", { class: "half", x1: 0, x2: wide, y1: 50, y2: 50 }),
    svg("polyline", { class: "line", points: known.map(([x, chance]) => `${x},${100 - chance}`).join(" ") }),
    at,
  );
  box.addEventListener("click", (event) => {
    const frame = box.getBoundingClientRect();
    const x = (/** @type {MouseEvent} */ (event).clientX - frame.left) / frame.width;
    go(line[Math.round(x * wide)]);
  });
  const follow = () => {
    const x = line.indexOf(here);
    at.setAttribute("visibility", x < 0 ? "hidden" : "visible");
    for (const end of ["x1", "x2"]) at.setAttribute(end, String(Math.max(0, x)));
  };
  return { box, follow };
}

/** Show the position after a move, and what is known of it. @param {Shown} node */
function show(node) {
  moves.get(here)?.removeAttribute("aria-current");
  here = node;
  drawBoard();
  setText(now, head(here));
  byId("board").setAttribute("aria-label", `${say("play.board")}: ${head(here)}`);
  setText(counts, facts().join(" · "));
  setText(comment, here.comment);
  picture?.follow();
  const mine = moves.get(here);
  mine?.setAttribute("aria-current", "true");
  const [seen, box] = [list.getBoundingClientRect(), mine?.getBoundingClientRect()];
  if (box && (box.top < seen.top || box.bottom > seen.bottom)) list.scrollTop += box.top - seen.top - seen.height / 2;
  if (!mine) list.scrollTop = 0;
}

/** Captures, chance and the better move of the shown position, in words. */
function facts() {
  const taken = [0, 1].map((side) => pathTo(here).reduce((sum, one) => sum + (one.side === side ? one.captures : 0), 0));
  const parts = taken.flatMap((count, side) => (count ? [say("shared.captured", { colour: colour(side), count })] : []));
  if (here.chance !== null) parts.push(say("shared.chance", { colour: colour(0), percent: Math.round(here.chance) }));
  const best = here.mark && parentOf(here)?.best;
  return best ? [...parts, say("shared.best", { moves: best })] : parts;
}

const picture = graph();
const players = game.players.map((name, side) => (name ? `${colour(side)}: ${name}` : "")).filter(Boolean).join(" · ");
const heads = [[players, game.result].filter(Boolean).join(" · "), game.about.join(" · ")].filter(Boolean);
byId("side").append(
  ...heads.map((text) => el("p.soft", { text })),
  el("div.nav", {}, tool("play.start", "first", () => step(-1e6)), tool("play.stepBack", "back", () => step(-1)), playButton, tool("play.stepOn", "forward", () => step(1)), tool("play.end", "last", () => step(1e6))),
  now,
  counts,
  comment,
  ...(picture ? [picture.box] : []),
  list,
  el("p.soft.keys", { text: say("shared.keys") }),
  el("p.soft", { text: game.rules.join(" ") }),
);
if (root.children.length) mainLine();
else list.append(say("shared.none"));

/** @type {Object<string, () => any>} */
const KEYS = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-1e6), End: () => step(1e6), ArrowUp: () => branch(-1), ArrowDown: () => branch(1), " ": toggle };
addEventListener("keydown", (event) => {
  const target = /** @type {any} */ (event.target);
  const onButton = target.closest?.("button") && event.key === " ";
  if (event.ctrlKey || event.altKey || event.metaKey || onButton || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});
show(root);
