/** Under the board: where the game stands, what waits for a yes, and what can be offered. */

import { cancel, confirm, gipfArrows, gipfChoices } from "./act.js";
import { button, byId, el, fill, say } from "./dom.js";
import * as game from "./play.js";
import { on, state, update } from "./store.js";
import { placeName, statusText } from "./words.js";

/** Follow the state. */
export function startUnder() {
  on(["game", "view", "viewed"], () => state.view && say(byId("status"), statusText()));
  on(["game", "view", "viewed", "pick", "preview", "settings"], () => {
    if (!state.view) return;
    fill(byId("decide"), ...decisions());
    fill(byId("offers"), ...offers());
  });
  on(["hint"], () => {
    if (state.hint?.node === state.viewed) say(byId("status"), `Hint: ${state.hint.text}`);
  });
}

/** What the viewer is asked just now. */
function decisions() {
  const { view, preview, pick } = state;
  if (view.family === "five") {
    return preview === null ? [] : yesNo(`Play ${placeName(preview)}`);
  }
  if (gipfChoices().length) return rowChoices();
  const push = preview && gipfArrows(pick.dot).find((move) => move.first === preview);
  return [kindOfPiece(), ...(push ? yesNo(`Play ${push.move}`) : [])].filter(Boolean);
}

const yesNo = (words) => [
  button(words, "check", confirm, { class: "main", id: "confirm" }),
  button("Cancel", "close", cancel),
];

/** Which row goes, and what of it: pointing shows it on the board, the last button does it. */
function rowChoices() {
  const { pick } = state;
  const choose = (choice) => update({ pick: { ...pick, choice } });
  return [
    el(
      "div.choices",
      { role: "radiogroup", "aria-label": "Row to remove" },
      ...gipfChoices().map((move, index) =>
        el(
          "label",
          {},
          el("input", { type: "radio", name: "row", value: String(index), checked: pick.choice === index, onchange: () => choose(index) }),
          move.label,
        ),
      ),
    ),
    button("Remove", "check", confirm, { class: "main", id: "confirm", disabled: pick.choice < 0 }),
  ];
}

/** Single piece or GIPF-piece, where both may come in. */
function kindOfPiece() {
  const { view, pick } = state;
  const kinds = new Set(view.moves.filter((move) => move.dot).map((move) => move.gipf));
  if (kinds.size < 2 || !game.mayPlay()) return null;
  return el(
    "button",
    { type: "button", id: "gipf-piece", "aria-pressed": String(pick.gipf), onclick: () => update({ pick: { ...pick, gipf: !pick.gipf } }) },
    "GIPF-piece",
  );
}

/** Resign, rematch, and the handling of engines. */
function offers() {
  const { game: now, view } = state;
  const over = now.result || view.outcome;
  const engines = now.players.filter((player) => player.kind === "engine").length;
  const list = [];
  if (engines === 2 && !now.result) {
    list.push(now.watching
      ? button("Pause", "pause", () => game.send("engine", { go: false }), { id: "pause" })
      : button("Go on", "play", () => game.send("engine", { go: true }), { id: "pause" }));
  }
  if (now.thinking) list.push(button("Move now", "forward", () => game.send("engine", { go: true, now: true }), { id: "move-now" }));
  else if (engines === 1 && !over && now.players[view.side].kind === "engine" && state.viewed === now.current) {
    list.push(button("Engine, go on", "play", () => game.send("engine", { go: true }), { id: "engine-go" }));
  }
  if (!now.result && engines < 2 && now.nodes.length > 1) list.push(button("Resign", "flag", game.resign, { id: "resign" }));
  if (now.result) list.push(button("Rematch", "again", game.rematch, { id: "rematch" }));
  return list;
}
