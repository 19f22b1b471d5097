"""`pente convert`: a game from one record format into another."""

from __future__ import annotations

import os

import click

from agent.files import write_whole
from arena.exchange import FORMATS, SUFFIXES, read_record, write_record
from cli.options import any_game_option
from cli.reading import read_bytes

STANDARD = "-"
FORMAT_OF_SUFFIX = {suffix: name for name, suffix in SUFFIXES.items()} | {".json": "json"}


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--from", "from_", type=click.Choice(FORMATS), help="Format of IN (default: found).")
@click.option("--to", type=click.Choice(FORMATS), help="Format of OUT (default: by its name).")
@any_game_option
def convert(
    *, source: str, target: str, from_: str | None, to: str | None, game: str | None
) -> None:
    """Write the game of IN as OUT: pente.org's text, SGF, PSQ, JSON line, Gipf on paper, ...

    - is standard input or output. OUT's format follows from its name (.txt .sgf .psq .jsonl .gipf
    .share .pos) or from --to.
    """
    format_ = to or FORMAT_OF_SUFFIX.get(os.path.splitext(target)[1].lower())
    if format_ is None:
        raise click.UsageError(
            f"{target}: no format has that name; add --to, one of {', '.join(FORMATS)}"
        )
    text = read_bytes(source).decode("utf-8-sig", errors="replace")
    record = read_record(text, format_=from_, preset=game)
    data = write_record(record, format_)
    if target == STANDARD:
        click.echo(data, nl=False)
    else:
        write_whole(target, data.encode())
