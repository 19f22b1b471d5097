/**
 * The two families of games share a page; what differs between a square board and Gipf's hexagon
 * stands in a module each, loaded when a game of that family comes to the table.
 *
 * @typedef {Object} Family
 * @property {(view: any, turn: {quarter: number, flip: boolean}) => import("./grid.js").Geometry} geometry
 * @property {(view: any) => string} boardName
 * @property {(view: any) => Map<string, string>} stones  kinds ("w", "b", "W", "B") by place
 * @property {(view: any) => string|null} last  the place of the last move
 * @property {() => Set<string>} open   places where a press leads to a move
 * @property {(place: string, by: string) => any} act
 * @property {() => any} confirm
 * @property {(place: string) => string} label  what a button of the grid is
 * @property {(place: string) => string} name   the place as the viewer likes coordinates
 * @property {(node: any) => string} moveText   a move as the list spells it
 * @property {(text: string) => string|null} read  a typed move as the server spells it
 * @property {string} example  of a typed move
 * @property {(place: string, row: string) => boolean} inRow
 * @property {(table: any) => void} paintHover
 * @property {(table: any) => void} paintPicks
 * @property {(geometry: any, point: any) => number[]|null} where  to draw a move of a line
 * @property {() => any[]} decisions  what the viewer is asked under the board
 */

/** @type {Family} */
let current = null;

/** The family of the game on the table. */
export const family = () => current;

/** Load a family's module. @returns {Promise<Family>} */
export const loadFamily = async (name) =>
  (name === "five" ? await import("./family_five.js") : await import("./family_gipf.js")).FAMILY;

/** Let a family rule the page from now on. */
export const seatFamily = (loaded) => (current = loaded);
