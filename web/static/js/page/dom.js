/** Creates and fills elements. Data becomes text and attributes, never markup. */

const SVG = "http://www.w3.org/2000/svg";
const TOAST_MS = 5000;
let fading = 0;

/**
 * Icons: paths in a box of 24 by 24, stroked in the colour of the text.
 * @type {Object<string, string>}
 */
const ICONS = {
  plus: "M12 5v14M5 12h14",
  folder: "M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  share: "M12 15V4M7.5 8L12 3.5l4.5 4.5M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-7",
  puzzle: "M5 7h4a2 2 0 1 1 4 0h4v4a2 2 0 1 1 0 4v4H5z",
  cap: "M2 9l10-5 10 5-10 5zM6 11v6h12v-6",
  palette: "M12 3a9 9 0 1 0 0 18c2 0 2-1.5 1.4-2.6-.7-1.3.1-2.9 1.8-2.9H18c2 0 3-1.5 3-3.5C21 7 17 3 12 3zM7.5 11h.01M11 7.5h.01M15.5 8.5h.01",
  half: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  question: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5h.01",
  first: "M6 5v14M18 5l-8 7 8 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M6 5l8 7-8 7z",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  bulb: "M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0c-.6.5-1 1.2-1 2h-5c0-.8-.4-1.5-1-2z",
  flag: "M6 21V4h11l-2 4 2 4H6",
  again: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  stop: "M6 6h12v12H6z",
  fast: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4 4L19 7",
  turn: "M20 11a8 8 0 1 0-2.5 6.5M20 5v6h-6",
  flip: "M12 3v18M8 7L3 17h5zM16 7l5 10h-5z",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  tree: "M4 6h16M8 6v6a4 4 0 0 0 4 4h8M4 6h.01M14 6h.01M20 16h.01",
  up: "M12 20V5M6 11l6-6 6 6",
};

/**
 * An element of HTML.
 * @param {string} tag  name, with classes after dots: "div.card.open"
 * @param {Attributes} [attributes]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) put(node, key, value);
  for (const child of children) if (child || child === "0") node.append(child);
  return node;
}

/** Set one attribute, listener, property or text. @param {any} node @param {string} key @param {any} value */
function put(node, key, value) {
  if (value === undefined || value === null || value === false) return;
  if (key === "text") node.textContent = value;
  else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
  else if (key === "checked" || key === "value" || key === "disabled") node[key] = value;
  else node.setAttribute(key, value === true ? "" : value);
}

/**
 * An element of SVG with attributes and children.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Node|null|undefined|false|0|"")} children
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") node.textContent = value;
    else if (value !== undefined && value !== null) node.setAttribute(key, value);
  }
  for (const child of children) if (child) node.append(child);
  return node;
}

/** An icon. It is decoration: the button has a text or a label. @param {string} name */
export function icon(name) {
  const solid = ["first", "back", "forward", "last", "play", "stop", "fast"].includes(name);
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: solid ? "icon solid" : "icon", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}

/**
 * A button with an icon, a text, or both. With `iconOnly` the text is its label.
 * @param {string} words
 * @param {string|null} iconName
 * @param {(event: any) => any} onclick
 * @param {Attributes} [attributes]
 */
export function button(words, iconName, onclick, { iconOnly: alone, ...attributes } = {}) {
  return el(
    "button",
    {
      type: "button",
      onclick,
      ...(alone ? { "aria-label": words, title: words } : {}),
      ...attributes,
    },
    iconName && icon(iconName),
    !alone && el("span", { text: words }),
  );
}

/** Replace the content of an element. @param {any} node @param {...any} children */
export function fill(node, ...children) {
  node.replaceChildren(...children.filter(Boolean));
  return node;
}

/** Give an element these children; those that it has are not touched. @param {Node} parent @param {any[]} children */
export function settle(parent, children) {
  const wanted = new Set(children);
  for (const one of [...parent.childNodes]) if (!wanted.has(one)) parent.removeChild(one);
  let at = parent.firstChild;
  for (const child of children.filter(Boolean)) {
    if (child !== at) parent.insertBefore(child, at);
    at = child.nextSibling;
  }
}

/**
 * Set a text if it differs: browsers repaint it and screen readers repeat it otherwise.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The element with an id. @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Whether the viewer types, or a dialog is open. @param {any} event */
export const isTyping = ({ target }) =>
  document.querySelector("dialog[open]") || target.closest?.("textarea, select, input:not([type=radio]):not([type=checkbox])");

/** Whether a key is for what has the focus. @param {any} event */
export const isForFocus = (event) =>
  isTyping(event) ||
  (/^(Enter| )$/.test(event.key) && event.target.closest?.("button, select, summary, a")) ||
  (/^(Arrow.*| )$/.test(event.key) && event.target.matches?.("input:focus-visible"));

/**
 * Load css/NAME.css, once. @returns {Promise<any>|null}
 * @param {string} name
 */
export function loadStyles(name) {
  if (byId(name)) return null;
  return new Promise((done) => {
    const link = { id: name, rel: "stylesheet", href: `css/${name}.css`, onload: done, onerror: done };
    document.body.append(el("link", link)); // after the styles of the board, which themes change
  });
}

/** The notice, also while the panel that it is in is not on the page. @type {HTMLElement|undefined} */
let notice;

/**
 * Put the notice where it hides nothing of the board: at the top of an open dialog, else in the place of
 * the sentence of the panel in sight.
 */
export function placeNotice() {
  notice ??= /** @type {HTMLElement} */ (byId("toast"));
  const dialog = document.querySelector("dialog[open] header");
  if (dialog) return dialog.append(notice);
  const all = [...document.querySelectorAll(".side .sentence")];
  return (all.find((one) => one.parentElement?.checkVisibility()) ?? all[0]).before(notice);
}

/** End the notice of another screen, which would stand in the place of the new one's sentence. */
export function endNotice() {
  placeNotice();
  /** @type {HTMLElement} */ (notice).hidden = true;
}

/** Show a notice for a few seconds. @param {string} text */
export function toast(text) {
  placeNotice();
  const box = /** @type {HTMLElement} */ (notice);
  box.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  box.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (box.hidden = true), TOAST_MS);
}
