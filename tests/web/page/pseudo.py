"""A pseudo-locale: the page in a language whose words are long and have no letter of English.

Every text of the tables is written with accents, in brackets and about a third longer, as in
"[Ñéŵ ĝåɱé ļöñ]". The places for values stay. Whatever then still has a plain letter is no text of
a table: it is what players and the server wrote, or a text that someone forgot.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import BrowserContext, Route

    from tests.web.page.conftest import Table

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"
FILLER = "ļöñĝ ŵöŕđš ƒîļļ ŕöŵš "
WORDS = re.compile(r"/words/en\.json$")

# All texts that a viewer sees or hears, each with the element that has it.
TEXTS = """() => {
  const found = [];
  const skipped = "script, style, noscript, .log, .note, [data-place] ~ *";
  const name = (one) => one.tagName.toLowerCase() + (one.id ? "#" + one.id : "")
    + [...one.classList].map((word) => "." + word).join("");
  const add = (one, kind, text) => text?.trim() && found.push([name(one), kind, text.trim()]);
  for (const one of document.body.querySelectorAll("*")) {
    if (one.matches(skipped) || !one.checkVisibility()) continue;
    for (const kind of ["aria-label", "title", "placeholder", "alt"]) {
      add(one, kind, one.getAttribute(kind));
    }
    if (one.matches("kbd") && one.textContent.length === 1) continue;
    for (const node of one.childNodes) if (node.nodeType === 3) add(one, "text", node.data);
  }
  return found;
}"""

POINT = r"[A-Z]\d{1,2}"  # K10
SPOT = r"x?G?[a-i]\d(?:-[a-i]\d)?(?:;x)?(?:,?G?[a-i]\d)*\*?"  # g1-c3, xb2,Gb4
SIZE = r"\d+x\d+"
NAMES = re.compile(rf"\b(?:{POINT}|{SPOT}|{SIZE}|[A-T])\b")


def speak_pseudo(context: BrowserContext) -> None:
    """Give the pages of a context the pseudo-locale from their next visit on."""

    def translate(route: Route) -> None:
        texts = json.loads(route.fetch().text())
        route.fulfill(json={key: pseudo(text) for key, text in texts.items()})

    context.route(WORDS, translate)


def pseudo(text: Any) -> Any:
    """A text of a table, or its forms, in the pseudo-locale."""
    if isinstance(text, dict):
        return {form: pseudo(one) for form, one in text.items()}
    parts = re.split(r"(\{\w+\})", text)
    letters = sum(len(part) for part in parts[::2])
    parts[::2] = [part.translate(str.maketrans(PLAIN, ACCENTED)) for part in parts[::2]]
    more = (FILLER * (1 + letters // 40))[: -(-letters * 3 // 10)].rstrip()
    return f"[{''.join(parts)} {more}]"


def untranslated(table: Table, data: Iterable[str]) -> set[tuple[str, str, str]]:
    """The texts of the page with plain letters outside these pieces of data.

    Names of points are data, too, and the letters on the board and on keys of the keyboard.
    """
    pieces = sorted({one for one in data if one}, key=len, reverse=True)
    known = re.compile("|".join(re.escape(one) for one in pieces) or "$^", re.IGNORECASE)
    found = set()
    for element, kind, text in table.page.evaluate(TEXTS):
        rest = NAMES.sub(" ", known.sub(" ", text))
        if re.search("[A-Za-z]|[{}]", rest) or ("[" not in rest and re.search(r"[^\W\d_]", rest)):
            found.add((element, kind, text))
    return found
