/**
 * What a game by invitation says besides: whether the other player is there, what is offered, and
 * the steps of its opening, each with its buttons.
 */

import { seatsIn } from "../game/api.js";
import { goOver, isAway, isWatching, send } from "../game/play.js";
import { on, state, update } from "../game/store.js";
import { colourOf } from "../game/words.js";
import { button, byId, el, fill, toast } from "../page/dom.js";
import { keepText, keptText } from "../page/storage.js";
import { tell } from "./speech.js";
import { showTab } from "./tabs.js";
import { say } from "../words/say.js";

/** The keys of an offer for who answers it, for who made it, and of the button that accepts it. @type {Object<string, string[]>} */
const OFFERS = {
  draw: ["seats.offersDraw", "seats.offeredDraw", "play.acceptDraw"],
  takeback: ["seats.asksBack", "seats.askedBack", "seats.allow"],
  rematch: ["seats.offersRematch", "seats.offeredRematch", "seats.accept"],
};

/** Under what the browser keeps the viewer's name. */
const NAME = "pente.name";

/** What was shown last: the game, what of it, and the words about the other player. */
let last = { game: /** @type {Game|null} */ (null), look: "", there: "", unnamed: "" };
let withdrew = false;
/** Shows the links of the seats. */
let showLinks = () => {};
/** @type {HTMLElement|undefined} */
let host;
/** Asks for a name, apart from what changes while one is typed. */
const asking = el("div");

/** Follow the state, once. @param {() => any} openInvitation */
export function startSeats(openInvitation) {
  if (host) return;
  showLinks = openInvitation;
  host = el("div", { id: "seats" });
  byId("speech").append(host, asking);
  on(["game", "view", "presence", "mode", "adding"], follow);
  follow();
}

/** Show and announce what is new; a rematch, or a side that was taken, opens the game that begins. */
function follow() {
  const { game } = state;
  if (!game || isAway()) return;
  const [{ game: old, there: thereBefore }, there] = [last, presence()];
  last = { ...last, game, there };
  show();
  if (old?.id !== game.id || !old.seats || !game.seats) return;
  const goesAlong = game.seat !== null || state.mode === "play";
  if (game.seats.next && !old.seats.next && goesAlong) goOver(game.seats.next);
  else if (old.seats.opening && !game.seats.opening) goOver(game.id);
  else tellNews([there === thereBefore ? "" : there, offerNews(old)].filter(Boolean).join(" "));
}

/** @param {string} news */
const tellNews = (news) => news && tell(news);

/** Whether the other player is there, in words; "" for who watches, and before it is known. */
function presence() {
  const { game, presence: now } = state;
  if (!game.seats || game.seat === null) return "";
  const other = 1 - game.seat;
  if (!game.seats.taken[other]) return say("seats.notCome");
  if (!now || now.here[other]) return now ? say("seats.here") : "";
  const patience = waitsFor(other) && !now.overdue[other] && say("seats.patience", { count: now.patience_min });
  return [say("seats.left"), patience].filter(Boolean).join(" ");
}

/** Whether the game waits for a player, and no clock ends that. @param {number} seat */
const waitsFor = (seat) => state.game.seats?.turn === seat && (state.game.clocks?.running ?? null) === null;

/** What became of the offers since an older state of the game, in words, or "". @param {Game} old */
function offerNews(old) {
  const { seats, seat, result, current } = state.game;
  const [now, then] = [seats?.offer, old.seats?.offer];
  if (seat === null || (now?.what === then?.what && now?.by === then?.by)) return "";
  const was = withdrew;
  withdrew = false;
  if (now && now.by !== seat) showTab("game"); // with the buttons
  if (now) return offerWords(now);
  const isAccepted = then?.what === "draw" ? result : then?.what === "takeback" ? current < old.current : false;
  if (then?.by !== seat || was || isAccepted) return "";
  toast(say("seats.declined"));
  return say("seats.declined");
}

/** @param {Wire.OfferMade} offer */
const offerWords = ({ what, by }) => say(OFFERS[what][Number(by === state.game.seat)]);

/** A field for the name of the viewer, who has a seat. */
export function nameRow() {
  const { players, seat } = state.game;
  const [words, value] = [say("seats.yourName"), players[seat ?? 0].name || keptText(NAME) || ""];
  const field = el("input.grow", { type: "text", maxlength: "80", required: true, placeholder: words, "aria-label": words, value });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    keepText(NAME, field.value.trim());
    send("name", { name: field.value });
  };
  return el("form.row.name-row", { onsubmit }, field, el("button", { type: "submit", text: say("dialogs.set") }));
}

function show() {
  const { game, adding } = state;
  const { seats, seat } = game;
  const unnamed = seat !== null && !game.result && !game.players[seat].name ? game.id : "";
  if (unnamed !== last.unnamed) fill(asking, unnamed && nameRow());
  last.unnamed = unnamed;
  const isDue = seat !== null && state.presence?.overdue[1 - seat] && waitsFor(1 - seat);
  const look = JSON.stringify([game.id, seats, seat, last.there, adding, isDue]);
  if (look === last.look) return; // what has the focus keeps it
  last.look = look;
  const waits = seats && !seats.taken.every(Boolean) && seatsIn(game.id)[1];
  fill(
    host,
    seats && el("p.soft", { id: "presence", text: isWatching() ? say("seats.watching") : last.there }),
    waits && button(say("seats.showLink"), null, showLinks, { id: "show-link" }),
    isDue && button(say("seats.claimWin"), "check", () => send("claim", { win: true }), { id: "claim-win", class: "main" }),
    isDue && button(say("seats.claimDraw"), null, () => send("claim", { win: false }), { id: "claim-draw" }),
    ...(seats?.opening ? steps(seats.opening) : []),
    ...(seats?.offer ? answers(seats.offer) : []),
  );
}

/** An offer, with the buttons that answer it. @param {Wire.OfferMade} offer */
function answers(offer) {
  const { seat } = state.game;
  if (seat === null) return [];
  const refuse = () => {
    withdrew = true;
    send("answer", { accept: false });
  };
  const accept = button(say(OFFERS[offer.what][2]), "check", () => send("answer", { accept: true }), { id: "accept", class: "main" });
  const words = el("p", { id: "offer", text: offerWords(offer) });
  return offer.by === seat ? [words, button(say("seats.withdraw"), null, refuse, { id: "withdraw" })] : [words, accept, button(say("play.declineDraw"), null, refuse, { id: "decline" })];
}

/** The step of an opening, with the buttons of a choice for who has it. @param {Wire.OpeningPlaced} opening */
function steps({ stones, all, phase, may_add: mayAdd }) {
  const { game, adding, view } = state;
  const colour = colourOf(view.side);
  const places = phase === "place" ? say("swap.place", { number: stones.length + 1, all, colour }) : say("swap.add", { number: stones.length - all + 1, all: 2, colour });
  const chooses = phase.startsWith("choose") && !adding;
  const step = el("p", { id: "opening-step", text: chooses ? say("swap.choose", { colour }) : places });
  if (adding && phase === "choose") return [step, button(say("play.cancel"), null, () => update({ adding: false }))];
  if (!chooses || game.seats?.turn !== game.seat) return [step];
  return [
    step,
    ...[0, 1].map((side) => button(say("swap.takeSide", { colour: colourOf(side) }), null, () => send("take", { side }), { id: `take-${side}`, class: "main" })),
    mayAdd && button(say("swap.addTwo"), null, () => update({ adding: true }), { id: "add-two" }),
  ];
}
