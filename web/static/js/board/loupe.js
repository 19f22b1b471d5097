/**
 * A loupe for fingers, on boards whose points lie closer together than a finger is wide: hold, slide to
 * the point, let go. What lies under the finger is shown larger above it.
 */

import { svg } from "../page/dom.js";

const SMALL = 26; // pixels between points from which on a finger needs none
const [HOLD_MS, STILL] = [180, 8]; // how long a finger stays, and how many pixels it may move meanwhile
const [SIZE, LINES, AWAY] = [136, 4, 34]; // of the loupe in pixels, lines that it shows, pixels above the finger

/**
 * Show it over the grid of buttons while a finger stays there.
 * @param {HTMLElement} grid
 * @param {{geometry: () => Geometry, nameOf: (place: string) => string, onSlide: (place: string|null) => any, onEnd: (place: string) => any}} on
 */
export function startLoupe(grid, { geometry, nameOf, onSlide, onEnd }) {
  const loupe = svg("svg", { id: "loupe", "aria-hidden": "true" });
  /** @type {{x: number, y: number, timer: number, place: string|null}|null} */
  let finger = null;

  /** The place nearest to a finger. @param {Touch} touch */
  function placeAt({ clientX, clientY }) {
    const { box, places, at } = geometry();
    const seen = grid.getBoundingClientRect();
    const [x, y] = [box[0] + ((clientX - seen.left) / seen.width) * box[2], box[1] + ((clientY - seen.top) / seen.height) * box[3]];
    const away = (/** @type {string} */ place) => Math.hypot(at(place)[0] - x, at(place)[1] - y);
    return places.reduce((best, one) => (away(one) < away(best) ? one : best));
  }

  /** @param {Touch} touch */
  function show(touch) {
    const place = placeAt(touch);
    if (!finger || place === finger.place) return;
    finger.place = place;
    onSlide(place);
    const { box, at } = geometry();
    const [x, y] = at(place);
    const [left, top] = [touch.clientX - SIZE / 2, touch.clientY - SIZE - AWAY];
    loupe.setAttribute("viewBox", `${x - LINES / 2} ${y - LINES / 2} ${LINES} ${LINES}`);
    loupe.style.left = `${Math.max(4, Math.min(innerWidth - SIZE - 4, left))}px`;
    loupe.style.top = `${top < 4 ? touch.clientY + AWAY : top}px`;
    const layers = ["ground", "stones", "top"].map((id) => svg("use", { href: `#${id}`, x: box[0], y: box[1], width: box[2], height: box[3] }));
    const name = svg("text", { x, y: y + LINES * 0.4, "text-anchor": "middle", "font-size": 0.5, text: nameOf(place) });
    loupe.replaceChildren(...layers, name);
    document.body.append(loupe); // the grid clips what it holds
  }

  function hide() {
    if (finger) clearTimeout(finger.timer);
    loupe.remove();
    finger = null;
  }

  grid.addEventListener("touchstart", (event) => {
    hide();
    const [touch] = event.touches;
    const between = grid.clientWidth / geometry().box[2];
    if (event.touches.length > 1 || between >= SMALL) return;
    finger = { x: touch.clientX, y: touch.clientY, place: null, timer: window.setTimeout(() => show(touch), HOLD_MS) };
  }, { passive: true });
  grid.addEventListener("touchmove", (event) => {
    const [touch] = event.touches;
    if (finger?.place) {
      event.preventDefault(); // the page does not scroll
      show(touch);
    } else if (finger && Math.hypot(touch.clientX - finger.x, touch.clientY - finger.y) > STILL) hide();
  }, { passive: false });
  grid.addEventListener("touchend", (event) => {
    const place = finger?.place;
    hide();
    if (!place) return;
    event.preventDefault(); // no click follows
    onSlide(null);
    onEnd(place);
  });
  grid.addEventListener("touchcancel", () => {
    if (finger?.place) onSlide(null);
    hide();
  });
  grid.addEventListener("contextmenu", (event) => finger && event.preventDefault());
}
