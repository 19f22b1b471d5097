/** The Gipf board: the coordinates of its points, its 21 lines and 24 dots with names. */

import { svg } from "../page/dom.js";
import { label } from "./marks.js";

const FILES = "abcdefghi";
const FILE_LENGTHS = [5, 6, 7, 8, 9, 8, 7, 6, 5];
const HEX_PLACES = FILE_LENGTHS.flatMap((length, file) =>
  Array.from({ length }, (_, number) => `${FILES[file]}${number + 1}`),
);

/** Steps (x along the files, y up a file) from the centre e5. @param {string} place */
function oblique(place) {
  const x = FILES.indexOf(place[0]) - 4;
  return [x, Number(place.slice(1)) - 5 + Math.max(0, x)];
}

/** Whether a place is a dot: 4 steps from the centre. @param {string} place */
export function isDot(place) {
  const [x, y] = oblique(place);
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(x - y)) === 4;
}

/**
 * The hexagonal board of Gipf.
 * @param {{quarter: number, flip: boolean}} view  rotation in sixths of a turn
 * @returns {Geometry}
 */
export function hexGeometry(view) {
  /** @type {Object<string, Spot>} */
  const spots = {};
  for (const place of HEX_PLACES) {
    let [x, y] = oblique(place);
    if (view.flip) [x, y] = [-x, y - x];
    for (let turn = 0; turn < view.quarter % 6; turn++) [x, y] = [y, y - x];
    spots[place] = [x * Math.sqrt(0.75), x / 2 - y];
  }
  /** @param {string} place */
  const at = (place) => spots[place];
  return {
    places: HEX_PLACES,
    box: [-5, -5, 10, 10],
    radius: 0.4,
    disc: 0.27,
    ghost: 0.27,
    first: "e5",
    at,
    draw: (style) => drawHex(at, style),
    rows: [...FILES].map((file) => HEX_PLACES.filter((place) => place[0] === file)),
  };
}

/** The 21 lines, each by the dots at its ends. */
function hexLines() {
  const named = new Map(HEX_PLACES.map((place) => [oblique(place).join(), place]));
  const lines = [];
  for (const [dx, dy] of [[0, 1], [1, 1], [1, 0]]) {
    for (const dot of HEX_PLACES.filter(isDot)) {
      let [x, y] = oblique(dot);
      const walk = [dot];
      while (named.has([x + dx, y + dy].join())) {
        [x, y] = [x + dx, y + dy];
        walk.push(named.get([x, y].join()) ?? "");
      }
      if (walk.length > 2 && !isDot(walk[1])) lines.push([dot, walk[walk.length - 1]]);
    }
  }
  return lines;
}

/** Field, lines, dots and names. @param {Geometry["at"]} at @param {string} style */
function drawHex(at, style) {
  const path = hexLines().map(([from, to]) => `M${at(from).join(" ")}L${at(to).join(" ")}`).join("");
  const corners = ["b2", "b5", "e8", "h5", "h2", "e2"].map((corner) => at(corner).join());
  const dots = HEX_PLACES.filter(isDot);
  return [
    svg("polygon", { class: "field", points: corners.join(" "), "stroke-width": 0.8 }),
    svg("g", { class: "lines" }, svg("path", { d: path, "stroke-width": 0.045 })),
    svg(
      "g",
      { class: "stars" },
      ...dots.map((dot) => {
        const [cx, cy] = at(dot);
        return svg("circle", { cx, cy, r: 0.13 });
      }),
    ),
    style === "none" ? null : svg("g", { class: "labels", "font-size": 0.25 }, ...dots.map((dot) => nameBeyond(dot, at(dot)))),
  ];
}

/** The name of a dot, a little further out. @param {string} dot @param {Spot} spot */
function nameBeyond(dot, [x, y]) {
  const far = 1 + 0.38 / Math.hypot(x, y);
  return label(x * far, y * far, dot);
}
