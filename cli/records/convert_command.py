"""`pente convert`: games from one record format into another."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter

import rich_click as click

from agent.files import write_whole
from arena.records.formats import BETWEEN, FORMAT_OF_SUFFIX, FORMATS, SUFFIXES
from arena.records.reading import FileGame
from cli.options import from_option, game_option, json_option, whole
from cli.output.settings import is_json, note, tell
from cli.reading import STANDARD, chosen, end_with, notes_of, read_all_games, shortened
from games.errors import NotationError
from pente.files import texts_of


@click.command(epilog="Example: pente convert games.txt games.sgf")
@click.argument("sources", metavar="IN...", nargs=-1, required=True)
@click.argument("target", metavar="OUT")
@from_option
@click.option(
    "--to", type=click.Choice(FORMATS), help="Format of OUT. [default: by the suffix of OUT]"
)
@game_option("Game of IN, if IN does not say")
@whole("--number", text="Number of the only game to convert, counted over all of IN.")
@click.option("--all", "every", is_flag=True, help="All games of IN. [default without --number]")
@click.option("--strict", is_flag=True, help="Fail where OUT cannot hold everything of IN.")
@json_option
def convert(
    *,
    sources: tuple[str, ...],
    target: str,
    to: str | None,
    game: str | None,
    number: int | None,
    every: bool,
    strict: bool,
) -> None:
    """Convert the games of IN to another format in OUT.

    Formats: pente.org's text, SGF, PSQ, JSON lines, Gipf's official notation, a share string, a
    position string; more are read (docs/records.md). IN may be several files, a zip archive, a
    folder, a pattern such as 'games/*.sgf', a harness folder or input.txt, or a transcript of a
    match; - is standard input or output. All games are written: into one file, or into one file
    each if OUT is a folder or ends with a slash; that needs --to.

    What OUT cannot hold, such as variations in PSQ, is named on standard error. So is a game that
    cannot be read; the others are written, and the exit code is 1.
    """
    if every and number is not None:
        raise click.UsageError("--all and --number exclude each other")
    if is_json() and target == STANDARD:
        raise click.UsageError("--json needs a file or folder as OUT, not standard output")
    format_ = to or _format_of(target)
    read = read_all_games(sources, game)
    games = read.readable if number is None else [chosen(read, ", ".join(sources), number)]
    if BETWEEN[format_] is None and len(games) > 1 and not _is_folder(target):
        raise NotationError(
            f"{', '.join(sources)} holds {len(games)} games, {format_} only one: choose with "
            "--number, or name a folder as OUT"
        )
    places = [recorded.where for recorded in games]
    texts, losing = texts_of([recorded.record for recorded in games], format_, places)
    warnings = notes_of(games)
    for loss, which in losing.items():
        more = f" and {len(which) - 1} more games" if len(which) > 1 else ""
        warnings.append(f"{places[which[0]]}{more}: {format_} does not hold {loss}")
    missing = [refused.reason for refused in read.refused]
    if strict and (warnings or missing):
        raise NotationError(
            f"--strict: nothing is written: {'; '.join(shortened(missing + warnings))}"
        )
    files = _write(games, texts, target, format_)
    if is_json():
        answer = {"format": format_, "games": len(games), "files": files, "warnings": warnings}
        print(json.dumps({**answer, "missing": missing}))
    else:
        for line in shortened(warnings):
            tell(line)
        if len(games) > 1:
            note(f"{len(games)} games")
    end_with(read)


def _format_of(target: str) -> str:
    """The format that the suffix of a file tells. Raises UsageError if it tells none."""
    format_ = FORMAT_OF_SUFFIX.get(os.path.splitext(target)[1].lower())
    if format_ is None:
        raise click.UsageError(f"{target}: unknown suffix; add --to, one of {', '.join(FORMATS)}")
    return format_


def _is_folder(target: str) -> bool:
    return target.endswith(os.sep) or os.path.isdir(target)


def _write(games: list[FileGame], texts: list[str], target: str, format_: str) -> list[str]:
    """Write the games to a file, a folder or standard output; returns the paths of the files."""
    if _is_folder(target):
        return _write_folder(games, texts, target, format_)
    whole = (BETWEEN[format_] or "").join(texts)
    if target == STANDARD:
        if sys.stdout.isatty():
            print(whole, end="")
        else:  # as in a file: no letter is lost to the encoding of a terminal
            sys.stdout.buffer.write(whole.encode())
        return []
    write_whole(target, whole.encode())
    return [target]


def _write_folder(games: list[FileGame], texts: list[str], folder: str, format_: str) -> list[str]:
    """Write each game into a file of its own, and return their paths.

    Raises NotationError rather than replace a file.
    """
    os.makedirs(folder, exist_ok=True)
    names: Counter[str] = Counter()
    paths = []
    for game in games:
        stem = (
            "stdin" if game.file == STANDARD else os.path.splitext(os.path.basename(game.file))[0]
        )
        stem += f"-{game.number:0{len(str(game.of))}d}" if game.of > 1 else ""
        names[stem] += 1
        again = f"_{names[stem]}" if names[stem] > 1 else ""
        paths.append(os.path.join(folder, f"{stem}{again}{SUFFIXES[format_]}"))
    taken = [path for path in paths if os.path.exists(path)]
    if taken:
        raise NotationError(f"{taken[0]} exists already: nothing is written")
    for path, text in zip(paths, texts, strict=True):
        write_whole(path, text.encode())
    return paths
