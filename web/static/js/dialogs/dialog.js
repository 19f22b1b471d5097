/** Dialogs: a title, a button to close, a body. A closed dialog is removed from the page. */

import { button, el, loadStyles, placeNotice, toast } from "../page/dom.js";
import { say } from "../words/say.js";

/**
 * Open a dialog in front of the page, instead of an earlier one. The first choice of a form has the
 * focus, else the title.
 * @param {string} title
 * @param {...HTMLElement} body
 * @returns {Promise<HTMLDialogElement>}
 */
export async function openDialog(title, ...body) {
  await loadStyles("dialog");
  remove(document.querySelector("dialog"));
  const heading = el("h2", { id: "dialog-title", text: title, tabindex: "-1" });
  const dialog = el(
    "dialog",
    { "aria-labelledby": "dialog-title", onclose: () => remove(dialog) },
    el("header", {}, heading, button(say("dialogs.close"), "close", () => dialog.close(), { iconOnly: true, class: "icon-only" })),
    ...body,
  );
  dialog.addEventListener("click", (/** @type {Event} */ event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement} */ (dialog.querySelector("form input:checked") ?? heading).focus();
  return dialog;
}

/** Remove a dialog from the page, but keep the notice inside it. @param {Element|null} dialog */
function remove(dialog) {
  dialog?.remove();
  if (dialog) placeNotice();
}

/**
 * A group of radio buttons; `change` receives the value.
 * @param {string} legend
 * @param {string} name
 * @param {any[][]} options
 * @param {string|null} chosen
 * @param {(value: any) => any} [change]
 */
export function choices(legend, name, options, chosen, change) {
  return el(
    "fieldset",
    {},
    el("legend", { text: legend }),
    el(
      "div.choices",
      {},
      ...options.map(([value, words, picture]) =>
        el(
          "label",
          {},
          picture,
          el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => change?.(value) }),
          words,
        ),
      ),
    ),
  );
}

/**
 * A menu with a label in front. `attributes` are set on the menu.
 * @param {string} label
 * @param {string[][]} options
 * @param {string|null} chosen
 * @param {Attributes} [attributes]
 */
export function menu(label, options, chosen, attributes = {}) {
  return el(
    "label.field-row",
    {},
    el("span", { text: label }),
    el("select", attributes, ...options.map(([value, words]) => el("option", { value, text: words, selected: value === chosen }))),
  );
}

/** Let the browser save a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
}

/** Copy a text to the clipboard; returns whether the browser lets the page. @param {string} text @param {string} told @param {string} refused */
export async function toClipboard(text, told, refused) {
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  toast(isCopied ? told : refused);
  return isCopied;
}

/**
 * A row with an address and a button that copies it.
 * @param {string} id @param {string} label  of the address @param {string} look  of the button @param {string} [value]
 */
export function addressBox(id, label, look, value = "") {
  const box = el("input", { type: "text", id, readonly: true, "aria-label": label, value, onfocus: () => box.select() });
  const copied = async () => (await toClipboard(box.value, say("share.copied"), say("share.select"))) || box.focus();
  const copy = button(say("share.copy"), null, copied, { id: `copy-${id}`, class: look });
  return { box, copy, row: el("div.row", {}, el("span.grow", {}, box), copy) };
}
