"""Reads games and positions from files of any supported format (`arena.records.collection`)."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import rich_click as click

from arena.records.collection import LONGEST_FILE, kind_of, read_games, text_of
from arena.records.formats import SUFFIXES, Record
from arena.records.harness_folder import INPUT, read_folder
from cli.options import asked_format
from cli.output.settings import note
from games.errors import NotationError
from games.families.choice import AnyPosition
from games.records.five_game import RecordedMove, main_indexes_of
from games.records.gipf_game import GipfGame

STANDARD = "-"
# The suffixes that a folder of games is searched for; other files are named, not read.
KNOWN_SUFFIXES = frozenset(
    (*SUFFIXES.values(), ".json", ".rec", ".pgn", ".sgfc", ".moves", ".webgipf")
)
SHOWN_FILES = 5


@dataclass(frozen=True, slots=True)
class Found:
    """A game of a file: where it stands, for messages, and its number in the file, from 1.

    format_  the file's format, if it holds several games
    """

    record: Record
    file: str
    number: int
    of: int
    format_: str = ""

    @property
    def where(self) -> str:
        """The file, with the game's number if it holds several."""
        return f"{self.file}, game {self.number}" if self.of > 1 else self.file


def read_any_position(
    file: str, game: str | None, number: int | None = None, ply: int | None = None
) -> AnyPosition:
    """The position at the end of a file's main line, or after `ply` moves; `-` is standard input.

    `game` is the game if the file does not name one; a file that does must name the same. In a
    collection, `number` chooses the game, from 1. The default is the first, or the last of JSON
    lines, and a line on standard error says so. Raises NotationError or OSError naming the file.
    """
    return position_at(read_one_game(file, game, number), ply)[0]


def position_at(found: Found, ply: int | None) -> tuple[AnyPosition, list[RecordedMove]]:
    """The position after so many moves of the main line, and these moves.

    Raises UsageError if the game is shorter.
    """
    record = found.record
    tree = record.tree if isinstance(record, GipfGame) else record.moves
    moves = [tree[index] for index in main_indexes_of(tree)]
    if ply is not None and ply > len(moves):
        raise click.UsageError(f"{found.where} has {len(moves)} moves, not {ply}")
    moves = moves if ply is None else moves[:ply]
    position: AnyPosition = record.start.copy()
    for move in moves:
        position.play(move.point)
    return position, moves


def read_chosen_games(
    file: str, game: str | None, number: int | None, *, every: bool
) -> list[Found]:
    """All games of a file (`--all`), or one as `read_one_game` chooses it; prints their notes.

    Raises UsageError for both --all and --number.
    """
    if not every:
        return [read_one_game(file, game, number)]
    if number is not None:
        raise click.UsageError("--all and --number exclude each other")
    games = read_all_games([file], game)
    print_notes(games)
    return games


def read_one_game(file: str, game: str | None, number: int | None = None) -> Found:
    """One game of a file, chosen as `read_any_position` does; prints what its reader assumed.

    A folder or a pattern is read like a collection. Without --from the format is recognised.
    """
    games = read_all_games([file], game)
    count, default = len(games), 1
    if number is None and count > 1:
        default = count if _is_json(games) else 1
        says = f"{file} holds {count} games; this is number {default}"
        note(f"{says} (--number N takes another)")
    chosen([each.record for each in games], file, number or default)
    found = games[(number or default) - 1]
    if game not in (None, found.record.rules.name):
        raise NotationError(f"{file}: the record is of {found.record.rules.name}, not of {game}")
    print_notes([found])
    return found


def _is_json(games: Sequence[Found]) -> bool:
    """Whether games come from one file of JSON lines, whose last game is the newest."""
    return len({each.file for each in games}) == 1 and games[0].format_ == "json"


def read_harness(folder: str, game: str | None) -> Record:
    """The game of a harness folder. Raises NotationError or OSError."""
    files = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and name.lower().endswith((".txt", ".log")):
            files[name] = text_of(read_bytes(path), path)
    return read_folder(files, game)


def read_all_games(sources: Sequence[str], game: str | None) -> list[Found]:
    """All games of files, folders and patterns such as `games/*.sgf`, in order.

    Raises NotationError or OSError naming the file.
    """
    found: list[Found] = []
    format_ = asked_format()
    for source in sources:
        for path in files_of(source):
            if os.path.isdir(path):
                found.append(Found(read_harness(path, game), path, 1, 1))
                continue
            data = read_bytes(path)
            records = read_games(data, path, format_=format_, preset=game)
            kind = (format_ or kind_of(text_of(data, path), game)) if len(records) > 1 else ""
            found += [
                Found(record, path, number, len(records), kind)
                for number, record in enumerate(records, 1)
            ]
    return found


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
        if others:
            more = ", ..." if len(others) > SHOWN_FILES else ""
            shown = ", ".join(others[:SHOWN_FILES]) + more
            click.echo(
                f"pente: {source}: files that are no records are left out: {shown}", err=True
            )
        if not known:
            raise NotationError(f"{source}: the folder holds no records")
        return known
    if glob.has_magic(source):
        matches = sorted(path for path in glob.glob(source, recursive=True) if os.path.isfile(path))
        if not matches:
            raise NotationError(f"{source}: no file has such a name")
        return matches
    return [source]  # opening it says what is wrong


def notes_of(games: Sequence[Found]) -> list[str]:
    """What the readers of games assumed or left out, each once, with the number of its games."""
    counts = Counter(
        (each.file, assumed) for each in games for assumed in dict.fromkeys(each.record.notes)
    )
    lines = []
    for (file, assumed), count in counts.items():
        which = f"{count} games: " if count > 1 else ""
        lines.append(f"{file}: {which}{assumed}")
    return lines


def print_notes(games: Sequence[Found]) -> None:
    """Print what the readers of games assumed or left out on standard error."""
    for line in notes_of(games):
        click.echo(f"pente: {line}", err=True)


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
