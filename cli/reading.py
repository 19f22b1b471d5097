"""Reads games and positions from files of any supported format (`arena.records.collection`)."""

from __future__ import annotations

import glob
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any

import rich_click as click

from arena.records.collection import LONGEST_FILE, text_of
from arena.records.harness_folder import INPUT, read_folder
from arena.records.reading import (
    KNOWN_SUFFIXES,
    Collection,
    FileGame,
    Refused,
    read_files,
    read_games,
)
from cli.options import FROM, file_options, ply_option
from cli.output.settings import note, setting, tell
from games.errors import NotationError
from games.family import AnyPosition
from games.tree import Node, after

STANDARD = "-"
SHOWN_FILES = 5
SHOWN_LINES = 20


def read_any_position(
    file: str, game: str | None, number: int | None = None, ply: int | None = None
) -> AnyPosition:
    """The position at the end of a file's main line, or after `ply` moves; `-` is standard input.

    `game` is the game if the file does not name one; a file that does must name the same. In a
    collection, `number` chooses the game, from 1. The default is the first, or the last of JSON
    lines, and a line on standard error says so. Raises NotationError or OSError naming the file.
    """
    return position_at(read_one_game(file, game, number), ply)[0]


def position_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add FILE and the options that say how it is read; the command gets its `position`."""

    @wraps(command)
    def placed(
        *, file: str, game: str | None, number: int | None, ply: int | None, **options: Any
    ) -> None:
        command(position=read_any_position(file, game, number, ply), **options)

    return click.argument("file")(file_options(ply_option(placed)))


def position_at(game: FileGame, ply: int | None) -> tuple[AnyPosition, list[Node]]:
    """The position after so many moves of the main line, and these moves.

    Raises UsageError if the game is shorter.
    """
    moves = game.record.main_nodes()
    if ply is not None and ply > len(moves):
        raise click.UsageError(f"{game.where} has {len(moves)} moves, not {ply}")
    moves = moves if ply is None else moves[:ply]
    return after(game.record.start, [node.move for node in moves]), moves


def read_chosen_games(
    file: str, game: str | None, number: int | None, *, every: bool
) -> tuple[list[FileGame], Collection]:
    """All games of a file (`--all`), or one as `read_one_game` chooses it, and the file's games.

    Prints their notes. Raises UsageError for both --all and --number.
    """
    games = read_all_games([file], game)
    if not every:
        return [_one_of(games, file, game, number)], games
    if number is not None:
        raise click.UsageError("--all and --number exclude each other")
    print_notes(games.readable)
    return games.readable, games


def read_one_game(file: str, game: str | None, number: int | None = None) -> FileGame:
    """One game of a file, chosen as `read_any_position` does; prints what its reader assumed.

    A folder or a pattern is read like a collection. Without --from the format is recognised.
    """
    return _one_of(read_all_games([file], game), file, game, number)


def _one_of(games: Collection, file: str, game: str | None, number: int | None) -> FileGame:
    """The game of this number; by default the first that was read, of JSON lines the last."""
    if number is None:
        # Of JSON lines in one file the last game is the newest.
        one_file = len({recorded.file for recorded in games.readable}) == 1
        default = games.readable[-1 if one_file and games.readable[0].format_ == "json" else 0]
        number = games.games.index(default) + 1
        if len(games.games) > 1:
            says = f"{file} holds {len(games.games)} games; this is number {number}"
            note(f"{says} (--number N takes another)")
    recorded = chosen(games, file, number)
    if game not in (None, recorded.record.rules.name):
        raise NotationError(f"{file}: the record is of {recorded.record.rules.name}, not of {game}")
    print_notes([recorded])
    return recorded


def read_harness(folder: str, game: str | None) -> Collection:
    """The game of a harness folder. Raises NotationError or OSError."""
    files = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and name.lower().endswith((".txt", ".log")):
            files[name] = text_of(read_bytes(path), path)
    return Collection([FileGame(read_folder(files, game), folder)])


def read_all_games(sources: Sequence[str], game: str | None) -> Collection:
    """All games of files, archives, folders and patterns such as `games/*.sgf`, in order.

    Names those that cannot be read on standard error. Raises NotationError if none can be read, or
    OSError naming the file.
    """
    paths = [path for source in sources for path in files_of(source)]
    if len(paths) == 1:
        games = _read(paths[0], game)
    else:
        readers = [(path, partial(_read, path, game)) for path in paths]
        games = read_files(readers, asked=sources).checked(", ".join(sources))
    name_left_out(", ".join(sources), games.others)
    for line in shortened([refused.reason for refused in games.refused]):
        tell(line)
    return games


def shortened(lines: Sequence[str]) -> list[str]:
    """The lines; the rest of a long list is counted."""
    more = len(lines) - SHOWN_LINES
    return [*lines[:SHOWN_LINES], *([f"... and {more} more"] if more > 0 else [])]


def _read(path: str, game: str | None) -> Collection:
    if os.path.isdir(path):
        return read_harness(path, game)
    return read_games(read_bytes(path), path, format_=setting(FROM), preset=game)


def end_with(games: Collection) -> None:
    """Exit with code 1, and say so, if games could not be read."""
    missing = len(games.refused)
    if missing:
        tell(f"{missing} of {len(games.games)} games missing")
        sys.exit(1)


def name_left_out(source: str, names: Sequence[str]) -> None:
    """Name the files of a folder or archive that are no records on standard error."""
    if names:
        shown = ", ".join(names[:SHOWN_FILES]) + (", ..." if len(names) > SHOWN_FILES else "")
        tell(f"{source}: files that are no records are left out: {shown}")


def files_of(source: str) -> list[str]:
    """The files that a file, a folder or a pattern means; a harness folder stands for itself.

    Raises NotationError if there are none.
    """
    if source == STANDARD or os.path.isfile(source):
        return [source]
    if os.path.isdir(source):
        names = sorted(os.listdir(source))
        if any(INPUT.fullmatch(name) for name in names):
            return [source]
        paths = [os.path.join(source, name) for name in names]
        files = [path for path in paths if os.path.isfile(path)]
        known = [path for path in files if os.path.splitext(path)[1].lower() in KNOWN_SUFFIXES]
        others = [os.path.basename(path) for path in files if path not in known]
        name_left_out(source, others)
        if not known:
            raise NotationError(f"{source}: the folder holds no records")
        return known
    if glob.has_magic(source):
        matches = sorted(path for path in glob.glob(source, recursive=True) if os.path.isfile(path))
        if not matches:
            raise NotationError(f"{source}: no file has such a name")
        return matches
    return [source]  # opening it says what is wrong


def notes_of(games: Sequence[FileGame]) -> list[str]:
    """What the readers of games assumed or left out, each once, with the number of its games."""
    counts = Counter(
        (game.file, assumed) for game in games for assumed in dict.fromkeys(game.record.notes)
    )
    lines = []
    for (file, assumed), count in counts.items():
        which = f"{count} games: " if count > 1 else ""
        lines.append(f"{file}: {which}{assumed}")
    return lines


def print_notes(games: Sequence[FileGame]) -> None:
    """Print what the readers of games assumed or left out on standard error."""
    for line in notes_of(games):
        tell(line)


def chosen(games: Collection, file: str, number: int) -> FileGame:
    """The game of this number, from 1. Raises NotationError if there is none, or it was refused."""
    if number > len(games.games):
        raise NotationError(f"{file} holds {len(games.games)} games, there is no number {number}")
    game = games.games[number - 1]
    if isinstance(game, Refused):
        raise NotationError(game.reason)
    return game


def read_bytes(file: str) -> bytes:
    """The first LONGEST_FILE + 1 bytes of a file; `-` is standard input. Raises OSError."""
    with click.open_file(file, "rb") as stream:
        data: bytes = stream.read(LONGEST_FILE + 1)
    return data
