/** A dialogue: a title, a way out, a body; it is gone from the page when it closes. */

import { button, byId, el, loadStyles } from "../page/dom.js";

/**
 * Open one; the page behind it is still.
 * @param {string} title
 * @param {...Node} body
 * @returns {Promise<HTMLDialogElement>}
 */
export async function openDialog(title, ...body) {
  await loadStyles("dialog");
  remove(document.querySelector("dialog"));
  const heading = el("h2", { id: "dialog-title", text: title });
  const dialog = el(
    "dialog",
    { "aria-labelledby": "dialog-title", onclose: () => remove(dialog) },
    el("header", {}, heading, button("Close", "close", () => dialog.close(), { iconOnly: true, class: "icon-only" })),
    ...body,
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Take the dialogue off the page; a notice that stands in it stays. */
function remove(dialog) {
  if (dialog?.contains(byId("toast"))) document.body.append(byId("toast"));
  dialog?.remove();
}

/** A group of choices of which one holds; `change` is told its value. */
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

/** A menu with a label in front. `attributes` go to the menu. */
export function menu(label, options, chosen, attributes = {}) {
  return el(
    "label.field-row",
    {},
    el("span", { text: label }),
    el("select", attributes, ...options.map(([value, words]) => el("option", { value, text: words, selected: value === chosen }))),
  );
}
