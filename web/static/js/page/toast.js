/** Short notices at the foot of the page. */

import { byId } from "./dom.js";

const SHOWN_MS = 5000;
let fading = 0;

/** Show a notice for a few seconds, in front of an open dialog. */
export function toast(text) {
  const box = byId("toast");
  (document.querySelector("dialog[open]") || document.body).append(box);
  box.textContent = text;
  box.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (box.hidden = true), SHOWN_MS);
}
