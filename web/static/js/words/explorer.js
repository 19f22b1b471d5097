/** Texts of the opening explorer: moves and their results, games, collections, imports. */

import { learn } from "./say.js";

export const WORDS = learn({
  "explorer.region": "Moves and games of the explorer",
  "explorer.about": { one: "1 game came here", other: "{games} games came here" },
  "explorer.counting": { one: "1 saved game is still being counted", other: "{games} saved games are still being counted" },
  "explorer.none": "No game of the explorer came here.",
  "explorer.empty": "Drop a file of games here: pente.org's text, SGF, PSQ and others, with thousands of games.",
  "explorer.add": "Add games…",
  "explorer.remove": "Remove {name}",
  "explorer.size": { one: "1 game", other: "{games} games" },
  "explorer.move": { one: "{move}: 1 game, {first} won {won} %, {second} {lost} %", other: "{move}: {games} games, {first} won {won} %, {second} {lost} %" },
  "explorer.unknown": { one: "{move}: 1 game without a result", other: "{move}: {games} games without results" },
  "explorer.bookOnly": "{move}: the book's reply",
  "explorer.book": "book",
  "explorer.percent": "{percent} %",
  "explorer.games": "Games",
  "explorer.players": "{first} - {second}",
  "explorer.nobody": "?",
  "explorer.open": "Open the game of {players}",
  "explorer.result": "{result} · {count} moves",
  "explorer.collections": "Collections",
  "explorer.saved": { one: "1 finished game on this board", other: "{games} finished games on this board" },
  "explorer.reading": "{name}: {done} of {total} games",
  "explorer.course": "{name}: {added} new, {known} known",
  "explorer.courseBut": "{name}: {added} new, {known} known, {refused} left out",
  "explorer.stopped": "Stopped. {course}. Add the file again to go on.",
  "explorer.failed": "{reason} {course}. Add the file again to go on.",
  "explorer.stop": "Stop",
  "explorer.progress": "Import of {name}",
  "explorer.tooLarge": "{name} is too large: a file may have up to 16 MB.",
});
