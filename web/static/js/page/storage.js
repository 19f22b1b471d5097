/**
 * What this browser keeps from visit to visit. Where it refuses storage, an object takes its place that
 * lasts as long as the page.
 */

for (const name of ["localStorage", "sessionStorage"]) {
  try {
    /** @type {any} */ (globalThis)[name].getItem("");
  } catch {
    const kept = new Map();
    const value = {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => void kept.set(key, text),
      removeItem: (/** @type {string} */ key) => void kept.delete(key),
    };
    Object.defineProperty(globalThis, name, { value });
  }
}

/** The text that is kept under a name, or null. @param {string} name */
export const keptText = (name) => localStorage.getItem(name);

/** Keep a text under a name. @param {string} name @param {string} text */
export function keepText(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // There is no room.
  }
}

/** The object that is kept under a name; {} if there is none. @param {string} name @returns {Object<string, any>} */
export function keptObject(name) {
  try {
    return { ...JSON.parse(keptText(name) || "{}") };
  } catch {
    return {};
  }
}

/**
 * What is kept under a name of these values; the others are as given. Other servers may have kept other kinds.
 * @template {object} T @param {string} name @param {T} usual @returns {T}
 */
export function keptLike(name, usual) {
  /** @param {any} value */
  const kind = (value) => (Array.isArray(value) ? "array" : typeof value);
  const known = Object.entries(keptObject(name)).filter(([key, value]) => key in usual && kind(value) === kind(usual[/** @type {keyof T} */ (key)]));
  return { ...usual, ...Object.fromEntries(known) };
}

/** Keep an object under a name. @param {string} name @param {object} found */
export const keepObject = (name, found) => keepText(name, JSON.stringify(found));
