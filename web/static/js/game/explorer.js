/** What the explorer knows of the viewed position, and the import of collections. */

import { get, post } from "./api.js";
import { isOffered } from "./family.js";
import { tried } from "./play.js";
import { on, state, update } from "./store.js";

const MS_SETTLE = 60;
const MS_AGAIN = 250;
let timer = 0;
/** Which games count: words in names or date, and a result, as the server takes them. */
let filter = { find: "", result: "" };

/** Whether the explorer is shown; a retry hides it, as it would tell the answer. */
export const isOpen = () => state.settings.explorer && state.mode === "analyse" && state.retry === null && isOffered("explorer");

/** Ask for each viewed position while the explorer is open. */
export function startExploring() {
  on(["view", "settings", "mode", "retry"], ask);
  ask();
}

/** Ask after a short delay; the answer is `state.explored`. */
export function ask(ms = MS_SETTLE) {
  clearTimeout(timer);
  if (!isOpen()) return update({ explored: null });
  if (state.explored?.key !== state.view?.key) update({ explored: null });
  timer = setTimeout(askNow, Number.isFinite(ms) ? ms : MS_SETTLE);
}

async function askNow() {
  const { game, viewed, explored } = state;
  if (!game || !isOpen() || explored?.key === state.view.key && explored.node === viewed && !explored.waiting) return;
  const asked = filter;
  const found = await tried(get(`games/${game.id}/explorer?${new URLSearchParams({ node: String(viewed), ...filter })}`));
  if (!found || asked !== filter || state.viewed !== viewed || state.game.id !== game.id || !isOpen()) return;
  update({ explored: found });
  if (found.waiting) ask(MS_AGAIN);
}

/** Count only some games. @param {Partial<typeof filter>} wanted */
export function onlyGames(wanted) {
  filter = { ...filter, ...wanted };
  refresh();
}

/** Ask again although the position is the same: games were added or removed. */
export function refresh() {
  update({ explored: null });
  ask(0);
}

/**
 * Import files into the collection of a name; `told` gets the course again and again. Returns whether
 * the import has ended well.
 * @param {File[]} files
 * @param {string} name
 * @param {(course: any) => any} told
 */
export async function importFiles(files, name, told) {
  /** @param {File} file */
  const read = async (file) => [(file.webkitRelativePath || file.name).slice(-255), decoded(await file.arrayBuffer())];
  const texts = Object.fromEntries(await Promise.all(files.map(read)));
  return followImport(await tried(post("explorer/import", { name: name.slice(0, 80) || "?", files: texts })), told);
}

/**
 * Tell the course of an import until it ends; return whether it has ended well.
 * @param {any} now
 * @param {(course: any) => any} told
 */
export async function followImport(now, told) {
  while (now?.importing?.state === "running") {
    told(now);
    await new Promise((done) => setTimeout(done, MS_AGAIN));
    now = await tried(get("explorer"));
  }
  if (now) told(now);
  return now?.importing?.state === "done";
}

/** The text of a file: UTF-8, or else the letters of Windows. @param {ArrayBuffer} bytes */
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
