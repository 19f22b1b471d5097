/**
 * All texts of the page come from here: from one file of `static/words`, that of the page's language.
 *
 * To add a text, add its key to `en.json` and to the file of each other language; a key begins with
 * the name of its area. A text has places in braces for values: "{colour} to move". One that depends on
 * a count has a form for each case of the language (`Intl.PluralRules`), and is told `count`:
 * { "one": "1 line", "other": "{count} lines" }. A value begins with a small letter in "{~colour}". A key that ends with "@standalone" is the text of the
 * page without a server, "shared." begins those that only a game in one HTML file says.
 */

/** The languages, each by its own name. @type {Object<string, string>} */
export const LANGUAGES = {
  cs: "Čeština",
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  ja: "日本語",
  ko: "한국어",
  pl: "Polski",
  ru: "Русский",
  zh: "简体中文",
};

/** The page's language: the chosen one, else the first of the browser's that the page has. */
export const LANGUAGE = [chosen(), ...navigator.languages].map((name) => name.split("-")[0]).find((name) => name in LANGUAGES) ?? "en";
document.documentElement.lang = LANGUAGE;
const cases = new Intl.PluralRules(LANGUAGE);

/** All texts by key. @type {Object<string, Wording>} */
let texts = {};

/** Settled when the texts are there. */
export const learned = fetch(new URL(`../../words/${LANGUAGE}.json`, import.meta.url)).then(async (file) => {
  if (!file.ok) throw new Error(`There are no texts: ${file.status}`);
  texts = await file.json();
});

/** The language that Settings name, or "". */
function chosen() {
  try {
    return String(JSON.parse(localStorage.getItem("pente.settings") ?? "{}").language ?? "");
  } catch {
    return ""; // without storage nothing was chosen
  }
}

/**
 * The text of a key with these values in its places; `count` chooses between its forms.
 * @param {string} key
 * @param {Object<string, string|number>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const text = texts[key];
  if (text === undefined) throw new Error(`The language "${LANGUAGE}" has no text "${key}".`);
  const form = typeof text === "string" ? text : (text[cases.select(Number(values.count))] ?? text.other);
  return form.replace(/\{(~?)(\w+)\}/g, (place, small, name) => {
    const value = String(values[name] ?? place);
    return small ? value.charAt(0).toLowerCase() + value.slice(1) : value;
  });
}

/**
 * A message of the server, or a list of them, with its sentences in the page's language: `said` names
 * them by their keys. The others stay English.
 * @template T @param {T} message @returns {T}
 */
export function inLanguage(message) {
  for (const one of Array.isArray(message) ? message : [message]) {
    for (const { path = [], code, values } of one?.said ?? []) {
      const last = path.at(-1);
      const holder = path.slice(0, -1).reduce((/** @type {any} */ at, /** @type {string} */ key) => at[key], one);
      holder[last] = sentence(code, values);
    }
    if (one?.said) delete one.said;
  }
  return message;
}

/** @param {string} code @param {Object<string, any>} [values]  texts, or sentences @returns {string} */
function sentence(code, values = {}) {
  const said = Object.entries(values).map(([name, value]) => [name, value.code ? sentence(value.code, value.values) : value]);
  return say(code, Object.fromEntries(said));
}

/** Set the texts of the elements of the HTML page: `data-say` is a key, `data-label` that of a label. */
export function sayAll() {
  /** @param {string} name @returns {NodeListOf<HTMLElement>} */
  const having = (name) => document.querySelectorAll(`[data-${name}]`);
  for (const one of having("say")) one.textContent = say(one.dataset.say ?? "");
  for (const one of having("label")) one.setAttribute("aria-label", say(one.dataset.label ?? ""));
}
