"""Reads and writes games in all formats, and recognises the format of a text.

docs/records.md describes them. `json`, `share`, `position` and `moves` serve every family; the
others are those that a family lists. A format is recognised by how a text begins, SGF also after
other text, else each family is asked.

Lines that begin with `#` around a position string are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from arena.records.json_line import format_json_line, parse_json_line
from games.errors import GameError, NotationError
from games.family import AnyFamily, AnyRules, family_of, play_all
from games.records.format import (
    Part,
    RecordFormat,
    before,
    lines,
    paragraphs,
    without_comment_lines,
)
from games.records.movetext import read_words
from games.records.sgf import is_sgf
from games.registry import BUILT_IN, GAMES, family_named
from games.result import OPEN, RESULTS
from games.share import format_share, is_share, parse_share
from games.tree import GameTree, record_of

JSON, SGF, SHARE, POSITION, MOVES = "json", "sgf", "share", "position", "moves"
LONGEST_POSITION = 2_000
RESULTS_HEAD = ('{"match":', '{"tournament":')


class UnknownFormat(NotationError):  # noqa: N818 - named after the problem, like FileNotFound
    """No format is recognised; the message lists those that are read."""


def _read_json(text: str, rules: AnyRules | None) -> GameTree:
    """The game of the last line."""
    last = [*text.strip().splitlines()[-1:], ""][0]
    return parse_json_line(last, None if rules is None else rules.name)


def _read_moves(text: str, rules: AnyRules) -> GameTree:
    """A list of answers in the family's own notation, perhaps with comments and the result."""
    family = family_of(rules)
    comment, words = read_words(family.apart(text))
    result = words.pop().text if words and words[-1].text in RESULTS else OPEN
    position, said = family.start(), {}
    for number, word in enumerate(words, 1):
        try:
            play_all(position, family.parse_answer(position, word.text))
        except GameError as error:
            raise type(error)(f"move {number}, {word.text[:40]}: {error}") from error
        said[len(position.moves)] = word.comment
    game = record_of(position, comment=comment, result=result)
    for number, node in enumerate(game.main_nodes(), 1):
        node.comment = said.get(number, "")
    return game


def _json_lines(text: str) -> list[Part]:
    """The lines of games; the head of a file of results is skipped."""
    return [part for part in lines(text) if not part.text.startswith(RESULTS_HEAD)]


def _starts_position(line: str) -> bool:
    signs = (family.formats[POSITION].begins for family in BUILT_IN if POSITION in family.formats)
    return "/" in line or any(sign is not None and sign.match(line) for sign in signs)


# Formats of every family. A family may write them, or read positions and lists, in its own way.
SHARED = {
    JSON: RecordFormat(
        read=_read_json,
        write=partial(format_json_line, number=0),
        suffix=".jsonl",
        begins=re.compile(r"\{\s*(?:[\"}]|$)"),  # not a comment in braces
        split=_json_lines,
    ),
    POSITION: RecordFormat(
        read=lambda text, rules: GameTree(family_of(rules).parse_start(text)),
        write=lambda game: f"{game.family.format_position(game.end())}\n",
        suffix=".pos",
        split=partial(before, _starts_position, comment="#"),
    ),
    SHARE: RecordFormat(
        read=lambda text, _: parse_share(text),
        write=lambda game: format_share(game) + "\n",
        suffix=".share",
        split=lines,
    ),
    MOVES: RecordFormat(read=_read_moves, split=paragraphs),
}
ALL = [(JSON, SHARED[JSON]), *(pair for family in BUILT_IN for pair in family.formats.items())]
ALL += SHARED.items()
SUFFIXES = {name: format_.suffix for name, format_ in ALL if format_.suffix}
FORMAT_OF_SUFFIX = {suffix: name for name, suffix in SUFFIXES.items()} | {
    ".json": JSON,
    ".pgn": "pente",
}
BETWEEN = {name: format_.between for name, format_ in ALL}  # two games of a file; None: it has one
FORMATS = tuple(SUFFIXES)  # that are written
READ_ONLY = tuple(name for name in dict.fromkeys(dict(ALL)) if name not in SUFFIXES)


def asked(preset: str | None) -> Iterator[type[AnyFamily]]:
    """The families that may know a text, that of a named plugged game first.

    Of the built-in ones the first is asked last: it takes texts that have no sign of their own.
    """
    if preset is not None and preset not in GAMES:
        yield type(family_named(preset))
    yield from reversed(BUILT_IN)


def read_record(text: str, *, format_: str | None = None, preset: str | None = None) -> GameTree:
    """Read a game in the given format, or in the format that the text looks like.

    `preset` is the game if the text does not name it. Raises GameError (NotationError,
    UnknownRules, IllegalMove) that says what is wrong.
    """
    text = text.removeprefix("\ufeff")
    kind = format_ or detect(text, preset)
    try:
        return _read(text, kind, preset)
    except GameError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise NotationError(f"invalid record ({kind}): {error}") from error


def detect(text: str, preset: str | None) -> str:
    """The format of a text. Raises UnknownFormat if it recognises none, or one by name."""
    stripped = text.strip()
    asked_for = [*asked(preset)]
    own = [pair for family in asked_for[: -len(BUILT_IN)] for pair in family.formats.items()]
    for kind, known in (*own, *ALL):
        if known.begins is not None and known.begins.match(stripped):
            return kind
    for kind, looks_like in ((SGF, is_sgf), (SHARE, is_share)):
        if looks_like(stripped):
            return kind
    for family in asked_for:
        named = preset in family.presets
        if kind := family.format_of(stripped, named=named):
            return kind
        if named and family not in BUILT_IN:
            return _kind_of_plain(stripped, family_named(str(preset)))
    raise UnknownFormat(
        "unknown format: expected our JSON record, SGF, pente.org's text, PSQ or REC, Gipf in the "
        "official notation, a list of moves, a shared game or a position string"
    )


def _kind_of_plain(text: str, family: AnyFamily) -> str:
    try:
        family.parse_position(without_comment_lines(text))
    except GameError:
        return MOVES
    return POSITION


def format_named(kind: str, text: str, preset: str | None) -> tuple[RecordFormat, AnyRules | None]:
    """The format of this name that a text is in, and the rules named, if they are of it.

    Raises NotationError if there is none.
    """
    rules = None if preset is None else family_named(preset).rules
    if kind in (JSON, SHARE):
        return SHARED[kind], rules
    for family in asked(preset):
        own = rules if preset in family.presets else None
        known = {**({} if family in BUILT_IN else SHARED), **family.formats}
        if kind in known and known[kind].owns(text, own):
            return known[kind], own
    raise NotationError(f"unknown format {kind!r}: expected {', '.join((*FORMATS, *READ_ONLY))}")


def _read(text: str, kind: str, preset: str | None) -> GameTree:
    if kind == POSITION:
        text = " ".join(without_comment_lines(text).split())
        if len(text) > LONGEST_POSITION:
            raise NotationError(
                f"a position string of {len(text)} characters, at most {LONGEST_POSITION}"
            )
    known, rules = format_named(kind, text, preset)
    return known.read(text, rules)


def write_record(record: GameTree, format_: str, number: int = 0) -> str:
    """The game as text. Raises NotationError if the format cannot represent it.

    `number`, from 0, is the game's number in a JSON line.
    """
    for known in (record.family.formats.get(format_), SHARED.get(format_)):
        if known is SHARED[JSON]:
            return format_json_line(record, number)
        if known is not None and known.write is not None:
            return known.write(record)
    raise NotationError(f"cannot write {record.rules.name} as {format_!r}")
