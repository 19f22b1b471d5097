/** The dialog to share and save a game: a link, a file in a format, a web page, a GIF, a picture. */

import { get } from "../game/api.js";
import { LONGEST_LINK } from "../game/links.js";
import { tried } from "../game/play.js";
import { state } from "../game/store.js";
import { lineThrough } from "../game/tree.js";
import { button, el, setText, toast } from "../page/dom.js";
import { LANGUAGE, say } from "../words/say.js";
import { addressBox, choices, download, menu, openDialog, toClipboard } from "./dialog.js";

/** The formats of files and the keys of their names. */
const FORMATS = [
  ["sgf", "files.sgf"],
  ["pente", "files.pente"],
  ["json", "files.json"],
  ["psq", "files.psq"],
  ["gipf", "files.gipf"],
  ["position", "files.position"],
];

/** Show the dialog; last comes what only some servers can make. */
export async function openShare() {
  const body = el("div.body", { id: "share-body" }, ...link(), ...record(), ...page(), ...picture());
  await openDialog(say("share.title"), body);
  if ((await tried(get("health")))?.makes_gifs) body.append(...gif());
}

/** @param {string} key */
const heading = (key) => el("h3", { text: say(key) });
/** @param {string} key */
const note = (key) => el("p.note-text", { text: say(key) });

/** The address with the moves in its fragment, which browsers send to no server. */
function link() {
  const { box, copy, row } = addressBox("link", say("share.address"), "main");
  let chosen = "";
  /** @param {any} upTo */
  const show = async (upTo) => {
    chosen = upTo;
    const { game, viewed } = state;
    const file = await tried(get(`games/${game.id}/export?format=share${upTo === "here" ? `&node=${viewed}` : ""}`));
    if (chosen !== upTo) return;
    const fragment = encodeURI(file?.text.trim() ?? "");
    const fits = file && fragment.length <= LONGEST_LINK;
    box.value = fits ? `${location.origin}${location.pathname}#${fragment}` : "";
    box.placeholder = file && !fits ? say("share.tooLong") : "";
    copy.disabled = !fits;
  };
  show("game");
  const upTo = choices(say("share.link"), "up-to", [["game", say("share.wholeGame")], ["here", say("share.thisPosition")]], "game", show);
  return [upTo, row, note("share.aboutLink")];
}

/** A file with the game, in a format. */
function record() {
  const formats = FORMATS.filter(([format]) => state.game.formats.includes(format)).map(([format, name]) => [format, say(name)]);
  const choice = menu(say("files.format"), formats, "sgf", { id: "format" });
  const asked = () => tried(fileOf(choice.querySelector("select").value));
  const save = async () => {
    const file = await asked();
    if (!file) return;
    download(new Blob([file.text], { type: "text/plain" }), file.file_name);
    if (file.lost.length) toast(notKept(file));
  };
  const copy = async () => copyFile(await asked());
  return [heading("share.file"), choice, el("div.row", {}, button(say("files.save"), null, save, { id: "save" }), button(say("files.copy"), null, copy, { id: "copy" }))];
}

/** @param {string} format @returns {Promise<Wire.Exported>} */
const fileOf = (format) => get(`games/${state.game.id}/export?format=${format}`);

/** What the format of a file does not hold of the game. @param {Wire.Exported} file */
const notKept = (file) => say("files.notHeld", { lost: file.lost.join(", ") });

/** @param {Wire.Exported|null} file */
async function copyFile(file) {
  if (file) await toClipboard(file.text, file.lost.length ? say("files.copiedBut", { note: notKept(file) }) : say("files.copied"), say("files.noClipboard"));
}

/** Copy the record in the format that its players use; in the next one if that does not have this game. */
export async function copyRecord() {
  const [usual, next] = state.game.formats;
  await copyFile((await fileOf(usual).catch(() => null)) || (await tried(fileOf(next))));
}

function page() {
  const save = async () => {
    const file = await tried(get(`games/${state.game.id}/page?language=${LANGUAGE}`));
    if (file) download(new Blob([file.text], { type: "text/html" }), file.file_name);
  };
  return [heading("share.page"), note("share.aboutPage"), el("div.row", {}, button(say("share.savePage"), null, save, { id: "save-page" }))];
}

function gif() {
  const speeds = [["slow", say("share.slow")], ["normal", say("share.normal")], ["fast", say("share.fast")]];
  const speed = menu(say("share.speed"), speeds, "normal", { id: "gif-speed" });
  const told = el("span.soft", { role: "status" });
  /** @param {any} event */
  const save = async (event) => {
    const pressed = event.currentTarget;
    pressed.disabled = true;
    setText(told, say("share.making"));
    const last = lineThrough(state.viewed).at(-1)?.id;
    const made = await tried(get(`games/${state.game.id}/gif?node=${last}&speed=${speed.querySelector("select").value}`));
    pressed.disabled = false;
    setText(told, made ? say("share.made", { name: made.file_name }) : "");
    if (made) download(new Blob([bytesOf(made.gif)], { type: "image/gif" }), made.file_name);
  };
  return [heading("share.gif"), note("share.aboutGif"), speed, el("div.row", {}, button(say("share.saveGif"), null, save, { id: "save-gif" }), told)];
}

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

function picture() {
  /** @param {"svg"|"png"} kind */
  const save = async (kind) => {
    const { pictureBlob } = await import("../board/picture.js");
    download(await pictureBlob(kind), `${state.game.preset}-${state.viewed}.${kind}`);
  };
  return [
    heading("share.picture"),
    el("div.row", {}, button(say("share.svg"), null, () => save("svg"), { id: "picture-svg" }), button(say("share.png"), null, () => save("png"), { id: "picture-png" })),
  ];
}
