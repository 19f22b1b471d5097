/** The dialog to open a game: a record, a position, a file, a harness folder, a saved game. */

import { TYPING } from "../families/typed.js";
import * as api from "../game/api.js";
import { decoded } from "../game/links.js";
import { openGame, tried } from "../game/play.js";
import { state } from "../game/store.js";
import { button, el, toast } from "../page/dom.js";
import { openChoosing } from "./choosing.js";
import { openDialog } from "./dialog.js";
import { PAGE } from "./paged.js";
import { savedGames } from "./saved_games.js";
import { say } from "../words/say.js";

const MOST_BYTES = 1_000_000; // of a file that is opened here
const HARNESS = /^input.*\.txt$/i;

/** Show the dialog. */
export async function openFiles() {
  const saved = savedGames(close);
  const dialog = await openDialog(
    say("play.files"),
    el("div.body", {}, ...typed(close), el("h3", { text: say("files.saved") }), ...saved, el("div.row", {}, picker("files.openFolder", "open-folder", close, { webkitdirectory: true })), el("p.note-text", { text: say("files.about") })),
  );
  function close() {
    dialog.close();
  }
}

/** A text, or files. @param {() => void} close */
function typed(close) {
  const text = el("textarea", { id: "record", "aria-label": say("files.text"), placeholder: say("files.paste") });
  const openTyped = async () => (await openText(text.value)) && close();
  return [text, el("div.row", {}, button(say("files.openText"), null, openTyped, { id: "open-text", class: "main" }), picker("files.openFile", "open-file", close))];
}

/** A button that chooses files. @param {string} key  of its words @param {string} id @param {() => void} close @param {Attributes} [more] */
function picker(key, id, close, more) {
  /** @param {any} event */
  const chosen = async (event) => (await openList([...event.target.files])) && close();
  return el("label.file", {}, say(key), el("input", { id, type: "file", class: "unseen", multiple: true, onchange: chosen, ...more }));
}

/**
 * Open a record, a position string or a share address. Returns whether it could be read.
 * @param {string} text
 * @param {File} [file]  where it comes from
 */
