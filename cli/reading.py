"""Reads a position from whatever people have: harness input, position string, game record.

| FILE holds | told by |
|---|---|
| the harness's `input.txt` | its first word is BLACK or WHITE |
| a record, one JSON line a game | its first sign is `{`; the last line's last position counts |
| a position string | one line with `/` |
"""

from __future__ import annotations

import click

from agent.errors import ProtocolError
from agent.protocol import parse_request
from arena.record import parse_game
from games.diagram import parse_position
from games.errors import NotationError
from games.points import parse_point
from games.position import Position
from games.rules import Rules, rules_named


def read_position(file: str, game: str | None) -> Position:
    """The position that a file holds; `-` is standard input.

    Raises ValueError (NotationError, RecordError) or OSError saying what is wrong.
    """
    with click.open_file(file, "rb") as stream:
        data = stream.read()
    text = data.decode("utf-8-sig", errors="replace").strip()
    if text.startswith("{"):
        return position_of_record(text.splitlines()[-1], game)
    rules = rules_named(game or "pente")
    if "/" in text and len(text.splitlines()) == 1:
        return parse_position(text, rules)
    if text[:5].upper() in ("BLACK", "WHITE"):
        return position_of_request(file, data, rules)
    raise NotationError(
        f"{file}: neither harness input (BLACK or WHITE first), nor a position string "
        "(rows joined by '/'), nor a game record (a line of JSON)"
    )


def position_of_request(file: str, data: bytes, rules: Rules) -> Position:
    """The position that harness input asks about; an error names the file that it came from."""
    try:
        return parse_request(data, rules).position
    except ProtocolError as error:
        place = f"{file}, line {error.line}, column {error.column}"
        raise NotationError(f"{place}: {error.reason}") from error


def position_of_record(line: str, game: str | None) -> Position:
    """The last position of a recorded game; a `game` that is given must be the record's own."""
    record = parse_game(line)
    if game is not None and game != record.rules:
        raise NotationError(f"the record is of {record.rules}, not of {game}")
    return replay(rules_named(record.rules), [*record.opening, *[m.point for m in record.moves]])


def replay(rules: Rules, points: list[str]) -> Position:
    """The position after these moves from the start."""
    position = Position(rules)
    for point in points:
        position.play(parse_point(point, rules.size))
    return position
