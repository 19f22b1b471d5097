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
NAMES = re.compile(rf"\b(?:{POINT}|{SPOT}|[A-T])\b")


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
    """Return the texts of the page with plain letters outside these pieces of data.

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


def said_by_server(table: Table) -> set[str]:
    """Return all texts that the server writes: the page shows them as they are.

    These are titles, rules and results of games, notices, levels, hints, names of moves, the
    opening rule, and what a format does not hold. The command line prints the same sentences.
    """
    words: set[str] = set()
    for preset in table.get("presets"):
        words |= {preset["title"], *preset["text"]}
        words |= {text for rule in preset["openings"] for text in (rule["title"], *rule["text"])}
    for family in ("five", "gipf"):
        for level in table.get(f"levels?family={family}"):
            words |= {level["name"], level["text"]}
    for game in table.get("games"):
        words |= {game["title"], game["result"]}
    return words | _of_game(table.state("game"))


def _of_game(game: dict[str, Any]) -> set[str]:
    position = game["position"]
    words = {game["title"], game["rules"]["name"], *game["rules"]["text"], *game["notices"]}
    words |= {one["name"] for one in game["players"] if one["name"] and "[" not in one["name"]}
    words |= {node["text"] for node in game["nodes"]} | {position.get("barred", "")}
    words |= {move["label"] for move in position.get("moves", []) if "label" in move}
    words |= {end["text"] for end in (position["outcome"], game["result"]) if end}
    return words | ({game["hint"]["text"]} if game["hint"] else set())
