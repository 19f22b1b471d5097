/**
 * The comment of a move. It belongs to the move that was viewed when typing began, though the game
 * goes on meanwhile, and is saved as it is typed.
 */

import * as api from "../game/api.js";
import { byId, el, say } from "../page/dom.js";
import { family } from "../families/family.js";
import { receive, toast } from "../game/play.js";
import { state } from "../game/store.js";
import { nodeOf } from "../game/tree.js";

const SAVE_MS = 400;
const RETRY_MS = 3000;

/** Whose comment the box shows: a game and a node of it. */
let shown = { game: "", node: 0 };
/** What is written there and perhaps not saved yet. @type {any} */
let draft = null;

/** The box, and which move it is about if that is not the viewed one. */
export function commentBox() {
  addEventListener("pagehide", () => draft && save(draft, true));
  document.addEventListener("visibilitychange", () => draft && save(draft, true));
  return [
    el("p.soft", { id: "comment-of" }),
    el("textarea.comment", { id: "comment", placeholder: "Comment on this move", rows: "1", maxlength: "4000", oninput: write, onblur: leave }),
  ];
}

/** Show the viewed move's comment, unless another one is being written. */
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
  const of = shown.node === viewed ? "" : `Comment on ${family().moveText(nodeOf(shown.node)) || "the start"}`;
  say(byId("comment-of"), of);
  box.setAttribute("aria-label", of || "Comment on this move");
}

const isOf = (one, { game, node }) => one?.game === game && one.node === node;

function write(event) {
  if (!isOf(draft, shown)) draft = { ...shown, sent: Promise.resolve() };
  draft.text = event.target.value;
  saveIn(SAVE_MS, draft);
}

/** Who leaves the box has written: once that is saved, it shows the viewed move again. */
async function leave() {
  if (draft) await save(draft);
  if (draft?.saved === draft?.text && document.activeElement !== byId("comment")) draft = null;
  if (state.view) showComment();
}

function saveIn(ms, one) {
  clearTimeout(one.timer);
  one.timer = setTimeout(save, ms, one);
}

/** Save what differs from what was sent, in its order; a page that is left cannot wait for it. */
function save(one, atOnce = false) {
  clearTimeout(one.timer);
  if (one.text === one.saved) return one.sent;
  one.saved = one.text;
  one.sent = atOnce ? send(one) : one.sent.then(() => send(one));
  return one.sent;
}

async function send(one) {
  try {
    receive(await api.comment(one.game, { node: one.node, text: one.saved }));
    if (one.refused) leave();
  } catch (problem) {
    if (!(problem instanceof api.Refused)) throw problem;
    if (!one.refused) toast(problem.message);
    one.refused = true;
    const newer = draft !== one && isOf(draft, one);
    if (problem.isPassing && !newer) [one.saved] = [null, saveIn(RETRY_MS, one)];
  }
}
