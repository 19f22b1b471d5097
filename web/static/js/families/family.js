/**
 * The two families of games share a page; what differs between a square board and Gipf's hexagon
 * stands in a module each, loaded when a game of that family comes to the table.
 */

/** @type {import("../types.js").Family} */
let current = null;

/** The family of the game on the table. */
export const family = () => current;

/** Load a family's module. @returns {Promise<import("../types.js").Family>} */
export const loadFamily = async (name) =>
  (name === "five" ? await import("./five.js") : await import("./gipf.js")).FAMILY;

/** Let a family rule the page from now on. */
export const seatFamily = (loaded) => (current = loaded);
