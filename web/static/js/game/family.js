/**
 * The family of the open game. What differs between square boards and Gipf's hexagon is in a module
 * for each family (folder `families`), loaded with its first game.
 */

/** A function for each family that loads its module. @type {Object<string, () => Promise<{FAMILY: Family}>>} */
let loaders = {};
/** @type {Family} */
let current = /** @type {any} */ (null); // until the first game

/** The family of the open game. */
export const family = () => current;

/**
 * Set these functions, by the names that the server uses.
 * @param {Object<string, () => Promise<{FAMILY: Family}>>} modules
 */
export const offerFamilies = (modules) => (loaders = modules);

/** Load a family's module. @param {string} name */
export const loadFamily = async (name) => (await loaders[name]()).FAMILY;

/** Use a family that was loaded. @param {Family} loaded */
export const useFamily = (loaded) => (current = loaded);
