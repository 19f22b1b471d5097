/** The entry point: builds the page and opens the last game or a new one. */

import { startBoard } from "./board/board.js";
import { startThemes, turnPage } from "./board/themes.js";
import { startAnalysis } from "./game/analysis.js";
import * as api from "./game/api.js";
import { isOffered, offerFamilies } from "./game/family.js";
import { openGame, refresh, tried } from "./game/play.js";
import { on, state } from "./game/store.js";
import { startKeys } from "./keys.js";
import { byId, el, fill, icon, setText, toast } from "./page/dom.js";
import { startAnalysisPanel } from "./panels/analysis.js";
import { startConnection } from "./panels/connection.js";
import { startLive } from "./panels/live.js";
import { startMode } from "./panels/mode.js";
import { startMoves } from "./panels/moves.js";
import { startPlayers } from "./panels/players.js";
import { startSpeech } from "./panels/speech.js";
import { startTabs } from "./panels/tabs.js";
import { startUnder } from "./panels/under.js";
import { say, sayAll } from "./words/say.js";
import "./words/play.js";

/** The game of a first visit: against an easy engine. */
const firstGame = () => ({
  preset: "pente",
  players: [{ kind: "human", name: say("play.you") }, { kind: "engine", level: 3 }],
});

function build() {
  sayAll();
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-icon]"))) {
    const words = one.textContent;
    fill(one, icon(one.dataset.icon ?? ""), words && el("span", { text: words }));
    if (!one.hasAttribute("aria-label")) one.setAttribute("aria-label", words ?? "");
    one.title = one.getAttribute("aria-label") ?? "";
  }
  offerFamilies({ five: () => import("./families/five.js"), gipf: () => import("./families/gipf.js"), grid: () => import("./families/grid.js") });
  startThemes();
  startBoard();
  startMode();
  startPlayers(async (side) => (await import("./dialogs/player.js")).openPlayer(side));
  startMoves();
  startAnalysis();
  startAnalysisPanel();
  startUnder();
  startSpeech(async () => (await import("./dialogs/opening.js")).playOpeningAgain());
  startTabs(async () => (await import("./dialogs/help.js")).openRules());
  startKeys();
  startLive();
  startConnection();
  on(["game"], showTitle);
  on(["settings", "game"], async () => {
    if (state.settings.sound) (await import("./panels/sound.js")).startSound();
  });
  on(["settings", "mode"], async () => {
    if (state.settings.explorer && state.mode === "analyse") (await import("./panels/explorer.js")).startExplorer();
  });
  byId("page-mode").addEventListener("click", turnPage);
}

/** Show the rules in force at the top of the page. */
function showTitle() {
  const { game } = state;
  byId("puzzles").hidden = !isOffered("puzzles");
  setText(byId("title"), game.title);
  setText(byId("rules"), say("play.tabRules"));
  byId("rules").title = game.rules.text.join(" ");
  byId("rules").setAttribute("aria-label", say("play.rules", { rules: game.rules.text.join(" ") }));
  document.title = game.title;
}

/** The game that the address names (by id or as a record), the last one, or a new one. */
async function wanted() {
  const fragment = location.hash.slice(1);
  return (await shared(fragment)) || (await last(fragment)) || tried(api.newGame(firstGame()));
}

/** Build the page while the server looks for the game, but let the browser paint the frame first. */
async function begin() {
  const found = wanted();
  if (!document.hidden) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  build();
  const game = await found;
  if (game) openGame(game);
}

/** A new game from a link that holds one, as `#pente:K10J11`. @param {string} fragment */
async function shared(fragment) {
  if (!fragment || fragment.startsWith("game=") || fragment === "grid") return null;
  return (await import("./game/links.js")).openLink(fragment);
}

/** The game of the address or of the last visit, or null. @param {string} fragment */
async function last(fragment) {
  const [, named] = fragment.match(/^game=([a-z0-9-]{1,64})$/) || [];
  /** @param {any} problem */
  const missing = (problem) => problem.isPassing || toast(say("play.noGame"));
  const found = named && (await api.game(named).catch((problem) => void missing(problem)));
  const kept = localStorage.getItem("pente.game");
  return found || (kept ? api.game(kept).catch(() => null) : null);
}

addEventListener("hashchange", async () => {
  const fragment = location.hash.slice(1);
  if (fragment === `game=${state.game?.id}`) return;
  const game = (await shared(fragment)) || (fragment.startsWith("game=") && (await last(fragment)));
  if (game) openGame(game);
});
document.addEventListener("visibilitychange", () => document.hidden || !state.game || refresh());

begin();
