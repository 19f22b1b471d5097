/** From the state to the marks over the stones, one function a kind. */

import { gipfArrows, gipfChoices, isOpen } from "./act.js";
import { drawZone } from "./board_square.js";
import * as draw from "./marks.js";
import { state } from "./store.js";
import { svg } from "./dom.js";

/** Letter of a side's stones: "w" or "b". */
export const letterOf = (side) => state.view.colours[side][0];

/** Zone, last move, captured stones, winning row, move numbers. */
export function paintPosition({ geometry, marks, stones }) {
  const { view, settings } = state;
  const at = (place) => geometry.at(String(place));
  const last = view.family === "five" ? view.last : view.last?.to;
  const known = last !== null && last !== undefined && stones.at.has(String(last));
  marks.put("zone", view.zone ? [drawZone(geometry, view.zone)] : []);
  marks.put("line", view.line?.length ? [draw.winLine(view.line.map(at))] : []);
  marks.put("last", known && settings.numbers === "none" ? [draw.lastMark(at(last))] : []);
  marks.put("taken", view.taken.filter((spot) => !stones.at.has(String(spot))).map((spot) => draw.cross(at(spot))));
  marks.put("numbers", numbers(geometry, stones, last));
}

/** Numbers on the stones: none, the last one, or all. */
function numbers(geometry, stones, last) {
  const { view, settings } = state;
  if (settings.numbers === "none" || !view.numbers) return [];
  const wanted = Object.entries(view.numbers).filter(
    ([place]) => settings.numbers === "all" || place === String(last),
  );
  return wanted
    .filter(([place]) => stones.at.has(place))
    .map(([place, ply]) =>
      draw.number(geometry.at(place), String(ply), stones.at.get(place).kind, stones.radius),
    );
}

/** The stone that would be set, and red rings around what it would capture. */
export function paintHover({ geometry, marks, stones }) {
  const { view, hover, preview } = state;
  const place = preview ?? hover;
  if (place === null || view.family !== "five" || !isOpen(place)) return marks.put("hover", []);
  const at = geometry.at(place);
  const stone = draw.ghost(at, letterOf(view.side), 0, stones.radius);
  const rings = (view.captures[place] || []).map((point) =>
    draw.captureRing(geometry.at(String(point)), stones.radius),
  );
  const waits = preview === null ? [] : [pendingRing(at, stones.radius)];
  marks.put("hover", [stone, ...rings, ...waits]);
}

const pendingRing = ([cx, cy], radius) =>
  svg("circle", { class: "pending", cx, cy, r: radius + 0.12, "stroke-width": 0.08 });

/** Gipf: the picked dot with its pushes, or the rows that may be removed. */
export function paintPicks({ geometry, marks, stones }) {
  const { view, pick, hover } = state;
  if (view.family !== "gipf") return marks.put("picks", []), marks.put("rows", []);
  const at = (place) => geometry.at(place);
  const choices = gipfChoices();
  const shown = choices[pick.choice] || choices.find((move) => move.takes.includes(hover));
  marks.put("rows", [
    ...standingRows(choices, at),
    ...(shown ? shown.rows.map((row) => draw.capsule(row.map(at), true)) : []),
  ]);
  const taken = shown ? shown.takes.map((spot) => draw.captureRing(at(spot), stones.radius)) : [];
  marks.put("picks", [...taken, ...pushes(at, stones)]);
}

/** A capsule for each row that could be removed, once. */
function standingRows(choices, at) {
  const rows = new Map(choices.flatMap((move) => move.rows.map((row) => [row.join(), row])));
  return [...rows.values()].map((row) => draw.capsule(row.map(at), false));
}

/** The piece on the picked (or touched) dot, its arrows, and where the furthest piece would end. */
function pushes(at, stones) {
  const { pick, hover, view } = state;
  const dot = pick.dot ?? hover;
  const arrows = gipfArrows(dot);
  if (!arrows.length) return [];
  const kind = pick.gipf || arrows.every((move) => move.gipf) ? letterOf(view.side).toUpperCase() : letterOf(view.side);
  const piece = draw.ghost(at(dot), kind.toLowerCase(), 0, stones.radius * 0.8);
  if (pick.dot === null) return [piece];
  const lit = arrows.find((move) => move.first === hover);
  const rings = arrows.flatMap((move) => {
    const end = move.shifts[move.shifts.length - 1][1];
    return [
      draw.dashedRing(at(end), stones.radius + 0.03),
      ...(move === lit || arrows.length === 1 ? move.rows.map((row) => draw.capsule(row.map(at), false)) : []),
    ];
  });
  return [...rings, piece, ...arrows.map((move) => draw.pushArrow(at(dot), at(move.first), move === lit))];
}

/** Candidates by their percent; resting results stay. A retry hides them until it is answered. */
export function paintHeat({ geometry, marks }) {
  const { analysis, settings, shownLine, retry } = state;
  if (!analysis || !settings.heat || shownLine || retry !== null) return marks.put("heat", []);
  const ranked = Object.entries(analysis.heat)
    .filter(([place]) => geometry.places.includes(place))
    .sort(([, a], [, b]) => b - a);
  marks.put(
    "heat",
    ranked.map(([place, percent], rank) => draw.heatDisc(geometry.at(place), percent, rank)).reverse(),
  );
}

/** The moves of the line under the pointer as numbered ghosts; a hint is a line of one move. */
export function paintGhosts({ geometry, marks, stones }) {
  const { shownLine, hint, viewed, view } = state;
  const hinted = hint && hint.node === viewed ? { points: [hint.point], moves: [hint.move] } : null;
  const line = shownLine || hinted;
  if (!line) return marks.put("ghosts", []);
  const ghosts = [];
  let side = state.threat && shownLine ? 1 - view.side : view.side;
  line.points.slice(0, 12).forEach((point, index) => {
    const place = String(point);
    if (/^x/.test(line.moves[index] || "") || !geometry.places.includes(place)) return;
    ghosts.push([place, letterOf(side), index + 1]);
    side = 1 - side;
  });
  const first = new Map(ghosts.map((one) => [one[0], one]).reverse());
  marks.put(
    "ghosts",
    [...first.values()].map(([place, colour, index]) =>
      draw.ghost(geometry.at(place), colour, index, stones.radius),
    ),
  );
}

