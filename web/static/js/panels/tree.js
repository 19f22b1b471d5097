/**
 * A picture of the game's tree: time goes to the right, variations lie below their line. It is loaded
 * with its switch, and has elements only for the nodes in sight.
 */

import { look } from "../game/play.js";
import { on, state } from "../game/store.js";
import { byId, el, loadStyles, settle, svg } from "../page/dom.js";
import { say } from "../words/say.js";

const STEP = 22; // pixels between neighbours
const RADIUS = 7;
const MARGIN = 6; // columns and rows that are drawn at once when they come into sight

/**
 * Where a node lies: its column is its depth, lines have rows of their own.
 * @typedef {{node: Wire.Node, column: number, row: number}} Placed
 * @typedef {{all: Placed[], byId: Map<number, Placed>, columns: number, rows: number}} Layout
 * @type {WeakMap<Wire.Node[], Layout>}
 */
const layouts = new WeakMap();
let started = false;
let isWaiting = false;
let isFollowing = false;
/** The room of the picture. */
const size = { width: 0, height: 0 };
/**
 * What is drawn; a stone stays as long as its look, so that a move costs little in a large tree.
 * @type {{layout: Layout|null, sight: string, ways: Element, stones: Map<number, Element>, looks: WeakMap<Element, string>, viewed: Element|undefined}}
 */
const drawn = { layout: null, sight: "", ways: svg("path", { class: "ways" }), stones: new Map(), looks: new WeakMap(), viewed: undefined };

/** Show the picture from now on, while its switch is on. */
export async function startTree() {
  if (started) return;
  started = true;
  await loadStyles("tree");
  const box = el("div", { id: "tree-picture", tabindex: "0", role: "region", "aria-label": say("moves.tree"), onclick: press, onscroll: soon }, svg("svg", { "aria-hidden": "true" }));
  byId("list").after(box);
  new ResizeObserver(() => {
    Object.assign(size, { width: box.clientWidth, height: box.clientHeight });
    soon();
  }).observe(box);
  on(["game", "viewed", "settings"], follow);
  follow();
}

/** Draw again before the next frame. */
function soon() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    draw();
  });
}

/** Bring the viewed node into sight, and draw. */
function follow() {
  isFollowing = true;
  soon();
}

/** @param {any} box */
function scroll(box) {
  const at = layout().byId.get(state.viewed);
  if (!at) return;
  box.scrollLeft = nearest(at.column, box.scrollLeft, size.width);
  box.scrollTop = nearest(at.row, box.scrollTop, size.height);
}

/** Where to scroll so that a column or row has two neighbours in sight. @param {number} index @param {number} from @param {number} room */
function nearest(index, from, room) {
  const [low, high] = [(index - 2) * STEP, (index + 4) * STEP - room];
  return high > low ? (index + 1) * STEP - room / 2 : Math.min(low, Math.max(high, from));
}

/** The layout of the open game. @returns {Layout} */
function layout() {
  const { nodes } = state.game;
  const found = layouts.get(nodes) ?? laid(nodes);
  layouts.set(nodes, found);
  return found;
}

/**
 * A line with its variations: for each row the first and the last column that it takes, and how far
 * below the line that it leaves it lies.
 * @typedef {{begins: number[], ends: number[], below: number}} Shape
 */

/**
 * Each line lies in the first row where its whole shape is free. Those that branch off last come first:
 * so the connections of the others pass on their left.
 * @param {Wire.Node[]} nodes  parents first, the main line before its variations
 * @returns {Layout}
 */
function laid(nodes) {
  /** @type {Map<number, Placed & {children: number[]}>} */
  const places = new Map();
  for (const node of nodes) {
    const above = node.parent === null ? undefined : places.get(node.parent);
    places.set(node.id, { node, column: above ? above.column + 1 : 0, row: 0, children: [] });
    above?.children.push(node.id);
  }
  /** @type {Map<number, Shape>} */
  const shapes = new Map();
  for (const { id, parent } of [...nodes].reverse()) {
    if (parent === null || places.get(parent)?.children[0] !== id) shapes.set(id, shapeOf(id, places, shapes));
  }
  for (const one of places.values()) {
    one.row = (places.get(one.node.parent ?? -1)?.row ?? 0) + (shapes.get(one.node.id)?.below ?? 0);
  }
  const all = [...places.values()];
  return { all, byId: places, columns: Math.max(...all.map((one) => one.column)) + 1, rows: shapes.get(nodes[0].id)?.ends.length ?? 1 };
}

/**
 * The shape of the line that begins with a node; those of its variations are known.
 * @param {number} id
 * @param {Map<number, Placed & {children: number[]}>} places
 * @param {Map<number, Shape>} shapes
 */
