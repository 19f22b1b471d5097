/**
 * The address of what the page shows: `#game=ID` in Play, `#game=ID&mode=analyse&node=12` in Analyse,
 * and a screen of its own has the mode "puzzle" or "edit". An invitation has the secret of a seat,
 * `#game=ID&seat=SECRET`, which the address loses at once. Back, Forward and a reload lead there.
 */

import { byId } from "../page/dom.js";
import { keepText } from "../page/storage.js";
import { on, state } from "./store.js";

/** @type {State["mode"][]} */
const MODES = ["play", "analyse", "edit", "puzzle"];
/** What the viewer did since the address was written. @type {""|"jump"|"step"} */
let reason = "";
/** The visits on their way, each after those before it. */
let visits = Promise.resolve(null);
let arriving = 0;
/** The address when it was last looked at: another one is on its way to `visit`, whose event comes later. */
let known = location.hash;

/**
 * What an address names; null if that is no game. Without a mode the game tells it.
 * @typedef {{mode?: State["mode"], node?: number, course?: string, seat?: string}} Where
 * @returns {Where & {game: string}|null}
 */
export function parseAddress(fragment = location.hash.slice(1)) {
  const words = new URLSearchParams(fragment);
  const [game, node] = [words.get("game") ?? "", words.get("node") ?? ""];
  const course = words.get("learn") ?? "";
  if (course) return { game: state.game?.id, mode: "puzzle", course };
  if (!/^[a-z0-9-]{1,64}$/.test(game)) return null;
  return { game, course, mode: MODES.find((mode) => mode === words.get("mode")), node: /^\d{1,9}$/.test(node) ? Number(node) : undefined, seat: words.get("seat") ?? "" };
}

/** Follow the state; the moves of others and of engines make no entry in the history. */
export function startAddress() {
  on(["game", "mode", "viewed", "course"], () => write());
  on(["game"], remember);
}

/**
 * Say what the viewer does next: a jump to another position becomes an entry of the history, a run of
 * steps one entry.
 * @param {typeof reason} why
 */
export const because = (why) => (reason = why);

/** Go where the address leads; then its entry tells where the page is. @param {() => Promise<any>} go */
export function visit(go) {
  arriving++;
  visits = visits.catch(() => null).then(go).finally(() => {
    arriving--;
    write(false);
  });
}

function write(mayPush = true) {
  const { game, mode, viewed } = state;
  const course = mode === "puzzle" ? state.course : "";
  if (!game || arriving || (mode === "edit" && byId("opening-step"))) return; // an opening has no game yet
  const words = [`#game=${game.id}`];
  if (mode !== "play") words.push(`mode=${mode}`);
  if (mode === "analyse" || (mode === "play" && viewed !== game.current)) words.push(`node=${viewed}`);
  const address = course ? `#learn=${course}` : words.join("&");
  if (mayPush && location.hash !== known) return;
  known = address;
  if (location.hash === address) return;
  const before = parseAddress();
  const elsewhere = before?.game !== game.id || (before.mode ?? "play") !== mode || before.course !== course;
  const isNew = elsewhere || reason === "jump" || (reason === "step" && !history.state?.steps);
  history[isNew && mayPush ? "pushState" : "replaceState"]({ steps: reason === "step" && !elsewhere }, "", address);
  reason = "";
}

/** Keep the open game for the next visit. */
function remember() {
  if (state.game) keepText("pente.game", state.game.id);
}
