/** The beginning: build the page, put the last game (or a new one) on the table. */

import * as api from "./game/api.js";
import { startAnalysis } from "./game/analysis.js";
import { startBoard } from "./board/board.js";
import { byId, el, fill, icon, say } from "./page/dom.js";
import { startKeys } from "./page/keys.js";
import { startLive } from "./page/live.js";
import { startAnalysisPanel } from "./panels/analysis.js";
import { startMoves } from "./panels/moves.js";
import { startPlayers } from "./panels/players.js";
import { openGame, receive, tried } from "./game/play.js";
import { on, state } from "./game/store.js";
import { startThemes, turnPage } from "./board/themes.js";
import { startUnder } from "./panels/under.js";

/** What a first visitor finds: a game against an easy engine. */
const FIRST_GAME = {
  preset: "pente",
  players: [{ kind: "human", name: "You" }, { kind: "engine", level: 3 }],
};

function build() {
  for (const one of document.querySelectorAll("[data-icon]")) {
    const words = one.textContent;
    const label = document.createElement("span");
    label.textContent = words;
    one.replaceChildren(icon(one.dataset.icon), ...(words ? [label] : []));
    if (!one.hasAttribute("aria-label")) one.setAttribute("aria-label", words);
    one.title = one.getAttribute("aria-label");
  }
  startThemes();
  startBoard();
  startPlayers();
  startMoves();
  startAnalysis();
  startAnalysisPanel();
  startUnder();
  startKeys();
  startLive();
  on(["game"], showTitle);
  on(["settings", "game"], async () => {
    if (state.settings.sound) (await import("./page/sound.js")).startSound();
  });
  byId("page-mode").addEventListener("click", turnPage);
}

/** The rules in force stand in the head of the page, always. */
function showTitle() {
  const { game } = state;
  say(byId("title"), game.title);
  fill(byId("rules"), el("span", { text: game.rules.text.join(" ") }));
  byId("rules").setAttribute("aria-label", `Rules in force: ${game.rules.text.join(" ")}`);
  document.title = game.title;
}

/** The game that the address names (by id, or as a shared record), the last one, or a new one. */
async function begin() {
  const fragment = decodeURIComponent(location.hash.slice(1));
  const game = (await shared(fragment)) || (await last(fragment)) || (await tried(api.newGame(FIRST_GAME)));
  if (game) openGame(game);
}

/** A record in the address, as `#pente:K10J11`; it becomes a game of its own. */
async function shared(fragment) {
  return /^[a-z0-9-]+[@:]/.test(fragment) ? tried(api.imported({ text: fragment })) : null;
}

/** The game of the address or of the last visit, if it is still there. */
async function last(fragment) {
  const named = fragment.match(/^game=([a-z0-9-]{1,64})$/)?.[1];
  const id = named || localStorage.getItem("pente.game");
  return id ? api.game(id).catch(() => null) : null;
}

addEventListener("hashchange", async () => {
  const fragment = decodeURIComponent(location.hash.slice(1));
  if (fragment === `game=${state.game?.id}`) return;
  const game = (await shared(fragment)) || (fragment.startsWith("game=") && (await last(fragment)));
  if (game) openGame(game);
});
document.addEventListener("visibilitychange", async () => {
  if (document.hidden || !state.game) return;
  const game = await api.game(state.game.id).catch(() => null);
  if (game) receive(game);
});

build();
begin();
