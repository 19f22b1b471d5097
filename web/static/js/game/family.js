/**
 * The family of the open game. What differs between boards is in a module for each kind of position
 * (folder `families`), loaded with its first game.
 */

import { state } from "./store.js";

/** A function for each family that loads its module. @type {Object<string, () => Promise<{FAMILY: Family}>>} */
let loaders = {};
/** @type {Family} */
let current = /** @type {any} */ (null); // until the first game

/** The family of the open game. */
export const family = () => current;

/** Whether the open game has "puzzles", the "explorer", a "review" or the "threat". @param {string} what */
export const isOffered = (what) => state.game.offers.includes(what);

/**
 * Set these functions, by the names that the server uses.
 * @param {Object<string, () => Promise<{FAMILY: Family}>>} modules
 */
export const offerFamilies = (modules) => (loaders = modules);

/** Load a family's module. @param {string} name */
export const loadFamily = async (name) => (await loaders[name]()).FAMILY;

/** Use a family that was loaded. @param {Family} loaded */
export const useFamily = (loaded) => (current = loaded);
