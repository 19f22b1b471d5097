/** The finder of balanced openings: it goes on as long as its dialog is open and has room. */

import * as api from "../game/api.js";
import { callEngine, openFrom, send, tried, turnTo } from "../game/play.js";
import { state } from "../game/store.js";
import { capitalColour } from "../game/words.js";
import { button, el, setText } from "../page/dom.js";
import { say } from "../words/say.js";
import { menu, openDialog } from "./dialog.js";

const AT_ONCE = 6; // openings, until the viewer wants more
let preset = "";

/** Show it, for the kind of the open game. */
export async function openBalanced() {
  const presets = await api.presets();
  preset ||= state.game?.preset ?? "";
  if (!presets.some((one) => one.name === preset)) preset = presets[0].name;
  const list = el("ul.saved", { id: "balanced", "aria-label": say("balanced.list") });
  const about = el("p.soft", { role: "status", id: "balanced-about" });
  const more = button(say("files.more"), null, () => find(AT_ONCE), { id: "more-balanced" });
  const dialog = await openDialog(
    say("balanced.title"),
    el(
      "div.body",
      {},
      menu(say("dialogs.game"), presets.map((one) => [one.name, one.title]), preset, {
        name: "preset",
        onchange: (event) => {
          preset = event.target.value;
          list.replaceChildren();
          restart();
        },
      }),
      el("p.note-text", { text: say("balanced.how") }),
      list,
      about,
      el("div.row", {}, el("span.grow"), more),
    ),
  );
  let [seed, seen, run] = [0, 0, 0];
  restart();

  function restart() {
    [seed, seen] = [Math.floor(Math.random() * 1e6), 0];
    find(AT_ONCE);
  }

  /** Find so many openings, unless the dialog closes or the viewer begins anew. @param {number} count */
  async function find(count) {
    const mine = ++run;
    more.hidden = true;
    for (let left = count; left > 0; ) {
      setText(about, say("balanced.searching", { count: seen }));
      /** @type {Wire.BalancedOpenings|null} */
      const answer = await tried(api.post("balanced", { preset, seed, seen }));
      if (mine !== run || !dialog.isConnected || !answer) break;
      seen = answer.seen;
      if (!answer.found) continue;
      list.append(line(answer.found));
      left--;
    }
    if (mine !== run) return;
    setText(about, say("balanced.searched", { count: seen }));
    more.hidden = false;
  }

  /** @param {Wire.BalancedOpening} opening */
  function line({ record, moves, percent, svg }) {
    const { colours } = presets.find((one) => one.name === preset) ?? presets[0];
    /** @param {boolean} isStudy */
    const open = async (isStudy) => {
      const { players } = state.game;
      if (!(await openFrom(() => api.imported({ text: record, format: "share" })))) return;
      dialog.close();
      if (isStudy) return void turnTo("analyse");
      await send("players", { players });
      callEngine();
    };
    return el(
      "li",
      {},
      el("span.mini", {}, el("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` })),
      el("span.grow", {}, el("b", { text: say("analysis.percentOf", { colour: capitalColour(colours[0]), percent: Math.round(percent) }) }), el("br"), el("span.soft", { text: moves.join(" ") })),
      button(say("dialogs.analyse"), null, () => open(true)),
      button(say("dialogs.play"), null, () => open(false), { class: "play" }),
    );
  }
}
