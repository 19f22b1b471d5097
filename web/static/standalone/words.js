/** Texts of the page without a server, and those of the page that are different here. */

import { learn } from "../js/words/say.js";
import "../js/words/play.js";

learn({
  "play.offline": "The board has stopped",
  "play.noAnswer": "This did not work: the board has stopped, or the network is lost.",
  "play.noGame": "This browser does not have the game of that address: it was deleted, or another browser keeps it.",

  "standalone.loading": "Loading the engine",
  "standalone.starting": "Starting the engine",
  "standalone.ready": "The engine is ready",
  "standalone.share": "{share} %",
  "standalone.again": "Try again",
  "standalone.network": "The engine could not be loaded. Is there a network?",
  "standalone.memory": "The engine did not get enough memory. Close other tabs or programs, then try again.",
  "standalone.tooOld": "This browser is too old for the board: its workers run no modules. A current Chrome, Edge, Firefox or Safari can do it.",
  "standalone.stopped": "The board has stopped: {reason}",
  "standalone.elsewhere": "The board is open in another tab or window.",
  "standalone.taken": "The board has moved to another tab or window. Its games are saved.",
  "standalone.useHere": "Use it here",
  "standalone.noAnswer": "The other tab does not answer. Close it, and the board opens here.",
  "standalone.unkept": "This browser does not keep your games: it refuses storage, or has no room left. Save them as files before you close this page.",
  "standalone.save": "Save to a file",
  "standalone.newer": "A new version is there.",
  "standalone.reload": "Reload",
  "standalone.later": "Later",
});
