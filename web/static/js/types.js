/** Types that several modules share, for readers and type checkers: no page loads this file. */

/**
 * @typedef {Object} State
 * @property {any} game       the latest GameView from the server
 * @property {number} viewed  the node whose position is shown
 * @property {any} view       its PositionView
 * @property {"play"|"analyse"|"edit"|"puzzle"} mode  in Analyse the viewer moves both sides, and no engine
 *   answers; in "edit" a position is set up; in "puzzle" the board shows a puzzle
 * @property {string|null} hover    the place under the pointer or the focus
 * @property {string|null} preview  the place of a move that waits for confirmation
 * @property {{dot: string|null, gipf: boolean, choice: number}} pick  the choices made so far in Gipf
 * @property {any} analysis   the Analysis of the viewed position, or null
 * @property {boolean} analysing  whether analysis is switched on
 * @property {boolean} threat
 * @property {any} shownLine  the line whose moves are drawn as translucent stones
 * @property {any} explored   what the explorer knows of the viewed position, or null
 * @property {string|null} lesson  what a retry says about the viewed position
 * @property {any} hint
 * @property {any} review     the progress of a review
 * @property {number|null} retry  the node whose move the viewer tries to improve
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
 * @property {boolean} score  whether lines show the engine's score instead of the chance
 * @property {boolean} grain
 * @property {boolean} explorer  whether Analyse shows the explorer instead of the move list
 * @property {number} multipv
 * @property {string} budget  "30s", "100000n" (nodes), or "" for no limit
 */

/**
 * Where the points of a board lie on its picture, in board units: 1 is the distance between
 * neighbours. It accounts for the viewer's rotation and mirroring.
 *
 * @typedef {Object} Geometry
 * @property {string[]} places   names of all points: "180" on a square board, "e5" in Gipf
 * @property {number[]} box      x, y, width, height of the picture
 * @property {number} radius     of a stone
 * @property {number} disc       of a candidate's disc
 * @property {(place: string) => [number, number]} at
 * @property {string[][]} rows   the places in rows, for the grid of buttons
 * @property {string} first      the place where the keyboard cursor starts
 * @property {(style: string) => (Node|null)[]} draw  lines, dots and letters of the board
 */

/**
 * @typedef {Object} Family
 * @property {(view: any, turn: {quarter: number, flip: boolean}) => Geometry} geometry
 * @property {(view: any) => string} boardName
 * @property {(view: any) => Map<string, string>} stones  kinds ("w", "b", "W", "B") by place
 * @property {(view: any) => string|null} last  the place of the last move
 * @property {() => Set<string>} open   places where a click leads to a move
 * @property {(place: string, by: string) => any} act
 * @property {() => any} confirm
 * @property {(place: string) => string} label  the label of a button of the grid
 * @property {(place: string) => string} name   the place in the chosen style of coordinates
 * @property {(node: any) => string} moveText   a move as the move list shows it
 * @property {(text: string) => string|null} read  a typed move in the server's notation
 * @property {string} example  of a typed move
 * @property {(place: string, row: string) => boolean} inRow
 * @property {(table: any) => void} paintHover
 * @property {(table: any) => void} paintPicks
 * @property {(geometry: any, point: any) => number[]|null} where  where to draw a move of a line
 * @property {() => any[]} decisions  the questions shown under the board
 */

/**
 * What the browser keeps about puzzles.
 *
 * @typedef {Object} KeptPuzzles
 * @property {number} streak  puzzles solved without help since the last failure
 * @property {number} best    the longest streak
 * @property {Object<string, number>} solved  by id
 * @property {Object<string, {step: number, due: number}>} again  failed ones, and when they come again
 * @property {any[]} own      the viewer's mistakes, as the server describes them, with an id
 */

/**
 * @typedef {Object} Setup
 * @property {() => [string, string][]} kinds  what can be put on the board, with names
 * @property {(view: any) => any} bare   the view without moves and marks
 * @property {(view: any) => any} clear  without pieces
 * @property {(view: any, place: string, kind: string) => any} put
 * @property {(view: any) => {words: string, values: number[], most: number}|null} counts
 * @property {(view: any, values: number[]) => any} counted
 * @property {(view: any, preset: string) => string} text  the position for the server
 */

export {};
