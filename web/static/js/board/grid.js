/**
 * The grid of buttons over the picture. All input uses it: pointer, touch, keys and screen readers.
 */

import { el } from "../page/dom.js";

/** @type {Object<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Take the focus from where it is. */
const blur = () => /** @type {any} */ (document.activeElement).blur();

/** Buttons for all places of a geometry. The Tab key reaches one of them. */
export class Grid {
  /**
   * Calls `onHover(place|null)` and `onAct(place, pointerType)` for the viewer's actions.
   * @param {HTMLElement} root
   * @param {{onHover: (place: string|null) => any, onAct: (place: string, by: string) => any}} on
   */
  constructor(root, { onHover, onAct }) {
    this.root = root;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {HTMLButtonElement|undefined} */
    this.tabbed = undefined;
    /** @type {Geometry} */
    this.geometry = /** @type {any} */ (null); // until `build`
    this.root.setAttribute("role", "grid");
    /** @param {any} event */
    const placeOf = (event) => event.target.closest?.("button")?.dataset.place ?? null;
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") onHover(placeOf(event));
    });
    root.addEventListener("pointerleave", () => onHover(null));
    root.addEventListener("focusin", (event) => {
      this.rove(placeOf(event));
      if (/** @type {Element} */ (event.target).matches(":focus-visible")) onHover(placeOf(event));
    });
    root.addEventListener("focusout", () => onHover(null));
    root.addEventListener("mousedown", (event) => {
      if (!event.detail) return; // a screen reader's click keeps the cursor
      event.preventDefault(); // a mouse click does not move the focus, and ends the cursor
      this.rove(placeOf(event));
      blur();
    });
    root.addEventListener("click", (event) => {
      const place = placeOf(event);
      if (place !== null) onAct(place, event.detail === 0 ? "key" : event.pointerType || "mouse");
    });
    root.addEventListener("keydown", (event) => this.key(event, placeOf(event)));
    if (location.hash === "#grid") this.focus();
  }

  /** Create all buttons again. @param {Geometry} geometry @param {string} name */
  build(geometry, name) {
    this.geometry = geometry;
    this.buttons.clear();
    const rows = geometry.rows.map((places) =>
      el("div", { role: "row" }, ...places.map((place) => this.cell(place))),
    );
    this.root.setAttribute("aria-label", name);
    this.root.replaceChildren(...rows);
    this.rove(geometry.first);
  }

  /** @param {string} place */
  cell(place) {
    const [left, top, width, height] = this.geometry.box;
    const [x, y] = this.geometry.at(place);
    const button = el("button", { type: "button", tabindex: "-1", "data-place": place });
    const cell = el("div", { role: "gridcell" }, button);
    /** @param {number} part @param {number} whole */
    const percent = (part, whole) => `${((part * 100) / whole).toFixed(3)}%`;
    cell.style.left = percent(x - left - 0.5, width);
    cell.style.top = percent(y - top - 0.5, height);
    cell.style.width = percent(1, width);
    cell.style.height = percent(1, height);
    this.buttons.set(place, button);
    return cell;
  }

  /**
   * Label each button; write only what differs.
   * @param {(place: string) => string} textOf
   * @param {(place: string) => boolean} isOpen
   */
  label(textOf, isOpen) {
    for (const [place, button] of this.buttons) {
      const text = textOf(place);
      if (button.getAttribute("aria-label") !== text) button.setAttribute("aria-label", text);
      if (button.classList.contains("open") !== isOpen(place)) button.classList.toggle("open");
    }
  }

  /** Make this the one button that the Tab key reaches. @param {string|null} place */
  rove(place) {
    const button = place === null ? undefined : this.buttons.get(place);
    if (!button || button === this.tabbed) return;
    if (this.tabbed) this.tabbed.tabIndex = -1;
    button.tabIndex = 0;
    this.tabbed = button;
  }

  /** Start the cursor: it is where the focus is. */
  focus() {
    this.tabbed?.focus();
  }

  /** End the cursor; return whether there was one. */
  leave() {
    const inside = this.root.contains(document.activeElement);
    if (inside) blur();
    return inside;
  }

  /** @param {KeyboardEvent} event @param {string|null} place */
  key(event, place) {
    if (place === null || event.ctrlKey || event.altKey || event.metaKey) return;
    let next = null;
    if (ARROWS[event.key]) next = neighbour(this.geometry, place, ...ARROWS[event.key]);
    else if (event.key === "Home") next = this.end(place, 0);
    else if (event.key === "End") next = this.end(place, -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== null) this.buttons.get(next)?.focus();
  }

  /** The first (0) or last (-1) place in the row of a place. @param {string} place @param {number} which */
  end(place, which) {
    return this.geometry.rows.find((row) => row.includes(place))?.at(which) ?? null;
  }
}

/**
 * The nearest place in a direction on the picture, or null at the edge.
 * @param {Geometry} geometry
 * @param {string} place
 * @param {number} dx
 * @param {number} dy
 */
function neighbour(geometry, place, dx, dy) {
  const [x, y] = geometry.at(place);
  let best = null;
  let least = 9;
  for (const other of geometry.places) {
    const [ox, oy] = geometry.at(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const across = Math.abs((ox - x) * dy - (oy - y) * dx);
    if (along > 0.3 && across < along * 1.1 && along + 2 * across < least) {
      [best, least] = [other, along + 2 * across];
    }
  }
  return best;
}
