/**
 * Links that hold a game: `#pente:K10J11`, or with another start `#pente@POSITION:MOVES`. The server
 * reads them by the rules. They come from anybody, so they are bounded, and refused in words.
 */

import { toast } from "../page/dom.js";
import { say } from "../words/say.js";
import * as api from "./api.js";
import { tried } from "./play.js";

/** The most characters of a link's fragment; a game of 100 moves has about 300. */
export const LONGEST_LINK = 8000;
const WORD = /^[a-z0-9-]{1,20}(@[^:\s]{1,1000})?:\S*$/;

/**
 * A new game from the fragment of an address; nothing, with the reason told, if it holds none.
 * @param {string} fragment
 */
export async function openLink(fragment) {
  const text = decoded(fragment);
  const values = { count: fragment.length.toLocaleString(), most: LONGEST_LINK.toLocaleString() };
  if (fragment.length > LONGEST_LINK) return void toast(say("share.longLink", values));
  if (text === null || !WORD.test(text)) return void toast(say("share.badLink"));
  return tried(api.imported({ text, format: "share" }));
}

/** The text of a fragment, or null if it is no valid one. @param {string} fragment */
export function decoded(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return null;
  }
}
