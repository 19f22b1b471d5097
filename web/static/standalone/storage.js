/** Where the browser refuses storage, an object takes its place that lasts as long as the page. */

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
