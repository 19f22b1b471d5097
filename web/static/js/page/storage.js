/** What this browser keeps from visit to visit. Without storage nothing is kept, and the page works. */

/** The text that is kept under a name, or null. @param {string} name */
export function keptText(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text under a name. @param {string} name @param {string} text */
export function keepText(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // It lasts until the page closes.
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

/** Keep an object under a name. @param {string} name @param {object} found */
export const keepObject = (name, found) => keepText(name, JSON.stringify(found));
