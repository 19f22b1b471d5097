/** Types that all scripts share, for readers and the type checker: no page loads this file. */

/**
 * A position of any family; `family` says whose fields it has.
 * @typedef {Omit<Wire.FivePositionView, "family"|"last"|"taken"|"line">
 *   & Omit<Wire.GipfPositionView, "family"|"last"|"taken">
 *   & Omit<Wire.GridPositionView, "family"|"last"|"taken"|"line"|"captured"|"reserves">
 *   & {family: string, last: any, taken: any[], line: any[]}} View
 */

/** @typedef {Omit<Wire.Game, "position"> & {position: View}} Game */

/**
 * @typedef {{state: string, done: number, total: number} & Partial<Wire.ReviewNews>} Review
 * @typedef {Wire.Analysis & {question?: string}} Analysis
 * @typedef {{dot: string|null, gipf: boolean, choice: number}} Picked
 * @typedef {{rank?: number, score?: Wire.Score, moves: string[], points: (number|string)[]}} Line
 */

/**
 * How the page asks its server: as `fetch` and EventSource do. Without `events` the tabs of a browser
 * share one stream.
 * @typedef {{request: (path: string, options: RequestInit) => Promise<Response>,
 *   events?: (query: URLSearchParams) => EventSource}} Transport
 */

/**
 * Before the first game, `game` and `view` are null; what runs so early checks that.
 *
 * @typedef {Object} State
 * @property {Game} game      the latest state of the game from the server
 * @property {number} viewed  the node whose position is shown
 * @property {View} view      its position
 * @property {"play"|"analyse"|"edit"|"puzzle"} mode  in Analyse the viewer moves both
 *   sides, and no engine answers; in "edit" a position is set up; in "puzzle" the board shows a puzzle or a lesson
 * @property {string} course    the lesson that is shown, "pente/3", or "pente/puzzles"; "" for other puzzles
 * @property {string|null} hover    the place under the pointer or the focus
 * @property {string|null} preview  the place of a move that waits for confirmation
 * @property {Picked} pick      the choices made so far in Gipf
 * @property {Analysis|null} analysis  of the viewed position
 * @property {boolean} analysing  whether analysis is switched on
 * @property {boolean} threat
 * @property {Line|null} shownLine  the line whose moves are drawn as translucent stones
 * @property {Wire.Explored|null} explored  what the explorer knows of the viewed position, or null
 * @property {string|null} lesson  what a retry says about the viewed position
 * @property {number|null} instead  the marked move whose better one is shown
 * @property {Wire.Hint|null} hint
 * @property {Review|null} review  the progress of a review
 * @property {number|null} retry  the node whose move the viewer tries to improve
 * @property {Wire.Presence|null} presence  whether the players of a game by invitation show it now
 * @property {boolean} adding  the viewer adds two stones to the opening of a game by invitation
 * @property {string|null} marking  the kind of marks that a click on the board draws
 * @property {Settings} settings
 *
 * @typedef {Object} Settings
 * @property {string} theme
 * @property {"auto"|"light"|"dark"} page
 * @property {string} language  "" for the browser's
 * @property {"letters"|"indices"|"none"} coordinates
 * @property {"none"|"last"|"all"} numbers
 * @property {number} quarter
 * @property {boolean} flip
 * @property {"direct"|"two-tap"|"confirm"} touch
 * @property {boolean} sound
 * @property {boolean} heat
 * @property {boolean} dots  whether the last stones show what their moves lost
 * @property {boolean} score  whether lines show the engine's score instead of the chance
 * @property {boolean} grain
 * @property {boolean} explorer  whether Analyse shows the explorer instead of the move list
 * @property {boolean} tree  whether a picture of the tree stands below the move list
 * @property {number} multipv
 * @property {string} budget  "30s", "100000n" (nodes), or "" for no limit
 */

/**
 * Where the points of a board lie on its picture, in board units: 1 is the distance between
 * neighbours. It accounts for the viewer's rotation and mirroring.
 *
 * @typedef {[number, number]} Spot
 *
 * @typedef {Object} Geometry
 * @property {string[]} places   names of all points: "180" on a square board, "e5" in Gipf
 * @property {number[]} box      x, y, width, height of the picture
 * @property {number} radius     of a stone
 * @property {number} disc       of a candidate's disc
 * @property {(place: string) => Spot} at
 * @property {string[][]} rows   the places in rows, for the grid of buttons
 * @property {string} first      the place where the keyboard cursor starts
 * @property {(style: string) => (Node|null)[]} draw  lines, dots and letters of the board
 * @property {number} ghost      radius of a stone of a line
 */

