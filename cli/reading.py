"""Reads a position from a file of any supported format (`arena.records.collection`)."""

from __future__ import annotations

import rich_click as click

from arena.records.collection import LONGEST_FILE, kind_of, read_games, text_of
from arena.records.formats import Record
from games.errors import NotationError
from games.five.position import Position
from games.gipf.position import GipfPosition


def read_any_position(
    file: str, game: str | None, number: int | None = None
) -> Position | GipfPosition:
    """The position at the end of a file's main line; `-` is standard input.

    `game` is the game if the file does not name one; a file that does must name the same. In a
    collection, `number` chooses the game, from 1. The default is the first, or the last of JSON
    lines, and a line on standard error says so. Raises NotationError or OSError naming the file.
    """
    data = read_bytes(file)
    records = read_games(data, file, preset=game)
    if number is None:
        last = len(records) > 1 and kind_of(text_of(data, file), game) == "json"
        number = len(records) if last else 1
        if len(records) > 1:
            says = f"pente: {file} holds {len(records)} games; this is number {number}"
            click.echo(f"{says} (--number N takes another)", err=True)
    position = chosen(records, file, number).end()
    if game not in (None, position.rules.name):
        raise NotationError(f"{file}: the record is of {position.rules.name}, not of {game}")
    return position


def chosen(records: list[Record], file: str, number: int) -> Record:
    """The game of this number, from 1. Raises NotationError if there is none."""
    if number > len(records):
        raise NotationError(f"{file} holds {len(records)} games, there is no number {number}")
    return records[number - 1]


def read_bytes(file: str) -> bytes:
    """The first LONGEST_FILE + 1 bytes of a file; `-` is standard input. Raises OSError."""
    with click.open_file(file, "rb") as stream:
        data: bytes = stream.read(LONGEST_FILE + 1)
    return data
