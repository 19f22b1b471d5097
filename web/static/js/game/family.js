/**
 * The family of the open game. What differs between square boards and Gipf's hexagon is in a module
 * for each family (folder `families`), loaded with its first game.
 */

/** A function for each family that loads its module. */
let loaders = {};
/** @type {import("../types.js").Family} */
let current = null;

/** The family of the open game. */
export const family = () => current;

/** Set these functions, by the names that the server uses. */
export const offerFamilies = (modules) => (loaders = modules);

/** Load a family's module. */
export const loadFamily = async (name) => (await loaders[name]()).FAMILY;

/** Use a family that was loaded. */
export const useFamily = (loaded) => (current = loaded);
