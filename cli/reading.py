"""Reads a position from whatever people have: `arena.records.collection` tells what a file
holds.
"""

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
    """The position of any game that a file holds, at the end of the main line; `-` is standard
    input.

    `game` is the game where the file does not say it; what says it must be of that game. Of a
    collection `number` names the game, from 1; by default it is the first, of JSON lines the last,
    and a line on standard error says so. Raises NotationError or OSError saying what is wrong with
    which file.
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
    """The game of this number, from 1. Raises NotationError where there is none."""
    if number > len(records):
        raise NotationError(f"{file} holds {len(records)} games, there is no number {number}")
    return records[number - 1]


def read_bytes(file: str) -> bytes:
    """What a file holds, as far as a reader looks; `-` is standard input. Raises OSError."""
    with click.open_file(file, "rb") as stream:
        data: bytes = stream.read(LONGEST_FILE + 1)
    return data
