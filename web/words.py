"""The code of each sentence that the server says: the page says it in its own language.

Games, engines and readers of records write English, which the command line and the API show. The
texts of the page (`static/words/en.json`) have each of those sentences under a key, with places for
its values, so that a sentence can be recognised: "K10 is occupied" is "{point} is occupied". A
message to a page names the keys and values of its sentences in `said`, beside the English ones. A
sentence without a key, such as one of a plugged game, stays English.
"""

from __future__ import annotations

import json
import os
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import msgspec

from web.contract.schema import Said, Sentence, ServerMessage

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "static", "words")
LANGUAGES = tuple(sorted(name.removesuffix(".json") for name in os.listdir(WORDS)))
# What begins the keys of the server's texts.
AREAS = (
    *("names", "levels", "rules", "results", "labels", "notices"),
    *("refused", "lost", "records", "places"),
)
PAGES = ("play.White", "play.Black", "play.white", "play.black")  # colours are in sentences, too
# Places whose text may have a key itself; others hold what people wrote.
OPEN = ("colour", "owner", "place", "file", "holds", "error", "game")
# What begins the key of the text in a place that must have one.
NESTED = {"error": ("refused.", "records.", "results.", "notices."), "game": ("names.",)}
COLOUR = "[Ww]hite|[Bb]lack"
# What fits a place; others take any text.
FORMS = {"count": r"\d+", "number": r"\d+", "line": r"[\w-]+", "point": r"\S+"}
FORMS |= dict.fromkeys(("colour", "owner"), COLOUR)
LONGEST = 1_000  # characters of a sentence that is looked for


def encode(message: Any) -> bytes:
    """A message as JSON, each one of a list; `said` names its sentences, if it has any."""
    if isinstance(message, list):
        return b"[%s]" % b",".join(map(encode, message))
    text = msgspec.json.encode(message)
    said = [*sentences(message)]
    return b'%s,"said":%s}' % (text[:-1], msgspec.json.encode(said)) if said else text


def sentences(message: Any, path: tuple[str | int, ...] = ()) -> Iterator[Said]:
    """The sentences of a message that have a key."""
    if isinstance(message, str):
        if said := recognised(message):
            yield Said(path=path, code=said.code, values=said.values)
    elif isinstance(message, (list, tuple)):
        for index, item in enumerate(message):
            yield from sentences(item, (*path, index))
    elif message is not None:
        for name in _speaking(message.__class__):
            yield from sentences(getattr(message, name), (*path, name))


def words_of(language: str) -> dict[str, Any]:
    """All texts of a language by key."""
    with open(os.path.join(WORDS, f"{language}.json"), encoding="utf-8") as file:
        return dict(json.load(file))


def in_language(said: str | Said, texts: dict[str, Any]) -> str:
    """A sentence in the language of these texts; one without a key stays as it is."""
    sentence = recognised(said) if isinstance(said, str) else said
    if sentence is None:
        return str(said)
    text = texts[sentence.code]
    values = {
        name: in_language(value, texts) if isinstance(value, Said) else value
        for name, value in sentence.values.items()
    }
    values |= {f"~{name}": value[:1].lower() + value[1:] for name, value in values.items()}
    return str(text if isinstance(text, str) else text["other"]).format_map(values)


@lru_cache(maxsize=4096)
def recognised(text: str) -> Said | None:
    """The key and values of a sentence, or None. Values that have a key are recognised, too."""
    if not text or len(text) > LONGEST:
        return None
    exact, patterns = _texts()
    if text in exact:
        return exact[text]
    for said, pattern in patterns:
        if match := pattern.fullmatch(text):
            groups = match.groupdict()
            values = groups | {
                name: recognised(groups[name]) or groups[name] for name in OPEN if name in groups
            }
            if all(
                _fits(values.get(name), keys) for name, keys in NESTED.items() if name in values
            ):
                return Said(code=said.code, values={**said.values, **values})
    return None


def _fits(value: str | Said | None, keys: tuple[str, ...]) -> bool:
    return isinstance(value, Said) and value.code.startswith(keys)


@cache
def _texts() -> tuple[dict[str, Said], list[tuple[Said, re.Pattern[str]]]]:
    """The sentences without places, and the patterns of others.

    First come those that hold another sentence, then those with more letters.
    """
    exact, patterns = dict[str, Said](), list[tuple[Said, re.Pattern[str], tuple[bool, int]]]()
    for code, text in words_of("en").items():
        if code.split(".")[0] not in AREAS and code not in PAGES:
            continue
        for form, words in ({"": text} if isinstance(text, str) else text).items():
            said = Said(code=code, values={"count": "1"} if form == "one" else {})
            parts = re.split(r"\{(\w+)\}", words)
            if len(parts) == 1:
                exact[words] = said
                continue
            names = [f"(?P<{name}>{FORMS.get(name, '.+?')})" for name in parts[1::2]]
            literal = [re.escape(part) for part in parts[::2]]
            whole = "".join(
                part for pair in zip(literal, [*names, ""], strict=True) for part in pair
            )
            order = ("error" in parts[1::2], len("".join(parts[::2])))
            patterns.append((said, re.compile(whole, re.DOTALL), order))
    patterns.sort(key=lambda entry: entry[2], reverse=True)
    return exact, [(said, pattern) for said, pattern, _ in patterns]


@cache
def _speaking(kind: type[object]) -> list[str]:
    """The fields of a message that are sentences, or hold messages with sentences."""
    if not issubclass(kind, ServerMessage):
        return []
    hints = get_type_hints(kind, include_extras=True)
    return [name for name, hint in hints.items() if _speaks(hint)]


def _speaks(hint: Any) -> bool:
    """Whether a type is a sentence, or has parts that are."""
    if isinstance(hint, type):
        return bool(_speaking(hint))
    return hint == Sentence or any(map(_speaks, get_args(hint)))
