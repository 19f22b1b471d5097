/** The layer under the stones: board, texture, lines, and the gradients that all layers share. */

import { svg } from "../page/dom.js";

/**
 * Textures are noise that a filter creates; the browser keeps the result as a layer.
 * noise: frequency along x and y in board units, octaves, seed; matrix: colour and strength.
 * @typedef {{noise: number[], matrix: string, veins?: boolean}} Texture
 * @type {Object<string, Texture>}
 */
const TEXTURES = {
  wood: { noise: [0.045, 2.1, 5, 11], matrix: "0 0 0 0 .33  0 0 0 0 .17  0 0 0 0 .03  1.3 .6 0 0 -.74" },
  walnut: { noise: [1.7, 0.05, 5, 5], matrix: "0 0 0 0 .08  0 0 0 0 .03  0 0 0 0 0  1.7 .7 0 0 -.9" },
  slate: { noise: [0.35, 1.1, 6, 8], matrix: "0 0 0 0 .88  0 0 0 0 .94  0 0 0 0 1  1.5 .4 0 0 -.78" },
  marble: { noise: [0.17, 0.26, 6, 21], matrix: "0 0 0 0 .36  0 0 0 0 .38  0 0 0 0 .42  0 0 0 1 0", veins: true },
  paper: { noise: [1.1, 2.3, 5, 3], matrix: "0 0 0 0 .45  0 0 0 0 .34  0 0 0 0 .2  1.3 .6 0 0 -.88" },
  felt: { noise: [7, 7, 3, 4], matrix: "0 0 0 0 0  0 0 0 0 .1  0 0 0 0 .05  1.6 0 0 0 -.62" },
};

/** The board width that the noise was made for; it is scaled for others. */
const FULL = 20.4;

/**
 * The background: board, texture, lines and labels.
 * @param {Geometry} geometry
 * @param {Settings} settings
 * @param {string|null} texture
 */
export function drawGround(geometry, settings, texture) {
  const [x, y, width, height] = geometry.box;
  const slab = { x, y, width, height, rx: width * 0.015 };
  return [
    paints(geometry, texture),
    svg("rect", { ...slab, fill: "url(#slab)" }),
    texture && svg("rect", { ...slab, class: "grain", filter: "url(#grain)" }),
    svg("rect", { ...slab, class: "rim", "stroke-width": width * 0.003 }),
    ...geometry.draw(settings.coordinates),
  ];
}

/**
 * Gradients and the filter of the texture; the theme sets colours through classes.
 * @param {Geometry} geometry
 * @param {string|null} texture
 */
function paints(geometry, texture) {
  const [, , width] = geometry.box;
  /** @param {string} name @param {number[]} offsets */
  const stops = (name, offsets) =>
    offsets.map((offset, i) => svg("stop", { offset, class: `${name}-${i}` }));
  /** @param {string} id @param {Object<string, number>} at @param {number[]} offsets */
  const radial = (id, at, offsets) => svg("radialGradient", { id, ...at }, ...stops(id, offsets));
  const light = { cx: 0.36, cy: 0.3, r: 0.78 };
  return svg(
    "defs",
    {},
    svg("linearGradient", { id: "slab", x2: 0.7, y2: 1 }, ...stops("slab", [0, 0.55, 1])),
    radial("white", light, [0, 0.55, 1]),
    radial("black", light, [0, 0.5, 1]),
    radial("shade", {}, [0.62, 0.82, 1]),
    texture && grain(TEXTURES[texture], width),
  );
}

/**
 * A filter for noise of one colour; veins are where the noise crosses its mean.
 * @param {Texture} look
 * @param {number} width
 */
function grain({ noise, matrix, veins }, width) {
  const [x, y, octaves, seed] = noise.map((value, i) => (i < 2 ? (value * FULL) / width : value));
  return svg(
    "filter",
    { id: "grain", x: 0, y: 0, width: 1, height: 1, "color-interpolation-filters": "sRGB" },
    svg("feTurbulence", {
      type: "fractalNoise",
      baseFrequency: `${x} ${y}`,
      numOctaves: octaves,
      seed,
    }),
    veins && svg("feColorMatrix", { values: "0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  1 0 0 0 0" }),
    veins &&
      svg(
        "feComponentTransfer",
        {},
        svg("feFuncA", { type: "table", tableValues: "0 0 .02 .05 .1 .62 .1 .05 .02 0 0" }),
      ),
    svg("feColorMatrix", { values: matrix }),
    svg("feComposite", { in2: "SourceGraphic", operator: "in" }),
  );
}
