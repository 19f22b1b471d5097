/**
 * The dialog for games that are not opened at once: a file with several games, several files, or a
 * large one. The viewer chooses a game to look at, or adds all of them to the explorer.
 */

import { turnTo } from "../game/play.js";
import { setting, update } from "../game/store.js";
import { button, el } from "../page/dom.js";
import { showTab } from "../panels/tabs.js";
import { say } from "../words/say.js";
import { openDialog } from "./dialog.js";
import { paged } from "./paged.js";

/**
 * A line of the list. `open` opens its game and returns whether it could; without it the line says
 * why there is no game.
 * @typedef {{words: string, about: string, open: (() => Promise<any>)|null}} Choice
 */

/**
 * Show the dialog.
 * @param {string} about  what the viewer has opened
 * @param {File[]} files  what the explorer gets; it reads no archive, so none for one
 * @param {((skip: number) => Promise<{choices: Choice[], more: boolean}|null>)|null} ask  the lines of
 *   the list, if there is one
 */
export async function openChoosing(about, files, ask) {
  const list = el("ul.saved", { id: "records", "aria-label": say("files.games") });
  const pages = paged(list, async (skip) => {
    const found = await ask?.(skip);
    return found ? { lines: found.choices.map(line), more: found.more } : null;
  });
  const adding = [
    el("div.row", {}, button(say("files.explore"), null, explore, { id: "explore-all", class: "main" })),
    el("p.note-text", { text: say("files.aboutExplorer") }),
  ];
  const dialog = await openDialog(
    say("files.choose"),
    el("div.body", {}, el("p", { text: about }), ...(files.length ? adding : []), ask && list, pages.next),
  );
  await pages.restart();

  /** @param {Choice} choice */
  function line({ words, about: more, open }) {
    const opened = async () => (await open?.()) && dialog.close();
    return el("li", {}, open ? button(words, null, opened, { class: "grow" }) : el("span.soft.grow", { text: words }), el("span.soft", { text: more }));
  }

  async function explore() {
    dialog.close();
    update({ retry: null });
    setting({ explorer: true });
    turnTo("analyse");
    const panel = await import("../panels/explorer.js");
    await panel.startExplorer();
    showTab("moves");
    await panel.addGames(files);
  }
}
