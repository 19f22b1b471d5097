/** Exports the board as a picture: all layers in one SVG that includes its styles. */

import { byId, svg } from "../page/dom.js";

const PIXELS = 1200;
const COARSE = 0xfc; // bits of a colour that a PNG keeps: it cannot compress how browsers dither
/** The styles that a picture needs from the page. */
const LOOKS = [
  ...["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray"],
  ...["stroke-linecap", "stroke-linejoin", "opacity", "stop-color", "stop-opacity"],
  ...["font-family", "font-weight", "font-size"],
];

/** The shown board. @param {"svg"|"png"} kind @returns {Promise<Blob>} */
export async function pictureBlob(kind) {
  const whole = drawing();
  if (kind === "png") flatten(whole);
  const text = new XMLSerializer().serializeToString(whole);
  if (kind === "svg") return new Blob([text], { type: "image/svg+xml" });
  const size = { width: whole.width.baseVal.value, height: whole.height.baseVal.value };
  const image = new Image(size.width, size.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), size);
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.drawImage(image, 0, 0);
    const shown = pen.getImageData(0, 0, size.width, size.height);
    for (let i = 0; i < shown.data.length; i++) if (i % 4 < 3) shown.data[i] &= COARSE;
    pen.putImageData(shown, 0, 0);
  }
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

/** Give the slab one colour, without grain: PNG cannot compress noise. @param {Element} whole */
function flatten(whole) {
  whole.querySelector("[filter='url(#grain)']")?.remove();
  const middle = whole.querySelectorAll("#slab stop")[1]?.getAttribute("stop-color");
  if (middle) whole.querySelector("[fill='url(#slab)']")?.setAttribute("fill", middle);
}

/** One SVG of all layers. */
function drawing() {
  const layers = [...byId("picture").children];
  const viewBox = layers[0].getAttribute("viewBox") ?? "";
  const [, , width, height] = viewBox.split(" ").map(Number);
  const whole = /** @type {SVGSVGElement} */ (svg("svg", { viewBox, width: PIXELS, height: Math.round((PIXELS * height) / width) }));
  for (const layer of layers) whole.append(...[...layer.children].map(withLook));
  return whole;
}

/** @param {Element} node */
function withLook(node) {
  const copy = /** @type {Element} */ (node.cloneNode(true));
  const [shown, copies] = [node, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  copies.forEach((one, index) => {
    const look = getComputedStyle(shown[index]);
    for (const name of LOOKS) {
      const value = look.getPropertyValue(name);
      if (value && value !== "none" || name === "fill") one.setAttribute(name, value.replace(/url\("[^#]*#([^"]*)"\)/, "url(#$1)"));
    }
    one.removeAttribute("class");
  });
  return copy;
}
