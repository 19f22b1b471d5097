/** Exports the board as a picture: all layers in one SVG that includes its styles. */

import { byId, svg } from "../page/dom.js";

const PIXELS = 1200;
/** The styles that a picture needs from the page. */
const LOOKS = [
  ...["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray"],
  ...["stroke-linecap", "stroke-linejoin", "opacity", "stop-color", "stop-opacity"],
  ...["font-family", "font-weight", "font-size"],
];

/** The shown board. @param {"svg"|"png"} kind @returns {Promise<Blob>} */
export async function pictureBlob(kind) {
  const whole = drawing();
  const text = new XMLSerializer().serializeToString(whole);
  if (kind === "svg") return new Blob([text], { type: "image/svg+xml" });
  const size = { width: whole.width.baseVal.value, height: whole.height.baseVal.value };
  const image = new Image(size.width, size.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), size);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
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
