"""`pente convert`: games from one record format into another."""

from __future__ import annotations

import os

import rich_click as click

from agent.files import write_whole
from arena.records.collection import READ_FORMATS, read_games
from arena.records.formats import FORMATS, SUFFIXES, Record, write_record
from cli.options import game_option, number_option
from cli.reading import chosen, read_bytes
from games.errors import GameError, NotationError

STANDARD = "-"
FORMAT_OF_SUFFIX = {suffix: name for name, suffix in SUFFIXES.items()} | {".json": "json"}
SINGLE_GAME = ("psq",)  # formats with one game per file
SEPARATOR = {"pente": "\r\n", "gipf": "\n"}  # between two games


@click.command(epilog="Example: pente convert games.txt games.sgf")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--from", "from_", type=click.Choice(READ_FORMATS), help="Format of IN. [default: detected]"
)
@click.option(
    "--to", type=click.Choice(FORMATS), help="Format of OUT. [default: by the suffix of OUT]"
)
@game_option("Game of IN, if IN does not say")
@number_option
def convert(
    *,
    source: str,
    target: str,
    from_: str | None,
    to: str | None,
    game: str | None,
    number: int | None,
) -> None:
    """Convert the games of IN to another format in OUT.

    Formats: pente.org's text, SGF, PSQ, JSON lines, Gipf's official notation, a share string, a
    position string. IN may also be the harness's input.txt or a transcript of a match; - is
    standard input or output. All games of a collection are written. A PSQ file holds one game, so
    choose it with --number.
    """
    format_ = to or FORMAT_OF_SUFFIX.get(os.path.splitext(target)[1].lower())
    if format_ is None:
        raise click.UsageError(f"{target}: unknown suffix; add --to, one of {', '.join(FORMATS)}")
    records = read_games(read_bytes(source), source, format_=from_, preset=game)
    if number is not None:
        records = [chosen(records, source, number)]
    if format_ in SINGLE_GAME and len(records) > 1:
        raise NotationError(
            f"{source} holds {len(records)} games, {format_} only one: choose with --number"
        )
    data = SEPARATOR.get(format_, "").join(written(records, source, format_))
    if target == STANDARD:
        click.echo(data, nl=False)
    else:
        write_whole(target, data.encode())
    if len(records) > 1:
        click.echo(f"pente: {len(records)} games", err=True)


def written(records: list[Record], source: str, format_: str) -> list[str]:
    """The text of each game. Raises GameError naming a game that the format cannot hold."""
    texts = []
    for number, record in enumerate(records):
        try:
            texts.append(write_record(record, format_, number))
        except GameError as error:
            which = f"{source}, game {number + 1}: " if len(records) > 1 else ""
            raise type(error)(f"{which}{error}") from error
    return texts
