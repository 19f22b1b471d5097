/**
 * The stones. A new position changes only the stones that differ, because repainting the whole
 * picture is slow without a graphics processor.
 */

import { svg } from "../page/dom.js";

const MS_LEAVE = 400;
const MS_PUSH = 260;

/** @typedef {{kind: string, body: SVGElement, shadow: SVGElement}} Stone */

/** A layer of stones. `calm` returns whether animations are off. */
export class Stones {
  /** @param {Element} layer @param {() => boolean} calm */
  constructor(layer, calm) {
    this.shadows = svg("g");
    this.bodies = svg("g");
    layer.append(this.shadows, this.bodies);
    this.calm = calm;
    /** @type {Geometry} */
    this.geometry = /** @type {any} */ (null); // until `show`
    this.radius = 0;
    /** @type {Map<string, Stone>} */
    this.at = new Map();
  }

  /** Remove all stones. */
  clear() {
    this.shadows.replaceChildren();
    this.bodies.replaceChildren();
    this.at.clear();
  }

  /**
   * Show these stones: a Map from place to kind ("w", "b", "W", "B"; capitals are GIPF-pieces).
   * `shifts` are pushes [from, to] of the last move; `animate` is false for jumps.
   * @param {Map<string, string>} stones
   * @param {Geometry} geometry
   * @param {{animate: boolean, shifts?: [string, string][]}} how
   */
  show(stones, geometry, { animate, shifts = [] }) {
    this.geometry = geometry;
    this.radius = geometry.radius;
    const moving = animate && !this.calm();
    this.push(shifts, moving);
    for (const [place, stone] of [...this.at]) {
      if (stones.get(place) !== stone.kind) this.remove(place, stone, moving);
    }
    for (const [place, kind] of stones) {
      if (!this.at.has(place)) this.add(place, kind);
    }
  }

  /**
   * Move the stones of a push; the new piece at its start does not exist yet.
   * @param {[string, string][]} shifts
   * @param {boolean} moving
   */
  push(shifts, moving) {
    const carried = shifts.map(([from, to]) => ({ from, to, stone: this.at.get(from) }));
    for (const { from, stone } of carried) if (stone) this.at.delete(from);
    for (const { from, to, stone } of carried) {
      if (!stone) continue;
      this.at.set(to, stone);
      place(stone.body, this.geometry.at(to));
      place(stone.shadow, this.geometry.at(to));
      if (moving) this.slide(stone, from, to);
    }
  }

  /** @param {Stone} stone @param {string} from @param {string} to */
  slide(stone, from, to) {
    const [a, b] = [this.geometry.at(from), this.geometry.at(to)].map(
      ([x, y]) => `translate(${x}px, ${y}px)`,
    );
    for (const part of [stone.body, stone.shadow]) {
      part.animate([{ transform: a }, { transform: b }], { duration: MS_PUSH, easing: "ease-out" });
    }
  }

  /** @param {string} at @param {string} kind */
  add(at, kind) {
    const shadow = svg("circle", { class: "shadow", cx: 0.045, cy: 0.075, r: this.radius * 1.16 });
    const body = drawStone(kind, this.radius);
    for (const part of [shadow, body]) place(part, this.geometry.at(at));
    this.shadows.append(shadow);
    this.bodies.append(body);
    this.at.set(at, { kind, body, shadow });
  }

  /**
   * Remove a stone; with animation it shrinks first.
   * @param {string} at
   * @param {Stone} stone
   * @param {boolean} moving
   */
  remove(at, stone, moving) {
    this.at.delete(at);
    stone.shadow.remove();
    if (!moving) return stone.body.remove();
    const [x, y] = this.geometry.at(at);
    const there = `translate(${x}px, ${y}px)`;
    stone.body
      .animate(
        [{ transform: there }, { transform: `${there} scale(0.05)`, opacity: 0.5 }],
        { duration: MS_LEAVE, easing: "ease-in" },
      )
      .finished.catch(() => null)
      .then(() => stone.body.remove());
  }
}

/** @param {Element} part @param {Spot} at */
function place(part, [x, y]) {
  part.setAttribute("transform", `translate(${x} ${y})`);
}

/**
 * One stone around the origin. A GIPF-piece is two discs with a ring on top.
 * @param {string} kind
 * @param {number} radius
 */
export function drawStone(kind, radius) {
  const colour = kind.toLowerCase() === "w" ? "white" : "black";
  /** @param {number} cy */
  const disc = (cy) => svg("circle", { class: `body ${colour}`, cy, r: radius, fill: `url(#${colour})`, "stroke-width": 0.025 });
  const shine = svg("ellipse", {
    class: `shine ${colour}`,
    cx: -radius * 0.34,
    cy: -radius * 0.42,
    rx: radius * 0.27,
    ry: radius * 0.16,
    transform: `rotate(-35 ${-radius * 0.34} ${-radius * 0.42})`,
  });
  if (kind === kind.toLowerCase()) return svg("g", { class: "stone" }, disc(0), shine);
  const ring = svg("circle", { class: `gipf-ring ${colour}`, cy: -0.07, r: radius * 0.42, "stroke-width": 0.06 });
  return svg("g", { class: "stone" }, disc(0.09), disc(-0.07), ring);
}
