"""Reads and writes games in all formats, and recognises the format of a text.

| format     | what it is                                    | recognised by            |
|------------|-----------------------------------------------|--------------------------|
| `json`     | our record, one JSON line per game            | `{`                      |
| `sgf`      | SGF of the five-in-a-row family, or of Gipf   | `(`, or `(;` after text  |
| `pente`    | pente.org's text                              | `[` or a move number     |
| `gipf`     | Gipf in the official notation                 | `[Game "gipf...`, or a   |
|            |                                               | Gipf move                |
| `psq`      | Piskvork's record                             | `Piskvorky`              |
| `share`    | a game as one word                            | `PRESET:`                |
| `position` | a position string of either family            | a line with `/`, or pieces |

These are only read:

| format     | what it is                                    | recognised by            |
|------------|-----------------------------------------------|--------------------------|
| `rec`      | Piskvork's older record                       | two names, then a move   |
| `moves`, `pos-bottom`, `pos-top` | bare lists of moves (`games.records.move_list`) | points |
| `webgipf`  | the actions of the program webgipf            | `We1-e2`                 |

Lines that begin with `#` around a position string are comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from arena.records.json_line import format_json_line, parse_json_line
from games.errors import GameError, NotationError, UnknownRules
from games.five.diagram import parse_position
from games.five.rules import PRESETS, Rules, rules_named
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, gipf_rules_named
from games.gipf.text import parse_position as parse_gipf_position
from games.records.five_sgf import format_five_sgf, parse_five_sgf
from games.records.gipf_json import format_json
from games.records.gipf_paper import format_paper, parse_paper
from games.records.gipf_sgf import format_gipf_sgf, parse_gipf_sgf
from games.records.gipf_sheet import is_paper
from games.records.move_list import NOTATIONS, is_move_list, parse_move_list
from games.records.movetext import without_comments
from games.records.pente_text import format_pente_text, parse_pente_text
from games.records.psq import format_psq, is_rec, parse_psq, parse_rec
from games.records.sgf import is_sgf
from games.records.share import format_share, is_share, parse_share
from games.records.webgipf import is_webgipf, parse_webgipf
from games.rules import FIVE_FAMILY, GIPF_FAMILY
from games.tree import GameTree

SUFFIXES = {
    "json": ".jsonl",
    "sgf": ".sgf",
    "pente": ".txt",
    "psq": ".psq",
    "gipf": ".gipf",
    "position": ".pos",
    "share": ".share",
}
FORMATS = tuple(SUFFIXES)
REC, WEBGIPF, MOVES = "rec", "webgipf", "moves"
READ_ONLY = (REC, *NOTATIONS, WEBGIPF)
PISKVORKY = "Piskvorky"
JSON = re.compile(r"\{\s*(?:[\"}]|$)")  # not a comment in braces
PRESET_OF_ROWS = {9: "gomoku-9", 15: "gomoku-15", 19: "pente", 20: "gomoku-20"}
SGF_NUMBER_OF_GIPF = re.compile(r"GM\s*\[\s*39\s*\]")
PAPER = re.compile(r'\s*\[Game "gipf')
BY_LOOKS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("json", JSON.match),
    ("gipf", PAPER.match),
    ("sgf", is_sgf),
    ("share", is_share),
    (WEBGIPF, is_webgipf),
    ("gipf", is_paper),
)
MOVE_NUMBER = re.compile(r"1\.")
PAPER_MOVE = re.compile(r"(?i)x?[gn]?[a-i][1-9]")
# `alice* vs. bob`, where the winner has the star, then `02/12/2000 13:45 EST`
DSG = re.compile(r"[^\n]{1,200}\n\s*\d{1,2}/\d{1,2}/\d{4} +\d{1,2}:\d\d")
GIPF_POSITION = re.compile(r"[wb]\s+\d+\s+\d+")
LONGEST_POSITION = 2_000


class UnknownFormat(NotationError):  # noqa: N818 - named after the problem, like FileNotFound
    """No format is recognised; the message lists those that are read."""


FIVE_READERS: dict[str, Callable[[str, Rules | None], GameTree]] = {
    "pente": parse_pente_text,
    "psq": parse_psq,
    REC: parse_rec,
}

# What the families add to JSON lines, shared games and positions, or write in a form of their own.
WRITERS: dict[str, dict[str, Callable[[GameTree], str]]] = {
    FIVE_FAMILY: {"sgf": format_five_sgf, "pente": format_pente_text, "psq": format_psq},
    GIPF_FAMILY: {"json": format_json, "sgf": format_gipf_sgf, "gipf": format_paper},
}


def read_record(text: str, *, format_: str | None = None, preset: str | None = None) -> GameTree:
    """Read a game in the given format, or in the format that the text looks like.

    `preset` is the game if the text does not name it. Raises GameError (NotationError,
    UnknownRules, IllegalMove) that says what is wrong.
    """
    text = text.removeprefix("\ufeff")
    kind = format_ or detect(text, preset)
    if kind not in (*FORMATS, *READ_ONLY):
        raise NotationError(
            f"unknown format {kind!r}: expected {', '.join((*FORMATS, *READ_ONLY))}"
        )
    try:
        return _read(text, kind, preset)
    except GameError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise NotationError(f"invalid record ({kind}): {error}") from error


def detect(text: str, preset: str | None) -> str:
    """Return the format of a text. Raises UnknownFormat if it recognises none, or one by name."""
    stripped = text.strip()
    if stripped.startswith(PISKVORKY):
        return "psq"
    for kind, looks_like in BY_LOOKS:
        if looks_like(stripped):
            return kind
    if stripped.startswith("[") or MOVE_NUMBER.match(stripped):
        return "gipf" if preset in GIPF_PRESETS else "pente"
    line = _without_comments(stripped)
    if GIPF_POSITION.match(line) or ("/" in line and len(line.splitlines()) == 1):
        return "position"
    if preset in GIPF_PRESETS:
        return "gipf" if PAPER_MOVE.match(without_comments(stripped).lstrip()) else "position"
    return _detect_bare(stripped)


def _detect_bare(text: str) -> str:
    """Return the format of a text without headers. Raises NotationError."""
    if DSG.match(text):
        raise NotationError(
            "the oldest text of pente.org (DSG 2.12: names, a date, moves) is not read: expected "
            "headers in brackets, or the moves alone"
        )
    for kind, looks_like in ((REC, is_rec), (MOVES, is_move_list)):
        if looks_like(text):
            return kind
    raise UnknownFormat(
        "unknown format: expected our JSON record, SGF, pente.org's text, PSQ or REC, Gipf in the "
        "official notation, a list of moves, a shared game or a position string"
    )


def _read(text: str, kind: str, preset: str | None) -> GameTree:
    """Read a game in a known format."""
    rules = PRESETS.get(preset or "")
    gipf = preset if preset in GIPF_PRESETS else None
    if kind == "sgf":
        if SGF_NUMBER_OF_GIPF.search(text[:2_000]):
            return parse_gipf_sgf(text, gipf)
        return parse_five_sgf(text, rules)
    if kind in FIVE_READERS:
        return FIVE_READERS[kind](text.lstrip(), rules)
    if kind == "json":
        return parse_json_line(text.strip().splitlines()[-1] if text.strip() else "", preset)
    if kind == "gipf":
        return parse_paper(text, preset)
    if kind == WEBGIPF:
        return parse_webgipf(text, gipf)
    if kind == "share":
        return parse_share(text)
    if kind in NOTATIONS:
        return _read_moves(text, kind, preset)
    return _read_position(" ".join(_without_comments(text).split()), preset)


def _read_moves(text: str, kind: str, preset: str | None) -> GameTree:
    """Read a list of moves; without a preset it is a game of Pente, as pente.org's text is."""
    rules = PRESETS[preset if preset in PRESETS else "pente"]
    try:
        game = parse_move_list(text, rules, None if kind == MOVES else kind)
    except GameError as error:
        if preset is None:
            raise type(error)(f"{error} (read as Pente: no game is named)") from error
        raise
    if preset is None:
        game.notes.append("a list of moves names no game: read as Pente")
    return game


