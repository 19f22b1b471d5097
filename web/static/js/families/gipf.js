/** Gipf: the viewer picks a dot and then a push, or chooses a row and then removes it. */

import { hexGeometry, isDot } from "../board/hex.js";
import { captureRing, furthest, ghost } from "../board/marks.js";
import { colourLetter, confirm, takesAtOnce, yesNo } from "../game/act.js";
import { mayPlay, play } from "../game/play.js";
import { state, update } from "../game/store.js";
import { button, el, svg } from "../page/dom.js";
import { say } from "../words/say.js";

/** The keys of the pieces' names. @type {Object<string, string>} */
const NAMES = { w: "gipf.w", b: "gipf.b", W: "gipf.W", B: "gipf.B" };

/** All spots that belong to a removal. @param {Wire.GipfMove} move */
const spotsOf = (move) => [...move.takes, ...move.leaves, ...move.rows.flat()];

/**
 * The pushes from a dot with the chosen kind of piece, or with the only possible kind.
 * @param {string|null} dot
 */
function pushesFrom(dot) {
  const { view, pick } = state;
  if (!dot || !view.placing || !mayPlay()) return [];
  const moves = view.moves.filter((move) => move.dot === dot);
  const wanted = moves.filter((move) => move.gipf === pick.gipf);
  return wanted.length ? wanted : moves;
}

/** The push of the picked dot onto this spot. @param {string} spot */
const pushOnto = (spot) => pushesFrom(state.pick.dot).find((move) => move.first === spot);

/** The removals that the viewer can choose from; none if a piece is to be placed. */
const removals = () => (!state.view.placing && mayPlay() ? state.view.moves : []);

function open() {
  const { view, pick } = state;
  if (!view.placing) return new Set(view.moves.flatMap(spotsOf));
  return new Set([...view.moves.map((move) => move.dot ?? ""), ...pushesFrom(pick.dot).map((move) => move.first ?? "")]);
}

/** Pick or unpick a dot, play a push, or choose a row. @param {string} place @param {string} by */
function act(place, by) {
  const { view, pick } = state;
  if (!view.placing) return chooseRow(place);
  const push = pushOnto(place);
  if (push) return takesAtOnce(by, place) ? play(push.move) : update({ preview: place, hover: place });
  const dot = isDot(place) && place !== pick.dot && pushesFrom(place).length ? place : null;
  return update({ pick: { ...pick, dot }, preview: null });
}

/** Choose the next removal that includes this spot. @param {string} spot */
function chooseRow(spot) {
  const { view, pick } = state;
  const touching = view.moves.flatMap((move, index) => (spotsOf(move).includes(spot) ? [index] : []));
  if (!touching.length) return;
  const choice = touching[(touching.indexOf(pick.choice) + 1) % touching.length];
  update({ pick: { ...pick, choice } });
}

function confirmed() {
  const { view, pick, preview } = state;
  const move = view.placing ? preview && pushOnto(preview) : view.moves[pick.choice];
  return move ? play(move.move) : null;
}

/** @param {string} place */
function label(place) {
  const { view, pick } = state;
  if (isDot(place)) {
    const count = pushesFrom(place).length;
    if (pick.dot === place) return say("gipf.picked", { place });
    return say(count ? "gipf.pushes" : "gipf.dot", { place, count });
  }
  const kind = NAMES[view.spots[place]];
  const spot = kind ? say("gipf.piece", { place, piece: say(kind) }) : say("gipf.empty", { place });
  if (pushOnto(place)) return say("gipf.pushHere", { spot, dot: String(pick.dot) });
  return removals().some((move) => move.takes.includes(place)) ? say("gipf.inRow", { spot }) : spot;
}

/** Draw the picked dot with its pushes, or the rows that can be removed. @param {Drawn} drawn */
function paintPicks({ geometry, marks }) {
  const { pick, hover } = state;
  const { at, radius } = geometry;
  const choices = removals();
  const shown = choices[pick.choice] || choices.find((move) => move.takes.includes(hover ?? ""));
  const rows = new Map(choices.flatMap((move) => move.rows.map((row) => [row.join(), row])));
  marks.put("rows", [
    ...[...rows.values()].map((row) => capsule(row.map(at), false)),
    ...(shown ? shown.rows.map((row) => capsule(row.map(at), true)) : []),
  ]);
  const taken = shown ? shown.takes.map((spot) => captureRing(at(spot), radius)) : [];
  marks.put("zone", []);
  marks.put("picks", [...taken, ...pushMarks(geometry)]);
}

/**
 * The piece on the picked dot, its arrows, and the spot where the furthest piece would end.
 * @param {Geometry} geometry
 */
