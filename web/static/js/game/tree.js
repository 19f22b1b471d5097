/** The tree of the open game. */

import { state } from "./store.js";

/**
 * Indexes of each list of nodes that the server sent.
 * @typedef {{byId: Map<number|null, Wire.Node>, children: Map<number|null, Wire.Node[]>}} Tree
 * @type {WeakMap<Wire.Node[], Tree>}
 */
const trees = new WeakMap();

function tree() {
  const { nodes } = state.game;
  if (!trees.has(nodes)) {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    /** @type {Map<number, Wire.Node[]>} */
    const children = new Map(nodes.map((node) => [node.id, []]));
    for (const node of nodes) if (node.parent !== null) children.get(node.parent)?.push(node);
    trees.set(nodes, { byId, children });
  }
  return /** @type {Tree} */ (trees.get(nodes));
}

/**
 * `nodes` and `main` of the game after a change: a node that no other leads to is deleted.
 * @param {Wire.Node[]} nodes
 * @param {any[]} children
 */
export function changedTree(nodes, children) {
  const given = new Map(nodes.map((node) => [node.id, node]));
  /** @type {Map<number, number[]>} */
  const below = new Map(children);
  const [order, waiting] = [/** @type {Wire.Node[]} */ ([]), [0]];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    order.push(given.get(id) ?? nodeOf(id));
    waiting.push(...[...(below.get(id) ?? childrenOf(id).map((node) => node.id))].reverse());
  }
  const end = order.findIndex((node, i) => i && node.parent !== order[i - 1].id);
  return { nodes: order, main: order.slice(0, end < 0 ? order.length : end).map((node) => node.id) };
}

/**
 * The node with an id; undefined if it was deleted, which callers check where that can be.
 * @param {number|null} id
 * @returns {Wire.Node}
 */
export const nodeOf = (id) => /** @type {any} */ (tree().byId.get(id));

/** The viewed node. */
export const viewedNode = () => nodeOf(state.viewed);

/** The children of a node, the main line first. @param {number|null} id */
export const childrenOf = (id) => tree().children.get(id) || [];

/** The nodes from the start to a node. @param {number} id */
export function pathTo(id) {
  const path = [];
  for (let node = nodeOf(id); node; node = nodeOf(node.parent)) path.push(node);
  return path.reverse();
}

/** The path to a node, continued along first children to the end. @param {number} id */
export function lineThrough(id) {
  const line = pathTo(id);
  for (;;) {
    const [next] = childrenOf(line[line.length - 1].id);
    if (!next) return line;
    line.push(next);
  }
}