def _read_position(text: str, preset: str | None) -> GameTree:
    """Return a game that starts from a position, without moves."""
    if len(text) > LONGEST_POSITION:
        raise NotationError(
            f"a position string of {len(text)} characters, at most {LONGEST_POSITION}"
        )
    if "/" in text:
        rows = text.count("/") + 1
        name = preset if preset in PRESETS else PRESET_OF_ROWS.get(rows)
        if name is None:
            raise UnknownRules(f"no game has {rows} rows: name the game")
        return GameTree(parse_position(text, rules_named(name)))
    return GameTree(_read_gipf_position(text, preset))


def _read_gipf_position(text: str, preset: str | None) -> GipfPosition:
    """Read a Gipf position; without a preset its text decides which game it is.

    A tournament position may have more pieces in reserve than the basic game allows.
    """
    name = preset if preset in GIPF_PRESETS else "gipf-tournament" if "add=" in text else None
    if name is None and re.search(r" G[WK]", text):
        name = "gipf"
    try:
        return parse_gipf_position(text, gipf_rules_named(name or "gipf-basic"))
    except NotationError:
        if name is None:
            with suppress(NotationError):
                return parse_gipf_position(text, gipf_rules_named("gipf-tournament"))
        raise


def _without_comments(text: str) -> str:
    """Return the text without the lines that begin with `#`."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("#")).strip()


def write_record(record: GameTree, format_: str, number: int = 0) -> str:
    """Return the game as text. Raises NotationError if the format cannot represent it.

    `number`, from 0, is the game's number in a JSON line.
    """
    if (own := WRITERS.get(record.family.name, {}).get(format_)) is not None:
        return own(record)
    if format_ == "json":
        return format_json_line(record, number)
    if format_ == "share":
        return format_share(record) + "\n"
    if format_ == "position":
        return f"{record.family.format_position(record.end())}\n"
    raise NotationError(f"cannot write {record.rules.name} as {format_!r}")