function pushMarks({ at, radius }) {
  const { pick, hover, view } = state;
  const dot = pick.dot ?? hover;
  const pushes = pushesFrom(dot);
  if (dot === null || !pushes.length) return [];
  const gipf = pushes.every((move) => move.gipf);
  const letter = colourLetter(view.side);
  const piece = ghost(at(dot), gipf ? letter.toUpperCase() : letter, 0, radius * 0.8);
  if (pick.dot === null) return [piece];
  const lit = pushes.find((move) => move.first === hover);
  const rings = pushes.map((move) => dashedRing(at(move.shifts[move.shifts.length - 1][1]), radius + 0.03));
  const rows = pushes
    .filter((move) => move === lit || pushes.length === 1)
    .flatMap((move) => move.rows.map((row) => capsule(row.map(at), false)));
  return [...rows, ...rings, piece, ...pushes.map((move) => pushArrow(at(dot), at(String(move.first)), move === lit))];
}

/**
 * The point where a piece enters, half a step from its dot; null for a removal.
 * @param {Geometry} geometry
 * @param {string|number} point
 */
function entry({ at }, point) {
  const [dot, spot] = String(point).replace(/^G/, "").split("-");
  if (!spot || !isDot(dot)) return null;
  const [[x, y], [tx, ty]] = [at(dot), at(spot)];
  const far = 2 * Math.hypot(tx - x, ty - y);
  return /** @type {Spot} */ ([x + (tx - x) / far, y + (ty - y) / far]);
}

/** The questions: which removal, or which kind of piece, and whether to play the pending push. */
function decisions() {
  const { preview } = state;
  if (removals().length) return rowChoices();
  const push = preview && pushOnto(preview);
  return [kindOfPiece(), ...(push ? yesNo(say("play.place", { move: push.move })) : [])];
}

function rowChoices() {
  const { pick } = state;
  /** @param {number} choice */
  const choose = (choice) => update({ pick: { ...pick, choice } });
  /** @param {Wire.GipfMove} move @param {number} index */
  const choice = (move, index) =>
    el(
      "label",
      {},
      el("input", { type: "radio", name: "row", value: String(index), checked: pick.choice === index, onchange: () => choose(index) }),
      move.label,
    );
  return [
    el("div.choices", { role: "radiogroup", "aria-label": say("gipf.row") }, ...removals().map(choice)),
    button(say("gipf.remove"), "check", confirm, { class: "main", id: "confirm", disabled: pick.choice < 0 }),
  ];
}

/** A switch between single piece and GIPF-piece, if both are possible. */
function kindOfPiece() {
  const { view, pick } = state;
  const kinds = new Set(view.moves.filter((move) => move.dot).map((move) => move.gipf));
  if (kinds.size < 2 || !mayPlay()) return null;
  const turn = () => update({ pick: { ...pick, gipf: !pick.gipf } });
  return el("button", { type: "button", id: "gipf-piece", "aria-pressed": String(pick.gipf), onclick: turn, text: say("gipf.gipfPiece") });
}

/** A translucent capsule over a row. @param {Spot[]} points @param {boolean} chosen */
function capsule(points, chosen) {
  const ends = furthest(points);
  return svg("path", {
    class: chosen ? "capsule chosen" : "capsule",
    d: `M${ends[0].join(" ")}L${ends[1].join(" ")}`,
    "stroke-width": 1.02,
  });
}

/** The arrow of a push, from the dot inwards. @param {Spot} from @param {Spot} to @param {boolean} lit */
function pushArrow(from, to, lit) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const middle = [from[0] + dx * 0.7, from[1] + dy * 0.7];
  return svg(
    "g",
    { class: lit ? "push lit" : "push", transform: `translate(${middle.join(" ")}) rotate(${angle})` },
    svg("circle", { r: 0.26, "stroke-width": 0.03 }),
    svg("path", { d: "M-.17 0H.06M0 -.13L.17 0L0 .13", "stroke-width": 0.075 }),
  );
}

/** A dashed ring where a pushed piece ends. @param {Spot} at @param {number} radius */
const dashedRing = (at, radius) =>
  svg("circle", { class: "dashed", cx: at[0], cy: at[1], r: radius, "stroke-width": 0.05, "stroke-dasharray": ".14 .1" });

/** @type {Family} */
export const FAMILY = {
  geometry: (_, turn) => hexGeometry(turn),
  shape: () => "",
  halfTurn: null,
  under: "136px",
  shifts: (before, played) => before.moves.find((one) => one.move === played)?.shifts ?? [],
  boardName: () => say("gipf.board"),
  stones: (view) => new Map(Object.entries(view.spots)),
  last: (view) => view.last,
  where: entry,
  confirm: confirmed,
  name: (place) => place,
  moveText: (node) => node.move,
  example: "g1-c3",
  paintHover: ({ marks }) => marks.put("hover", []),
  ...{ open, act, label, paintPicks, decisions },
};
