/** Draws the marks for the state. */

import { colourLetter } from "../game/act.js";
import { family } from "../game/family.js";
import { state } from "../game/store.js";
import { nodeOf, viewedNode } from "../game/tree.js";
import { chanceOf, lossOf, worthOf } from "../game/words.js";
import * as draw from "./marks.js";

/** Last move, captured stones, winning row, move numbers. @param {Drawn} drawn */
export function paintPosition({ geometry, marks, stones }) {
  const { view, settings } = state;
  /** @param {string|number} place */
  const at = (place) => geometry.at(String(place));
  const last = family().last(view);
  const known = last !== null && stones.at.has(last);
  marks.put("line", view.line?.length ? [draw.winLine(view.line.map(at))] : []);
  const dots = lossDots(geometry, stones, last);
  marks.put("last", known && settings.numbers === "none" ? [draw.lastMark(at(last), dots.length > 0)] : []);
  marks.put("dots", dots);
  marks.put("taken", view.taken.filter((spot) => !stones.at.has(String(spot))).map((spot) => draw.cross(at(spot))));
  marks.put("numbers", numbers(geometry, stones, last));
}

const DOTTED = 10; // of the last moves

/**
 * In Analyse, what the last moves of the reviewed line lost, on those of their stones that lie there still.
 * @param {Geometry} geometry
 * @param {Drawn["stones"]} stones
 * @param {string|null} last
 */
function lossDots(geometry, stones, last) {
  const { view, settings, mode, retry, viewed } = state;
  if (!settings.dots || mode !== "analyse" || retry !== null) return [];
  const placeOf = new Map(Object.entries(view.numbers ?? {}).map(([place, ply]) => [ply, place]));
  if (last !== null) placeOf.set(view.ply, last);
  const dots = [];
  for (let node = nodeOf(viewed), left = DOTTED; node?.parent != null && left; node = nodeOf(node.parent), left--) {
    const place = String(placeOf.get(node.ply));
    const stone = stones.at.get(place);
    const numbered = settings.numbers === "all" || (settings.numbers === "last" && place === last);
    const { score, best } = nodeOf(node.parent);
    const lost = node.move === best.moves[0] ? 0 : lossOf(node);
    if (stone && node.score && score) dots.push(draw.lossDot(geometry.at(place), lost, stone.kind.toLowerCase(), numbered));
  }
  return dots;
}

/**
 * In Analyse, where the better move was, if the move shown is marked and the point is empty.
 * @param {Drawn} drawn
 */
export function paintBetter({ geometry, marks, stones }) {
  const node = state.mode === "analyse" && state.retry === null && state.instead === null ? viewedNode() : null;
  const [point] = (node?.mark && nodeOf(node.parent).best.points) || [];
  const at = point === undefined || stones.at.has(String(point)) ? null : family().where(geometry, point);
  marks.put("better", at ? [draw.betterMark(at)] : []);
}

/**
 * Numbers on the stones: none, the last one, or all.
 * @param {Geometry} geometry
 * @param {Drawn["stones"]} stones
 * @param {string|null} last
 */
function numbers(geometry, stones, last) {
  const { view, settings } = state;
  if (settings.numbers === "none" || !view.numbers) return [];
  return Object.entries(view.numbers).flatMap(([place, ply]) => {
    const stone = settings.numbers === "all" || place === last ? stones.at.get(place) : null;
    return stone ? [draw.number(geometry.at(place), String(ply), stone.kind, geometry.radius)] : [];
  });
}

/**
 * Candidates with the chances of side 0. A retry hides them until the viewer has moved.
 * @param {Drawn} drawn
 */
export function paintHeat({ geometry, marks }) {
  const { analysis, settings, shownLine, retry, mode } = state;
  if (!analysis || mode !== "analyse" || !settings.heat || shownLine || retry !== null) return marks.put("heat", []);
  const [best] = analysis.lines;
  const discs = analysis.lines.flatMap((line, rank) => {
    const at = line.points.length ? family().where(geometry, line.points[0]) : null;
    return at ? [draw.heatDisc(at, String(chanceOf(line.score)), worthOf(line, best), rank, geometry.disc)] : [];
  });
  marks.put("heat", discs.reverse());
}

/**
 * The stone that a click would place, with red rings around those that it would capture.
 * @param {Drawn} drawn
 * @param {string|null} place
 * @param {number[]} [captured]
 */
export function paintHovered({ geometry, marks }, place, captured = []) {
  const { at, radius } = geometry;
  if (place === null) return marks.put("hover", []);
  const rings = captured.map((point) => draw.captureRing(at(String(point)), radius));
  const ring = state.preview === null ? [] : [draw.pendingRing(at(place), radius)];
  return marks.put("hover", [draw.ghost(at(place), colourLetter(state.view.side), 0, radius), ...rings, ...ring]);
}

const REPLY_PLIES = 5;

/** In Analyse, how the opponent punishes the move that is shown, if it is marked and no analysis is drawn. */
function punishment() {
  const { mode, retry, analysis } = state;
  const node = mode === "analyse" && retry === null && !analysis ? viewedNode() : null;
  return node?.mark ? { ...node.best, points: node.best.points.slice(0, REPLY_PLIES) } : null;
}

/**
 * The moves of the line under the pointer as numbered stones; a hint is a line of one move, and a
 * mistake has the line that answers it.
 * @param {Drawn} drawn
 */
export function paintGhosts({ geometry, marks }) {
  const { shownLine, hint, viewed, view } = state;
  const hinted = hint && hint.node === viewed ? hint.best : null;
  const line = shownLine || hinted || punishment();
  if (!line) return marks.put("ghosts", []);
  /** @type {{at: Spot, colour: string, number: number}[]} */
  const ghosts = [];
  let side = state.threat && shownLine ? 1 - view.side : view.side;
  line.points.slice(0, 12).forEach((point, index) => {
    const at = family().where(geometry, point);
    if (!at) return;
    ghosts.push({ at, colour: colourLetter(side), number: index + 1 });
    side = 1 - side;
  });
  const first = new Map(ghosts.map((one) => /** @type {const} */ ([one.at.join(), one])).reverse());
  marks.put(
    "ghosts",
    [...first.values()].map(({ at, colour, number }) =>
      draw.ghost(at, colour, number, geometry.ghost),
    ),
  );
}