function shapeOf(id, places, shapes) {
  const line = [];
  for (let one = places.get(id); one; one = places.get(one.children[0])) line.push(one);
  /** @type {Shape} */
  const shape = { begins: [line[0].column - 1], ends: [line[line.length - 1].column], below: 0 };
  const { begins, ends } = shape;
  for (const child of line.reverse().flatMap((one) => one.children.slice(1))) {
    const branch = /** @type {Shape} */ (shapes.get(child));
    branch.below = 1;
    while (branch.ends.some((end, row) => begins[branch.below + row] <= end)) branch.below++;
    branch.ends.forEach((end, row) => {
      begins[branch.below + row] = branch.begins[row];
      ends[branch.below + row] = Math.max(ends[branch.below + row] ?? 0, end);
    });
  }
  for (let row = ends.length - 2; row >= 0; row--) ends[row] = Math.max(ends[row], ends[row + 1]); // connections pass here
  return shape;
}

/** Draw the nodes and connections in sight, if they are not drawn; mark the viewed one. */
function draw() {
  const box = byId("tree-picture");
  box.hidden = !state.settings.tree;
  if (box.hidden) return;
  const { columns, rows } = layout();
  const picture = box.firstChild;
  if (drawn.layout !== layout()) {
    box.style.height = `${(rows + 1) * STEP}px`;
    picture.setAttribute("width", (columns + 1) * STEP);
    picture.setAttribute("height", (rows + 1) * STEP);
  }
  if (!size.width) Object.assign(size, { width: box.clientWidth, height: box.clientHeight });
  if (isFollowing) scroll(box);
  isFollowing = false;
  /** @param {number} from @param {number} far */
  const range = (from, far) => [Math.floor(from / STEP / MARGIN - 1) * MARGIN, Math.ceil((from + far) / STEP / MARGIN + 1) * MARGIN];
  const [across, down] = [range(box.scrollLeft, size.width), range(box.scrollTop, size.height)];
  const sight = [...across, ...down, state.view.colours].join();
  if (drawn.layout !== layout() || drawn.sight !== sight) {
    settle(picture, inSight(across, down));
    Object.assign(drawn, { layout: layout(), sight });
  }
  drawn.viewed?.classList.remove("viewed");
  drawn.viewed = drawn.stones.get(state.viewed);
  drawn.viewed?.classList.add("viewed");
}

/** The connections and nodes between these columns and rows. @param {number[]} across @param {number[]} down */
function inSight([left, right], [top, bottom]) {
  const { all, byId: places } = layout();
  const before = drawn.stones;
  drawn.stones = new Map();
  let ways = "";
  for (const one of all) {
    const above = places.get(one.node.parent ?? -1);
    if (one.column < left || one.column > right || one.row < top || (above?.row ?? 0) > bottom) continue;
    if (above) ways += connection(above, one);
    if (one.row <= bottom) drawn.stones.set(one.node.id, stone(one, before.get(one.node.id)));
  }
  drawn.ways.setAttribute("d", ways);
  return [drawn.ways, ...drawn.stones.values()];
}

/** @param {number} index */
const spot = (index) => (index + 1) * STEP;

/** Along a row, or down from the line that a variation leaves. @param {Placed} from @param {Placed} to */
const connection = (from, to) => `M${spot(from.column)} ${spot(from.row)}${from.row === to.row ? "" : `V${spot(to.row) - STEP / 2}`}L${spot(to.column)} ${spot(to.row)}`;

/** @param {Placed} placed @param {Element} [old] */
function stone({ node, column, row }, old) {
  const colour = node.parent === null ? "root" : state.view.colours[node.side];
  const kinds = [colour, node.mark && "slip", node.tried && "tried"].filter(Boolean).join(" ");
  const said = Boolean(node.comment) || node.markup.length > 0;
  const look = [kinds, said, column, row].join();
  if (old && drawn.looks.get(old) === look) return old;
  const one = svg(
    "g",
    { class: kinds, "data-node": node.id, transform: `translate(${spot(column)} ${spot(row)})` },
    svg("circle", { r: node.parent === null ? RADIUS - 2 : RADIUS }),
    said && svg("circle", { class: "said", cx: RADIUS, cy: -RADIUS, r: 2.5 }),
  );
  drawn.looks.set(one, look);
  return one;
}

/** Go to the node at the pointer. @param {MouseEvent} event */
function press({ clientX, clientY }) {
  const box = byId("tree-picture");
  const edge = box.getBoundingClientRect();
  const [x, y] = [clientX - edge.left + box.scrollLeft, clientY - edge.top + box.scrollTop].map((far) => far / STEP - 1);
  const near = layout().all.find((one) => Math.hypot(one.column - x, one.row - y) < 0.6);
  if (near) look(near.node.id);
}
