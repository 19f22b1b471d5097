/** The dialog to open and save: records, saved games, a harness folder; it leads to the share dialog. */

import * as api from "../game/api.js";
import { decoded } from "../game/links.js";
import { openGame, tried } from "../game/play.js";
import { state } from "../game/store.js";
import { button, el, toast } from "../page/dom.js";
import { menu, openDialog } from "./dialog.js";
import { openEditor } from "./editor.js";
import { savedGames } from "./saved_games.js";
import { say } from "../words/say.js";
import "../words/files.js";

/** format, the key of its name, the family that has it. */
const FORMATS = [
  ["sgf", "files.sgf", "both"],
  ["pente", "files.pente", "five"],
  ["json", "files.json", "both"],
  ["psq", "files.psq", "five"],
  ["gipf", "files.gipf", "gipf"],
  ["position", "files.position", "both"],
];

/** Show the dialog. */
export async function openFiles() {
  const saved = savedGames(close);
  const dialog = await openDialog(
    say("files.title"),
    el("div.body", {}, ...saving(), el("h3", { text: say("files.open") }), ...opening(close), el("h3", { text: say("files.saved") }), ...saved),
  );
  function close() {
    dialog.close();
  }
}

function saving() {
  const { family } = state.view;
  const formats = FORMATS.filter(([, , of]) => of === "both" || of === family).map(([format, name]) => [format, say(name)]);
  const choice = menu(say("files.format"), formats, "sgf", { id: "format" });
  const format = () => choice.querySelector("select").value;
  return [
    el("h3", { text: say("files.save") }),
    choice,
    el(
      "div.row",
      {},
      button(say("files.save"), null, () => save(format()), { id: "save", class: "main" }),
      button(say("files.copy"), null, () => copy(format()), { id: "copy" }),
      button(say("files.share"), null, async () => (await import("./share.js")).openShare(), { id: "share" }),
    ),
  ];
}

/** @param {() => void} close */
function opening(close) {
  const text = el("textarea", { id: "record", "aria-label": say("files.text"), placeholder: say("files.paste") });
  const openTyped = async () => (await openText(text.value)) && close();
  /** @param {any} event */
  const chosen = async (event) => (await openList([...event.target.files])) && close();
  /** @param {string} label @param {string} id @param {Attributes} attributes */
  const picker = (label, id, attributes) =>
    el("label.file", {}, label, el("input", { id, type: "file", class: "unseen", onchange: chosen, ...attributes }));
  return [
    text,
    el(
      "div.row",
      {},
      button(say("files.openText"), null, openTyped, { id: "open-text", class: "main" }),
      picker(say("files.openFile"), "open-file", { multiple: true }),
      picker(say("files.openFolder"), "open-folder", { webkitdirectory: true, multiple: true }),
      button(say("files.setUp"), "edit", openEditor, { id: "set-up" }),
    ),
    el("p.note-text", { text: say("files.about") }),
  ];
}

/**
 * Open a record, a position string or a share address. Returns whether it could be read.
 * @param {string} text
 */
export async function openText(text) {
  const shared = text.trim().match(/^https?:\/\/\S+#(\S+)$/);
  const points = /^\s*([a-z]\d{1,2}[\s,;]*)+$/i.test(text) ? text.replace(/[,;]+/g, " ") : text;
  return show({ text: shared ? decoded(shared[1]) ?? text : points });
}

/**
 * Open a record. If it does not name its game, try the open game first.
 * @param {Wire.Import} record
 */
async function show(record) {
  const { family, preset } = { ...state.view, ...state.game };
  const here = family === "five" ? [{ ...record, preset }] : [];
  const game = (await first([...here, record])) || (await joined(record, here)) || (await tried(api.imported(record)));
  if (!game) return false;
  await openGame(game);
  toast([say("files.opened", { title: game.title, count: game.nodes.length - 1 }), ...game.notices].join(" "));
  return true;
}

/** The game of the first of these records that the server accepts, or null. @param {Wire.Import[]} records */
async function first(records) {
  for (const record of records) {
    const game = await api.imported(record).catch(() => null);
    if (game) return game;
  }
  return null;
}

/**
 * The game of points without blanks, as h8h9i9, or with a column i: other programs write them, with
 * an i, and most count the rows from the bottom.
 * @param {Wire.Import} record
 * @param {Wire.Import[]} here
 */
async function joined(record, here) {
  const points = record.text?.trim() ?? "";
  if (!/^([a-z]\d{1,2}){2,}$/.test(points) && !/^(?=.*i\d)([a-z]\d{1,2}\s*){2,}$/is.test(points)) return null;
  /** @param {Wire.Import} as */
  const read = (as) => ({ ...record, ...as, text: points.toLowerCase().replace(/\s+/g, ""), format: "pos-bottom" });
  const game = await first([...here, { preset: "gomoku-15" }].map(read));
  game?.notices.push(say("files.fromBottom"));
  return game;
}

/** Open one record, or the files of a harness folder together. @param {File[]} files */
export async function openList(files) {
  const texts = files.filter((file) => file.size <= 1_000_000);
  if (!texts.length) {
    toast(say("files.nothing"));
    return false;
  }
  if (texts.length === 1) {
    const text = await texts[0].text();
    return texts[0].name === "input.txt" ? openFolder([["input.txt", text]]) : openText(text);
  }
  return openFolder(await Promise.all(texts.slice(0, 200).map(async (file) => [file.name, await file.text()])));
}

/** @param {string[][]} entries */
const openFolder = (entries) => show({ files: Object.fromEntries(entries) });

/** @param {string} format */
async function exported(format) {
  return tried(api.exported(state.game.id, format));
}

/** @param {string} format */
async function save(format) {
  const file = await exported(format);
  if (!file) return;
  download(new Blob([file.text], { type: "text/plain" }), file.file_name);
  if (file.lost.length) toast(notKept(file));
}

/** What the format of a file does not hold of the game. @param {Wire.Exported} file */
const notKept = (file) => say("files.notHeld", { lost: file.lost.join(", ") });

/** Copy a text to the clipboard. @param {string} text @param {string} told */
async function toClipboard(text, told) {
  try {
    await navigator.clipboard.writeText(text);
    toast(told);
  } catch {
    toast(say("files.noClipboard"));
  }
}

/** @param {string} format */
async function copy(format) {
  await copyFile(await exported(format));
}

/** @param {Wire.Exported|null} file */
async function copyFile(file) {
  if (file) await toClipboard(file.text, file.lost.length ? say("files.copiedBut", { note: notKept(file) }) : say("files.copied"));
}

/** The record in the format that its players use; SGF if that does not have this game. */
export async function copyRecord() {
  const usual = state.view.family === "gipf" ? "gipf" : state.view.captured_to_win ? "pente" : "sgf";
  await copyFile((await api.exported(state.game.id, usual).catch(() => null)) || (await exported("sgf")));
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
}
