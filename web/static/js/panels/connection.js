/** A lasting sign at the top of the page while the server does not answer. */

import { onAnswer } from "../game/api.js";
import { hear } from "../game/play.js";
import { byId, toast } from "../page/dom.js";
import { say } from "../words/say.js";

const PATIENCE_MS = 1500; // a stream that is replaced, or a reload of the server, needs no sign
let timer = 0;

/** Follow the stream and the requests. */
export function startConnection() {
  onAnswer((answered) => (answered ? found() : lost(0)));
  hear("open", found);
  hear("lost", () => lost(PATIENCE_MS));
  addEventListener("unhandledrejection", notLoaded);
}

/** A dialog or screen that is opened for the first time is a script that the server sends. @param {PromiseRejectionEvent} event */
function notLoaded(event) {
  if (!(event.reason instanceof TypeError) || !/import/i.test(event.reason.message)) return;
  event.preventDefault();
  lost(0);
  toast(say("play.noAnswer"));
}

function found() {
  clearTimeout(timer);
  timer = 0;
  byId("offline").hidden = true;
}

/** @param {number} patience */
function lost(patience) {
  if (patience && timer) return;
  clearTimeout(timer);
  timer = setTimeout(() => (byId("offline").hidden = false), patience);
}
