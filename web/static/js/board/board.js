/** The board: layers of a picture, marks and a grid of buttons, updated with the state. */

import { act, openPlaces } from "../game/act.js";
import { family } from "../game/family.js";
import { isAway } from "../game/play.js";
import { on, state, update } from "../game/store.js";
import { viewedNode } from "../game/tree.js";
import { byId, svg } from "../page/dom.js";
import { Grid } from "./grid.js";
import { drawGround } from "./ground.js";
import { Marks } from "./marks.js";
import { paintBetter, paintGhosts, paintHeat, paintPosition } from "./paint.js";
import { Stones } from "./stones.js";
import { textureOf } from "./themes.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * All parts of the board, and the position that it shows.
 * @type {Drawn & {grid: Grid, shape: string, ground: string, shown: View|null}}
 */
const table = /** @type {any} */ ({ geometry: null, shape: "", ground: "", stones: null, marks: null, grid: null, shown: null });

/** Start or end the keyboard cursor. */
export const focusBoard = () => table.grid.focus();
export const leaveBoard = () => table.grid.leave();

/** Create the layers, and follow the state. */
export function startBoard() {
  const [ground, stones, top] = ["ground", "stones", "top"].map((id) => svg("svg", { id }));
  byId("picture").append(ground, stones, top);
  table.marks = new Marks(stones, top);
  table.stones = new Stones(stones, () => still.matches);
  table.grid = new Grid(byId("grid"), {
    onHover: (place) => update({ hover: place }),
    onAct: act,
  });
  if (matchMedia("(any-pointer: coarse)").matches) magnify();
  on(["view", "settings"], showPosition);
  on(["game", "mode", "retry"], () => ready() && paintPosition(table));
  on(["hover", "preview", "pick", "view", "settings", "mode", "retry", "marking"], () => {
    if (ready()) family().paintHover(table);
  });
  on(["pick", "hover", "view", "settings"], () => ready() && family().paintPicks(table));
  on(["pick", "mode", "retry", "marking"], () => ready() && labelGrid());
  on(["analysis", "settings", "shownLine", "view", "retry", "mode"], () => ready() && paintHeat(table));
  on(["view", "settings", "game", "mode", "retry", "instead"], () => ready() && paintBetter(table));
  on(["viewed"], () => {
    if (!ready() || viewedNode()?.ply !== state.view.ply) return; // the stones are still those of another position
    paintPosition(table);
    paintBetter(table);
  });
  on(["shownLine", "view", "hint", "viewed", "settings", "game", "mode", "retry", "analysis"], () => ready() && paintGhosts(table));
}

/** A loupe under a finger; boards with wide points never show it. */
async function magnify() {
  const { startLoupe } = await import("./loupe.js");
  startLoupe(byId("grid"), { geometry: () => table.geometry, nameOf: (place) => family().name(place), onSlide: (place) => update({ hover: place }), onEnd: (place) => act(place, "touch") });
}

/**
 * Let `painter(table)` draw marks on the board whenever one of these keys has changed.
 * @param {string[]} keys
 * @param {(table: Drawn) => any} painter
 */
export const addPainter = (keys, painter) => on(keys, () => ready() && painter(table));

const ready = () => state.view && table.geometry;

/** Rebuild what a new shape or style needs, then show the stones of the position. */
function showPosition() {
  const { view } = state;
  if (!view) return;
  const rebuilt = ensureGeometry(view);
  if (view !== table.shown || rebuilt) {
    table.stones.show(family().stones(view), table.geometry, {
      animate: Boolean(table.shown) && !rebuilt,
      shifts: shiftsTo(view),
    });
  }
  table.shown = view;
  paintPosition(table);
  labelGrid();
}

/** Rebuild picture and grid if the shape of the board or its style has changed. @param {View} view */
function ensureGeometry(view) {
  const { flip, coordinates, theme, grain } = state.settings;
  const sitsAbove = state.game.seat && !state.game.seats?.opening && !isAway();
  const quarter = state.settings.quarter + (sitsAbove ? (family().halfTurn ?? 0) : 0); // so the second player sits below
  const shape = [view.family, family().shape(view), quarter, flip].join();
  const ground = [shape, coordinates, theme, grain].join();
  const rebuilt = shape !== table.shape;
  if (rebuilt) {
    table.geometry = family().geometry(view, { quarter, flip });
    const { box } = table.geometry;
    for (const layer of byId("picture").children) layer.setAttribute("viewBox", box.join(" "));
    const { style } = document.documentElement;
    style.setProperty("--wide", String(box[2] / box[3]));
    style.setProperty("--under", family().under ?? "");
    table.grid.build(table.geometry, family().boardName(view));
    table.stones.clear();
    table.marks.clear();
    table.shape = shape;
  }
  if (ground !== table.ground) {
    const texture = grain ? textureOf(theme) : null;
    byId("ground").replaceChildren(...drawGround(table.geometry, state.settings, texture).filter(Boolean));
    table.ground = ground;
  }
  return rebuilt;
}

/** The pieces that the last move shifts, if this position directly follows the one shown before. @param {View} view */
function shiftsTo(view) {
  const before = table.shown;
  const follows = before?.family === view.family && view.ply === before.ply + 1;
  return follows ? family().shifts?.(before, viewedNode()?.move) ?? [] : [];
}

function labelGrid() {
  const open = openPlaces();
  table.grid.label(family().label, (place) => open.has(place));
}
