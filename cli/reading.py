"""Reads a position from whatever people have: harness input, position string, game record.

| FILE holds | told by |
|---|---|
| the harness's `input.txt` | its first word is BLACK or WHITE |
| a record or a position string, of either family | as `arena/exchange.py` tells them |

Of a record the end of the main line counts, of several lines of JSON the last one.
"""

from __future__ import annotations

import click

from agent.errors import ProtocolError
from agent.protocol import parse_request
from arena.exchange import detect, read_record
from games.errors import GameError, NotationError
from games.gipf.position import GipfPosition
from games.position import Position
from games.rules import Rules, rules_named

HARNESS_WORDS = ("BLACK", "WHITE")


def read_any_position(file: str, game: str | None) -> Position | GipfPosition:
    """The position of any game that a file holds; `-` is standard input.

    `game` is the game where the file does not say it; what says it must be of that game. Raises
    NotationError or OSError saying what is wrong with which file.
    """
    data = read_bytes(file)
    text = text_of(data)
    if text[:5].upper() in HARNESS_WORDS:
        return position_of_request(file, data, rules_named(game or "pente"))
    kind = format_of(file, text, game)
    try:
        position = read_record(text, format_=kind, preset=game).end()
    except GameError as error:
        raise NotationError(f"{file}: {error}") from error
    if game not in (None, position.rules.name):
        raise NotationError(f"{file}: the record is of {position.rules.name}, not of {game}")
    return position


def format_of(file: str, text: str, game: str | None) -> str:
    """The format that a text looks like. Raises NotationError saying what there is."""
    try:
        return detect(text, game)
    except NotationError as error:
        words = " or ".join(HARNESS_WORDS)
        raise NotationError(f"{file}: no harness input ({words} first), and {error}") from error


def read_bytes(file: str) -> bytes:
    """What a file holds; `-` is standard input. Raises OSError."""
    with click.open_file(file, "rb") as stream:
        data: bytes = stream.read()
    return data


def text_of(data: bytes) -> str:
    """The bytes as text, without a byte order mark and blanks around it."""
    return data.decode("utf-8-sig", errors="replace").strip()


def position_of_request(file: str, data: bytes, rules: Rules) -> Position:
    """The position that harness input asks about; an error names the file that it came from."""
    try:
        return parse_request(data, rules).position
    except ProtocolError as error:
        place = f"{file}, line {error.line}, column {error.column}"
        raise NotationError(f"{place}: {error.reason}") from error
