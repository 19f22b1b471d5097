/** The entry point: builds the page and opens the last game or a new one. */

import { startBoard } from "./board/board.js";
import { startThemes, turnPage } from "./board/themes.js";
import { parseAddress, startAddress, visit } from "./game/address.js";
import { startAnalysis } from "./game/analysis.js";
import * as api from "./game/api.js";
import { isOffered, offerFamilies } from "./game/family.js";
import { isAway, look, openGame, refresh, returnToGame, tried, turnTo } from "./game/play.js";
import { on, state } from "./game/store.js";
import { viewedNode } from "./game/tree.js";
import { startKeys } from "./keys.js";
import { byId, el, fill, icon, setText, toast } from "./page/dom.js";
import { keptText } from "./page/storage.js";
import { startAnalysisPanel } from "./panels/analysis.js";
import { startConnection } from "./panels/connection.js";
import { startMoves } from "./panels/moves.js";
import { startPlayers } from "./panels/players.js";
import { startSpeech } from "./panels/speech.js";
import { startTabs } from "./panels/tabs.js";
import { startUnder } from "./panels/under.js";
import { learned, say, sayAll } from "./words/say.js";

/** The game of a first visit: against an easy engine. */
const firstGame = () => ({
  preset: "pente",
  players: [{ kind: "human", name: say("play.you") }, { kind: "engine", level: 3 }],
});

/** The screens that an address can name. @type {Object<string, () => Promise<any>>} */
const SCREENS = {
  edit: async () => (await import("./dialogs/editor.js")).openEditor(),
  puzzle: async () => (await import("./lessons/screen.js")).openAddress(),
};

const openInvitation = async () => (await import("./dialogs/invite.js")).openInvitation();

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
  startAddress();
  startBoard();
  startTabs(async () => (await import("./dialogs/help.js")).openRules());
  startPlayers(async (side) => (state.game.seats ? openInvitation() : (await import("./dialogs/player.js")).openPlayer(side)));
  startMoves();
  startAnalysis();
  startAnalysisPanel();
  startUnder();
  startSpeech(async () => (await import("./dialogs/opening.js")).playOpeningAgain());
  startKeys();
  startConnection();
  on(["game"], showTitle);
  on(["game"], async () => {
    const engines = state.game.players.some(({ kind }) => kind === "engine");
    byId("opponent").hidden = !engines;
    if (engines) (await import("./panels/opponent.js")).startOpponent();
  });
  on(["game", "viewed"], async () => {
    if (viewedNode()?.markup.length) (await import("./panels/markup.js")).startMarkup();
  });
  on(["settings", "game"], async () => {
    if (state.settings.tree) (await import("./panels/tree.js")).startTree();
  });
  on(["settings", "game"], async () => {
    if (state.settings.sound) (await import("./panels/sound.js")).startSound();
  });
  on(["game"], async () => {
    if (state.game.seats) (await import("./panels/seats.js")).startSeats(openInvitation);
  });
  on(["settings", "mode"], async () => {
    if (state.settings.explorer && state.mode === "analyse") (await import("./panels/explorer.js")).startExplorer();
  });
  byId("page-mode").addEventListener("click", turnPage);
  /** @type {any} */ (document.querySelector(".top")).inert = false;
}

/** Show the rules in force at the top of the page. */
function showTitle() {
  const { game } = state;
  if (isAway()) return;
  byId("puzzles").hidden = !isOffered("puzzles");
  setText(byId("title"), game.title);
  setText(byId("rules"), say("play.tabRules"));
  byId("rules").title = game.rules.text.join(" ");
  byId("rules").setAttribute("aria-label", say("play.rules", { rules: game.rules.text.join(" ") }));
  document.title = game.title;
}

/** The game that the address names (by id or as a record), the last one, or a new one. */
const wanted = async () => (await shared()) || (await named()) || (await last()) || tried(api.newGame(firstGame()));

/** Build the page while the server looks for the game, but let the browser paint the frame first. */
async function begin() {
  await learned;
  const found = wanted();
  if (!document.hidden) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  build();
  await open(await found);
}

/** A new game from a link that holds one, as `#pente:K10J11`. */
async function shared(fragment = location.hash.slice(1)) {
  if (!fragment || /^(game=|learn=|grid$)/.test(fragment)) return null;
  return (await import("./game/links.js")).openLink(fragment);
}

/** The game of the address, or null, with the reason told. */
async function named() {
  const found = location.hash.startsWith("#game=") ? parseAddress() : null;
  /** @param {any} problem */
  const missing = (problem) => problem.isPassing || toast(say("play.noGame"));
  if (found?.seat) await (await import("./dialogs/invite.js")).sit(found.game, found.seat);
  return found ? api.game(found.game).catch((problem) => void missing(problem)) : null;
}

/** The game of the last visit, or null. */
async function last() {
  const kept = keptText("pente.game");
  return kept ? api.game(kept).catch(() => null) : null;
}

/** Open a game as the address says. @param {Game|null|undefined} game */
async function open(game) {
  if (!game) return;
  const at = parseAddress();
  const { mode, node } = at?.course || at?.game === game.id ? at : {};
  const screen = mode && SCREENS[mode];
  await openGame(game, screen ? {} : { mode, node });
  if (screen) await screen();
}

/** Show what the address names, after Back, Forward, or a change by hand. */
async function arrive() {
  document.querySelector("dialog")?.close();
  const at = parseAddress();
  if (!at || at.game !== state.game?.id || at.seat) return open((await shared()) || (await named()));
  const { mode = "play", course } = at;
  if (mode === state.mode && mode in SCREENS && course === state.course) return;
  if (mode !== state.mode && state.mode in SCREENS && !(await returnToGame())) return;
  if (mode in SCREENS) return SCREENS[mode]();
  await turnTo(mode);
  await look(at.node ?? state.game.current); // which `turnTo` changes
}

addEventListener("hashchange", () => visit(arrive));
document.addEventListener("visibilitychange", () => document.hidden || !state.game || refresh());

visit(begin);
