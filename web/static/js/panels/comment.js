/**
 * The comment on a move. It belongs to the move that was viewed when typing began, even if the game
 * goes on meanwhile. It is saved while the viewer types.
 */

import * as api from "../game/api.js";
import { family } from "../game/family.js";
import { receive } from "../game/play.js";
import { state } from "../game/store.js";
import { nodeOf } from "../game/tree.js";
import { byId, el, setText, toast } from "../page/dom.js";
import { say } from "../words/say.js";

const SAVE_MS = 400;
const RETRY_MS = 3000;

/** The game and the node of the comment in the box. */
let shown = { game: "", node: 0 };
/** The text in the box, perhaps not saved yet. @type {any} */
let draft = null;

/** The box; the line `comment-of` names its move if that is not the viewed one. */
export function commentBox() {
  addEventListener("pagehide", () => draft && save(draft, true));
  document.addEventListener("visibilitychange", () => draft && save(draft, true));
  return el("textarea.comment", { id: "comment", placeholder: say("moves.commentShort"), rows: "1", maxlength: "4000", oninput: write, onblur: leave });
}

/** Show the comment on the viewed move, unless the viewer is writing another one. */
export function showComment() {
  const box = byId("comment");
  const { viewed } = state;
  const game = state.game.id;
  const writing = draft?.game === game && document.activeElement === box && nodeOf(draft.node);
  if (!writing) {
    shown = { game, node: viewed };
    const { text } = isOf(draft, shown) ? draft : { text: nodeOf(viewed).comment };
    if (box.value !== text) box.value = text;
  }
  const of = shown.node === viewed ? "" : say("moves.commentOn", { move: family().moveText(nodeOf(shown.node)) || say("moves.start") });
  setText(byId("comment-of"), of);
  box.setAttribute("aria-label", of || say("moves.comment"));
}

/** @param {any} one @param {{game: string, node: number}} where */
const isOf = (one, { game, node }) => one?.game === game && one.node === node;

/** @param {any} event */
function write(event) {
  if (!isOf(draft, shown)) draft = { ...shown, sent: Promise.resolve() };
  draft.text = event.target.value;
  saveIn(SAVE_MS, draft);
}

/** Save when the viewer leaves the box; then show the comment on the viewed move again. */
async function leave() {
  if (draft) await save(draft);
  if (draft?.saved === draft?.text && document.activeElement !== byId("comment")) draft = null;
  if (state.view) showComment();
}

/** @param {number} ms @param {any} one */
function saveIn(ms, one) {
  clearTimeout(one.timer);
  one.timer = setTimeout(save, ms, one);
}

/** Save a changed text, after earlier requests; a page that closes cannot wait for those. @param {any} one */
function save(one, atOnce = false) {
  clearTimeout(one.timer);
  if (one.text === one.saved) return one.sent;
  one.saved = one.text;
  one.sent = atOnce ? send(one) : one.sent.then(() => send(one));
  return one.sent;
}

/** @param {any} one */
async function send(one) {
  try {
    receive(await api.command(one.game, "comment", { node: one.node, text: one.saved }));
    if (one.refused) leave();
  } catch (problem) {
    if (!(problem instanceof api.Refused)) throw problem;
    if (!one.refused) toast(problem.message);
    one.refused = true;
    const newer = draft !== one && isOf(draft, one);
    if (problem.isPassing && !newer) [one.saved] = [null, saveIn(RETRY_MS, one)];
  }
}
