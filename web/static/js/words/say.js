/**
 * All texts of the page come from here. Each area of the page has a table of texts in this folder: a
 * module that calls `learn`, imported by every script that says its texts. The keys of a table begin
 * with the name of its file. A text has places in braces for values: "{colour} to move". One that
 * depends on a count has a form for each case of the language: { one: "1 line", other: "{count} lines" }.
 */

const LANGUAGE = "en";

/** All texts that were learned so far, by key. @type {Object<string, Wording>} */
const texts = {};
const cases = new Intl.PluralRules(LANGUAGE);

/**
 * Add the texts of an area. Returns them, for the types of their keys.
 * @template {Object<string, Wording>} T
 * @param {T} table
 * @returns {T}
 */
export function learn(table) {
  Object.assign(texts, table);
  return table;
}

/**
 * The text of a key with these values in its places; `count` chooses between its forms.
 * @param {string} key
 * @param {Object<string, string|number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const text = texts[key];
  if (text === undefined) throw new Error(`No table has a text "${key}".`);
  const form = typeof text === "string" ? text : text[cases.select(Number(values.count)) === "one" ? "one" : "other"];
  return form.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** Set the texts of the elements of the HTML page: `data-say` is a key, `data-label` that of a label. */
export function sayAll() {
  /** @param {string} name @returns {NodeListOf<HTMLElement>} */
  const having = (name) => document.querySelectorAll(`[data-${name}]`);
  for (const one of having("say")) one.textContent = say(one.dataset.say ?? "");
  for (const one of having("label")) one.setAttribute("aria-label", say(one.dataset.label ?? ""));
}
