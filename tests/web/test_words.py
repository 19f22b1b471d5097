"""The texts of the page in all languages, and the sentences of the server that they have."""

from __future__ import annotations

import ast
import json
import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from games.registry import BUILT_IN, all_games, family_named
from games.result import AGREEMENT, FORFEIT, LEFT, RESIGNATION, SAID
from web.contract import messages
from web.contract.schema import Said
from web.engines import analysis, opponents, process
from web.families.choice import preset_views
from web.http.routes import level_options
from web.matches import matches
from web.words import AREAS, LANGUAGES, encode, in_language, recognised, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.conftest import Running

ROOT = Path(__file__).parents[2]
# As the browsers' Intl.PluralRules has them; a test of the page compares them.
CASES = {
    **{name: {"one", "other"} for name in ("en", "de")},
    **{name: {"one", "many", "other"} for name in ("es", "fr")},
    **{name: {"one", "few", "many", "other"} for name in ("cs", "pl", "ru")},
    **{name: {"other"} for name in ("ja", "ko", "zh")},
}
# In these a text in the case "one" may leave the number out: it is 1 (in French also 0).
ALWAYS_ONE = ("en", "de", "es", "fr", "cs", "pl")
PLACE = re.compile(r"\{~?(\w+)\}")
VALUES = ("White", "7", "K10 is occupied", "there is no such point")  # of texts in the code
# Modules whose refusals programs meet, and people who write a record by hand.
FOR_PROGRAMS = [
    "arena/records/json_line.py",
    "games/family.py",
    "games/five/opening_rules.py",
    "games/gipf/notation.py",
    "games/gipf/picture.py",
    "games/gipf/records/json_line.py",
    "games/gipf/rules.py",
    "games/gipf/text.py",
    "games/markup.py",
    "games/records/sgf_headers.py",
    "games/registry.py",
    "games/tree.py",
    "web/explorer/explorer.py",
    "web/explorer/index.py",
    "web/http/addresses.py",
    "web/http/app.py",
    "web/http/route.py",
    "web/http/safety.py",
    "web/http/server.py",
    "web/records/lessons.py",
    "web/records/reading.py",
]
ENDS = (AGREEMENT, RESIGNATION, SAID, "time", FORFEIT, LEFT)  # in every family
DEFECTS = ("ValueError", "OSError", "AttributeError", "TypeError", "HTTPException")
ENGLISH = words_of("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_texts(language: str) -> None:
    """Each key has a text with the English one's places, with a form for each case of a count."""
    texts = words_of(language)
    assert texts.keys() == ENGLISH.keys()
    for key, english in ENGLISH.items():
        text = texts[key]
        forms = text if isinstance(text, dict) else {"other": text}
        if isinstance(text, dict) or isinstance(english, dict):
            assert forms.keys() == CASES[language], key
        assert places(text) == places(english), key
        number = places(english) & {"count", "games"}
        for case, form in forms.items():
            always = isinstance(text, dict) and not (case == "one" and language in ALWAYS_ONE)
            assert not always or number <= places(form), (key, case)


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {"en"}))
def test_texts_use_the_words_of_the_glossary(language: str) -> None:
    """Each word of the field is in the texts as the glossary has it."""
    glossary = json.loads((ROOT / f"data/glossary/{language}.json").read_text("utf-8"))
    texts = json.dumps(words_of(language), ensure_ascii=False).lower()
    assert len(glossary) > 10
    assert [one["term"] for one in glossary if one["in texts"].lower() not in texts] == []


def test_the_page_offers_each_language() -> None:
    """In the menu of Settings, in files, and where a browser without scripts is told so."""
    script = (ROOT / "web/static/js/words/say.js").read_text("utf-8")
    offered = re.search(r"LANGUAGES = \{\n(.*?)\n\}", script, re.DOTALL)
    assert offered is not None
    assert tuple(re.findall(r"^  (\w+):", offered[1], re.MULTILINE)) == LANGUAGES
    page = (ROOT / "web/static/index.html").read_text("utf-8")
    without_scripts = page[page.index("<noscript>") : page.index("</noscript>")]
    assert {"en", *re.findall(r'<p lang="(\w+)">', without_scripts)} == set(LANGUAGES)


def places(text: str | dict[str, str]) -> set[str]:
    """The places for values in a text, or in all its forms."""
    return set(PLACE.findall(text if isinstance(text, str) else " ".join(text.values())))