/**
 * What is drawn of a board whose places lie in rows and columns.
 *
 * @typedef {Object} Plan
 * @property {string[][]} places  row by row from the top
 * @property {(style: string) => string[][]} edges  what names the columns and the rows
 * @property {boolean} inSquares  whether pieces lie in the squares; else where lines cross
 * @property {number[]} stars     rows and columns of the star points
 * @property {number} scale       of lines and letters; 1 on boards of many lines
 */

/**
 * What is drawn of a board.
 * @typedef {{geometry: Geometry, marks: import("./board/marks.js").Marks,
 *   stones: import("./board/stones.js").Stones}} Drawn
 */

/**
 * @typedef {Object} Family
 * @property {(view: View, turn: {quarter: number, flip: boolean}) => Geometry} geometry
 * @property {(view: View) => string} shape  equal for positions on the same board
 * @property {string} [under]  the height of the rows below the board, if its questions need more
 * @property {number|null} halfTurn  the quarters or sixths of a turn that put the second player below
 * @property {(before: View, played?: string) => [string, string][]} [shifts]  of the pieces that a move shifts
 * @property {(view: View) => string} boardName
 * @property {(view: View) => Map<string, string>} stones  kinds ("w", "b", "W", "B") by place
 * @property {(view: View) => string|null} last  the place of the last move
 * @property {() => Set<string>} open   places where a click leads to a move
 * @property {(place: string, by: string) => any} act
 * @property {() => any} confirm
 * @property {(place: string) => string} label  the label of a button of the grid
 * @property {(place: string) => string} name   the place in the chosen style of coordinates
 * @property {(place: string) => string} [spelled]  the place as records name it, if they do so otherwise
 * @property {(node: Wire.Node) => string} moveText   a move as the move list shows it
 * @property {string} example  of a typed move
 * @property {(table: Drawn) => void} paintHover
 * @property {(table: Drawn) => void} paintPicks
 * @property {(geometry: Geometry, point: number|string) => Spot|null} where
 *   where to draw a move of a line
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
 * @property {Object<string, number>} me  1 for the viewer's own names and sides of games, 0 for others'
 * @property {Object<string, number>} lessons  the steps that are done: "pente five"
 * @property {any[]} own      the viewer's mistakes, as the server describes them, with an id
 */

/**
 * @typedef {Object} Typing
 * @property {(text: string) => string|null} read  a typed move in the server's notation
 * @property {boolean} readsHere  whether a record that names no game is first read as the open game
 * @property {(place: string, row: string) => boolean} inRow  whether a place lies in a row or file
 *
 * @typedef {Object} PuzzleMarks
 * @property {(best: string, seed: number) => {words: string, zone?: Wire.Zone, pick?: Picked}} mark
 *   where the solution begins: the key of the words, and a square or a choice to show
 *
 * @typedef {Object} Setup
 * @property {() => string[][]} kinds  what can be put on the board, with names
 * @property {(view: View) => View} bare   the view without moves and marks
 * @property {number[]} steps  the directions of neighbouring points, in degrees clockwise from up
 * @property {(view: View, pieces: Map<string, string>) => View|null} placed  with these pieces; null if one may not lie there
 * @property {(view: View) => View} clear  without pieces
 * @property {(view: View, place: string, kind: string) => View} put
 * @property {(view: View) => {words: string, values: number[], most: number}|null} counts
 * @property {(view: View, values: number[]) => View} counted
 * @property {(view: View, preset: string) => string} text  the position for the server
 */

/**
 * Attributes of an element: `on*` are listeners, `text` is its content.
 * @typedef {Object<string, any> & {onclick?: (event: any) => any, onchange?: (event: any) => any,
 *   oninput?: (event: any) => any, onsubmit?: (event: any) => any, iconOnly?: boolean}} Attributes
 */

/**
 * A text of a table, or its forms by the case of a count.
 * @typedef {string | ({other: string} & Object<string, string>)} Wording
 */
