/** Marks under and over the stones: zones, the last move, wins, captures, numbers, heat, lines, the hover. */

import { svg } from "../page/dom.js";
import { drawStone } from "./stones.js";

const UNDER = ["zone", "rows"];
const OVER = ["line", "last", "dots", "taken", "numbers", "better", "counts", "heat", "ghosts", "markup", "picks", "hover"];

/** The marks of one board; each kind has its own group and is repainted separately. */
export class Marks {
  /** Takes the layers under and over the stones. @param {Element} under @param {Element} over */
  constructor(under, over) {
    /** @type {Object<string, SVGElement>} */
    this.groups = {};
    for (const name of [...UNDER, ...OVER]) this.groups[name] = svg("g", { class: name });
    under.append(...UNDER.map((name) => this.groups[name]));
    over.append(...OVER.map((name) => this.groups[name]));
  }

  /** Remove all marks. */
  clear() {
    for (const group of Object.values(this.groups)) group.replaceChildren();
  }

  /** Replace the drawings of one group. @param {string} name @param {Node[]} drawings */
  put(name, drawings) {
    const group = this.groups[name];
    if (drawings.length || group.firstChild) group.replaceChildren(...drawings);
  }
}

/** @param {string} className @param {Spot} at @param {number} r @param {number} [width] */
const circle = (className, [cx, cy], r, width) =>
  svg("circle", { class: className, cx, cy, r, ...(width ? { "stroke-width": width } : {}) });

/**
 * A text centred at a point; `dy` also centres it in saved pictures.
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
export function label(x, y, text) {
  return svg("text", { x, y, dy: "0.36em", "text-anchor": "middle", text });
}

/** A ring on the last stone, with room for a dot in it. @param {Spot} at @param {boolean} dotted */
export const lastMark = (at, dotted) => circle("last-mark", at, dotted ? 0.29 : 0.17, 0.075);

/**
 * What a move lost, as a dot on its stone: the more, the larger and redder. Beside a number, if there is one.
 * @param {Spot} at
 * @param {number} lost  percent
 * @param {string} colour
 * @param {boolean} numbered
 */
export function lossDot([x, y], lost, colour, numbered) {
  const size = [2, 8, 16].filter((bound) => lost >= bound).length;
  const aside = numbered ? 0.3 : 0;
  return circle(`loss loss-${size} ${colour}`, [x + aside, y - aside], 0.1 + 0.03 * size, 0.035);
}

/** A small cross where a captured stone stood. @param {Spot} at */
export function cross([x, y], size = 0.14) {
  const d = `M${x - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`;
  return svg("path", { class: "cross", d, "stroke-width": 0.06 });
}

/** The point of the move that was better than a marked one. @param {Spot} at */
export const betterMark = (at) => circle("better", at, 0.2, 0.05);

/** A ring around a stone that would be captured. @param {Spot} at @param {number} radius */
export const captureRing = (at, radius) => circle("capture", at, radius + 0.03, 0.09);

/** A ring around a stone that waits for confirmation. @param {Spot} at @param {number} radius */
export const pendingRing = (at, radius) => circle("pending", at, radius + 0.12, 0.08);

/** The winning row, from end to end. @param {Spot[]} points */
export function winLine(points) {
  const ends = furthest(points);
  return svg("path", { class: "win", d: `M${ends[0].join(" ")}L${ends[1].join(" ")}`, "stroke-width": 0.14 });
}

/** The two points of a row that lie furthest apart. @param {Spot[]} points */
export function furthest(points) {
  let best = [points[0], points[0]];
  let most = -1;
  for (const a of points) {
    for (const b of points) {
      const far = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (far > most) [best, most] = [[a, b], far];
    }
  }
  return best;
}

/**
 * A translucent stone, with a number for the n-th move of a line.
 * @param {Spot} at
 * @param {string} colour
 * @param {number} number
 * @param {number} radius
 */
export function ghost(at, colour, number, radius) {
  const fade = Math.max(0.5, 0.86 - 0.05 * number);
  const stone = drawStone(colour, radius);
  stone.setAttribute("opacity", String(fade));
  return svg(
    "g",
    { class: `ghost ${colour}`, transform: `translate(${at.join(" ")})`, "font-size": radius * 0.9 },
    stone,
    number ? label(0, 0, String(number)) : null,
  );
}

/**
 * The number of a move on its stone.
 * @param {Spot} at
 * @param {string} text
 * @param {string} colour
 * @param {number} radius
 */
export function number([x, y], text, colour, radius) {
  const size = radius * (text.length > 2 ? 0.72 : 0.88);
  return svg("g", { class: `number ${colour}`, "font-size": size }, label(x, y, text));
}

/**
 * A candidate: a disc with its percentage for the best three, a small dot for others.
 * @param {Spot} at
 * @param {string} text
 * @param {string} worth
 * @param {number} rank
 * @param {number} radius
 */
export function heatDisc(at, text, worth, rank, radius) {
  if (rank > 2) return circle(`heat-dot ${worth}`, at, 0.13);
  return svg(
    "g",
    { class: `heat-disc ${worth}`, "font-size": radius * 0.8 },
    circle("", at, radius, 0.04),
    label(at[0], at[1], text),
  );
}
