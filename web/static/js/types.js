/** What the modules hand to each other. For readers and checkers alone: no page loads this file. */

/**
 * @typedef {Object} State
 * @property {any} game       the GameView on the table, as the server sent it last
 * @property {number} viewed  the node whose position is shown
 * @property {any} view       its PositionView
 * @property {string|null} hover    the place under the pointer or the focus
 * @property {string|null} preview  the place that waits to be confirmed
 * @property {{dot: string|null, gipf: boolean, choice: number}} pick  what is picked in Gipf
 * @property {any} analysis   the Analysis of the viewed position, or null
 * @property {boolean} analysing  whether the viewer wants analysis
 * @property {boolean} threat
 * @property {any} shownLine  the line whose moves are drawn as ghosts
 * @property {any} hint
 * @property {any} review     how far a review is
 * @property {number|null} retry  the node whose better move is looked for
 * @property {Settings} settings
 *
 * @typedef {Object} Settings
 * @property {string} theme
 * @property {"auto"|"light"|"dark"} page
 * @property {"letters"|"indices"|"none"} coordinates
 * @property {"none"|"last"|"all"} numbers
 * @property {number} quarter
 * @property {boolean} flip
 * @property {"direct"|"two-tap"|"confirm"} touch
 * @property {boolean} sound
 * @property {boolean} heat
 * @property {boolean} grain
 * @property {number} multipv
 * @property {string} budget  "30s", "100000n", or "" for as long as it is not stopped
 */

/**
 * A geometry says where points lie on the picture, in board units (1 is the distance between
 * neighbours), turned and flipped as the viewer likes. Both boards answer the same questions.
 *
 * @typedef {Object} Geometry
 * @property {string[]} places   names of all points: "180" on a square board, "e5" in Gipf
 * @property {number[]} box      x, y, width, height of the picture
 * @property {number} radius     of a stone
 * @property {number} disc       of a candidate
 * @property {(place: string) => [number, number]} at
 * @property {string[][]} rows   the places as rows for the grid of buttons
 * @property {string} first      the place where the cursor begins
 * @property {(style: string) => (Node|null)[]} draw  lines, dots and letters of the board
 */

/**
 * @typedef {Object} Family
 * @property {(view: any, turn: {quarter: number, flip: boolean}) => Geometry} geometry
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

export {};