export async function openText(text, file) {
  const shared = text.trim().match(/^https?:\/\/\S+#(\S+)$/);
  return show({ text: shared ? decoded(shared[1]) ?? text : text }, file);
}

/**
 * Open a record; of a text with several, let the viewer choose one. If it does not name its game, try
 * the open game first. Returns whether a game was opened.
 * @param {Wire.Import} record
 * @param {File} [file]  where it comes from
 */
async function show(record, file) {
  const here = TYPING[state.view.family].readsHere ? [{ ...record, preset: state.game.preset }] : [];
  const { text = null, data = null, name = null } = record;
  const whole = [...here, record].map((one) => (data === null ? { text, preset: one.preset } : { data, name, preset: one.preset }));
  const several = text === null && data === null ? null : await first(whole, (one) => api.post("import/games", one));
  if (several && several.answer.count > 1) {
    choose(several.record, several.answer, file ?? new File([text ?? ""], say("files.pasted")));
    return false;
  }
  const found = await first([...here, record], api.imported);
  return shown(found?.answer || (await joined(record, here)) || (await tried(api.imported(record))));
}

/** Show a game that was imported; return whether there is one. @param {Game|null} game */
async function shown(game) {
  if (!game) return false;
  await openGame(game);
  toast([say("files.opened", { title: game.title, count: game.main.length - 1 }), ...game.notices].join(" "));
  return true;
}

/**
 * The first of these records that the server accepts, with its answer, or null.
 * @template T
 * @param {T[]} records
 * @param {(record: T) => Promise<any>} ask
 */
async function first(records, ask) {
  for (const record of records) {
    const answer = await ask(record).catch(() => null);
    if (answer) return { record, answer };
  }
  return null;
}

/**
 * Offer the games of a text.
 * @param {Wire.ListRecords} record
 * @param {Wire.Records} known  the first ones
 * @param {File} file
 */
function choose(record, known, file) {
  /** @param {Wire.RecordEntry} one */
  const choice = ({ number, names, event, date, result, plies, problem }) => {
    if (problem) return { words: say("files.badRecord", { number, reason: problem }), about: "", open: null };
    const players = say("files.players", { first: names[0] || "?", second: names[1] || "?" });
    const words = say("files.record", { number, players, result, count: plies });
    const open = async () => shown(await tried(api.imported({ ...record, number })));
    return { words, about: [event, date].filter(Boolean).join(" · "), open };
  };
  const about = say("files.several", { name: file.name, count: known.count, games: known.count.toLocaleString() });
  return openChoosing(about, record.data ? [] : [file], async (skip) => {
    const found = skip ? await tried(api.post("import/games", { ...record, skip })) : known;
    return found && { choices: found.games.map(choice), more: skip + found.games.length < found.count };
  });
}

/**
 * The game of points without blanks, as h8h9i9, or with a column i: other programs write them, with
 * an i, and most count the rows from the bottom.
 * @param {Wire.Import} record
 * @param {Wire.Import[]} here
 */
async function joined(record, here) {
  const points = record.text?.trim().replace(/[,;_]+/g, "") ?? "";
  if (!/^([a-z]\d{1,2}){2,}$/.test(points) && !/^(?=.*i\d)([a-z]\d{1,2}\s*){2,}$/is.test(points)) return null;
  /** @param {Wire.Import} as */
  const read = (as) => ({ ...record, ...as, text: points.toLowerCase().replace(/\s+/g, ""), format: "pos-bottom" });
  const game = (await first([...here, { preset: "gomoku-15" }].map(read), api.imported))?.answer;
  game?.notices.push(say("files.fromBottom"));
  return game;
}

/**
 * Open one record, or the files of a harness folder together; else let the viewer choose. Returns
 * whether a game was opened.
 * @param {File[]} files
 */
export async function openList(files) {
  const texts = files.filter((file) => file.size <= MOST_BYTES);
  if (files.length === 1 && texts.length) return openFile(texts[0]);
  if (texts.length > 1 && texts.some((file) => HARNESS.test(file.name))) return openFolder(texts);
  const game = texts.length > 1 && (await api.imported(await folder(texts)).catch(() => null));
  if (game) return shown(game);
  const about = say(files.length > 1 ? "files.manyFiles" : "files.largeFile", { name: files[0].name, count: files.length });
  const named = [...texts].sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
  const choices = named.map((file) => ({ words: file.name, about: "", open: () => openFile(file) }));
  /** @param {number} skip */
  const ask = async (skip) => ({ choices: choices.slice(skip, skip + PAGE), more: skip + PAGE < choices.length });
  openChoosing(about, files, choices.length ? ask : null);
  return false;
}

/** @param {File} file */
async function openFile(file) {
  const text = await textOf(file);
  if (text === null) return show({ data: await base64Of(file), name: file.name.slice(-80) }, file);
  return file.name === "input.txt" ? openFolder([file]) : openText(text, file);
}

/** @param {File[]} files */
const openFolder = async (files) => show(await folder(files));

/** The files of a harness folder as a record. @param {File[]} files */
async function folder(files) {
  const entries = files.slice(0, 200).map(async (file) => [file.name, await file.text()]);
  return { files: Object.fromEntries(await Promise.all(entries)) };
}

/** The text of a file in UTF-8; null for other bytes, such as a zip archive. @param {File} file */
async function textOf(file) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.startsWith("PK\u0003\u0004") ? null : text;
  } catch {
    return null;
  }
}

/** @param {File} file @returns {Promise<string>} */
const base64Of = (file) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(/** @type {string} */ (reader.result).split(",")[1] ?? "");
    reader.onerror = failed;
    reader.readAsDataURL(file);
  });