def test_the_server_says_what_the_page_has_texts_for() -> None:
    """Games, their rules, openings, ends, levels and notices have a key, and read back alike."""
    said = [process.SLOW, process.NOT_BUILT, opponents.FAILED, analysis.FAILED]
    said += [matches.FAILED, matches.UNSAVED.format("No space left on device")]
    for view in preset_views():
        said += [view.title, *view.text]
        said += [line for rule in view.openings for line in rule.text]
    for name in all_games():
        family = family_named(name)
        ends = (*family.won_by, *family.lost_by, *ENDS)
        said += [family.result_in_words(winner, end) for winner in (0, 1, None) for end in ends]
    for kind in BUILT_IN:
        said += [text for level in level_options(kind.name) for text in (level.name, level.text)]
    for text in said:
        assert recognised(text) is not None, text
        assert in_language(text, ENGLISH) == text or "1 turn ahead" in text


def test_refusals_have_texts() -> None:
    """What the code refuses in words has a key, whatever the values are."""
    unknown = set[str]()
    for folder in ("games", "arena/records", "web"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name not in FOR_PROGRAMS:
                unknown |= {f"{name}: {text}" for text in refusals(path) if not is_known(text)}
    assert unknown == set()


def refusals(path: Path) -> Iterator[str]:
    """The texts of the errors that a module raises, with "{}" for their values."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args):
            continue
        if ast.unparse(node.exc.func).split(".")[-1] in (*DEFECTS, "DatabaseError"):
            continue
        text = node.exc.args[0]
        if isinstance(text, ast.Constant):
            yield str(text.value)
        elif isinstance(text, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in text.values]
            yield "".join(map(str, parts))


def is_known(text: str) -> bool:
    """Whether a text has a key, with some values in its places."""
    parts = text.split("{}")
    tries = product(VALUES, repeat=len(parts) - 1)
    whole = ["".join(map("".join, zip(parts, [*one, ""], strict=True))) for one in tries]
    return any(recognised(sentence) for sentence in whole)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("K10 is occupied", ["refused.occupied"]),
        ("the game is over: White wins by captures.", ["refused.overResult", "results.captures"]),
        ("move 3, K9: K9 is occupied", ["records.at", "refused.occupied"]),
        ("Gipf, basic: ann - ben", ["names.titled"]),
        ("ann: White", []),
        ("Pente: White", ["names.titled"]),
        ("red wins by five in a row.", []),
        ("", []),
    ],
)
def test_a_sentence_is_recognised_with_those_inside(text: str, codes: list[str]) -> None:
    """The codes of a sentence and of the one in it; what a person wrote has none."""
    said: str | Said | None = recognised(text)
    said_codes = []
    while isinstance(said, Said):
        said_codes.append(said.code)
        said = said.values.get("error")
    assert said_codes == codes
    assert in_language(text, words_of("de")).endswith("White") == text.endswith("White")


def test_a_message_names_its_sentences() -> None:
    """`said` has the place, key and values of each; what people wrote is not looked at."""
    entry = messages.RecordEntry(
        number=1, names=("White", ""), event="captures", date="", result="", plies=0, problem=""
    )
    record = msgspec.structs.replace(entry, problem="K10 is occupied")
    text = encode(messages.Records(count=1, games=[record]))
    said = json.loads(text)["said"]
    path = ["games", 0, "problem"]
    assert said == [{"code": "refused.occupied", "path": path, "values": {"point": "K10"}}]
    assert b"said" not in encode(messages.Records(count=0, games=[]))
    assert encode([record, record]).count(b"said") == 2


def test_each_text_of_the_server_can_be_said() -> None:
    """No two keys of the server have the same text, so each is found by its own."""
    for key, text in ENGLISH.items():
        if key.split(".")[0] in AREAS and isinstance(text, str):
            sample = PLACE.sub(lambda place: example(place[1]), text)
            said = recognised(sample)
            assert said is not None, key
            assert said.code == key, (sample, said)


def example(place: str) -> str:
    """A value for a place."""
    if place in ("colour", "owner"):
        return "White"
    known = {"error": "K10 is occupied", "game": "Pente", "point": "K10", "line": "4"}
    return known.get(place, "7" if place in ("count", "number") else "zz")


def test_only_pages_hear_of_keys(board: Running) -> None:
    """The answer to a tab has the keys of its sentences; that to a program has English alone."""
    for headers, has in (({}, False), ({"Pente-Tab": "one"}, True)):
        answer = board.client.get("/api/presets", headers=headers)
        assert [("said" in preset) for preset in answer.json()] == [has] * len(preset_views())
