"""Reads a position from whatever people have: harness input, position string, game record.

| FILE holds | told by |
|---|---|
| the harness's `input.txt` | its first word is BLACK or WHITE |
| a record, one JSON line a game | its first sign is `{`; the last line's last position counts |
| a position string | one line with `/` |

Of Gipf:

| FILE holds | told by |
|---|---|
| a record, one JSON line a game, of a match too | its first sign is `{`, its rules are Gipf's |
| a record in SGF | its first sign is `(` |
| a position (`games/gipf/text.py`), `#` begins a line of comment | `-g` names a game of Gipf |
"""

from __future__ import annotations

import click

from agent.errors import ProtocolError
from agent.protocol import parse_request
from arena.record import parse_game
from arena.record import replay as replay_record
from games.diagram import parse_position
from games.errors import NotationError
from games.gipf.position import GipfPosition
from games.gipf.record import parse_json
from games.gipf.rules import GIPF_PRESETS, gipf_rules_named
from games.gipf.sgf import parse_sgf_game
from games.gipf.text import parse_position as parse_gipf_position
from games.points import parse_point
from games.position import Position
from games.rules import Rules, rules_named


def read_position(file: str, game: str | None) -> Position:
    """The position of the five-in-a-row family that a file holds; `-` is standard input.

    Raises ValueError (NotationError, RecordError) or OSError saying what is wrong.
    """
    return five_position_of(file, read_bytes(file), game)


def five_position_of(file: str, data: bytes, game: str | None) -> Position:
    """The same of what the file holds."""
    text = text_of(data)
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


def read_any_position(file: str, game: str | None) -> Position | GipfPosition:
    """The position of any game: of Gipf if `game` is that, or if the file is a record of it."""
    data = read_bytes(file)
    text = text_of(data)
    if game in GIPF_PRESETS or (game is None and is_gipf_record(text)):
        return gipf_position_of(text, game)
    return five_position_of(file, data, game)


def is_gipf_record(text: str) -> bool:
    """Whether the text is a record whose game is Gipf."""
    if text.startswith("{"):
        return any(f'"rules":"{name}"' in text.splitlines()[-1] for name in GIPF_PRESETS)
    return text.startswith("(")


def gipf_position_of(text: str, game: str | None) -> GipfPosition:
    """The position of a game of Gipf that a text holds; only a record may do without `game`.

    Raises NotationError or IllegalMove saying what is wrong.
    """
    if text.startswith(("{", "(")):
        end = end_of_line(text.splitlines()[-1]) if text[0] == "{" else parse_sgf_game(text).end()
        if game not in (None, end.rules.name):
            raise NotationError(f"the record is of {end.rules.name}, not of {game}")
        return end
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return parse_gipf_position(" ".join(lines), gipf_rules_named(str(game)))


def end_of_line(line: str) -> GipfPosition:
    """The last position of a game on a line of JSON: a match's record, or one of the game alone.

    Raises NotationError, IllegalMove or RecordError.
    """
    if '"players":' not in line:
        return parse_json(line).end()
    end = replay_record(parse_game(line))
    assert isinstance(end, GipfPosition), "its rules are Gipf's"
    return end


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
