/** Texts of the dialog to share a game, and of links that name a game. */

import { learn } from "./say.js";

export const WORDS = learn({
  "share.title": "Share",
  "share.link": "Link",
  "share.aboutLink": "The link holds the moves themselves: any copy of this board opens it, at whatever address it runs. No server keeps it.",
  "share.address": "Address of the game",
  "share.wholeGame": "The game",
  "share.thisPosition": "The game up to the shown position",
  "share.copy": "Copy the link",
  "share.copied": "The link is copied.",
  "share.select": "The browser does not let this page use the clipboard: copy the marked text.",
  "share.tooLong": "This game is too long for a link. Share it as a file.",
  "share.page": "Web page",
  "share.aboutPage": "One file with board, moves, variations, comments and graph. It opens in every browser, without a server and offline.",
  "share.savePage": "Save the web page",
  "share.gif": "GIF",
  "share.aboutGif": "The line that is shown, move by move.",
  "share.speed": "Speed",
  "share.slow": "Slow",
  "share.normal": "Normal",
  "share.fast": "Fast",
  "share.saveGif": "Save the GIF",
  "share.making": "Making the GIF",
  "share.made": "Saved: {name}",
  "share.picture": "Picture of the position",
  "share.svg": "Picture SVG",
  "share.png": "Picture PNG",

  "share.badLink": "The address names no game that this board can open.",
  "share.longLink": "The link is too long: {count} characters, at most {most} are read.",
});
