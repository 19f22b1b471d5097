"""All games of a file, a zip archive or several files, with those that cannot be read.

One bad game does not refuse the others: it keeps its place and number, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from functools import partial

from arena.records.archive import MOST_UNPACKED, files_in, is_zip
from arena.records.collection import (
    HARNESS,
    LONGEST_FILE,
    LONGEST_GAME_TEXT,
    MOST_GAMES,
    kind_of,
    read_game,
    split_games,
    text_of,
)
from arena.records.formats import SUFFIXES, UnknownFormat
from arena.records.harness_folder import read_request
from games.errors import GameError, NotationError
from games.records.format import Part
from games.tree import GameTree

# The suffixes that folders and archives are searched for; other files are named, not read.
KNOWN_SUFFIXES = frozenset(
    (*SUFFIXES.values(), ".json", ".rec", ".pgn", ".sgfc", ".moves", ".webgipf")
)
ANY_TEXT = ".txt"  # the suffix of records and of other texts


@dataclass(frozen=True, slots=True)
class FileGame:
    """A game of a file: where it stands, for messages, and its number in the file, from 1."""

    record: GameTree
    file: str
    number: int = 1
    of: int = 1
    format_: str = ""

    @property
    def where(self) -> str:
        """The file, with the game's number if it holds several."""
        return f"{self.file}, game {self.number}" if self.of > 1 else self.file


@dataclass(frozen=True, slots=True)
class Refused:
    """A game that cannot be read; `reason` names its file, number and line."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Collection:
    """Games in order, those that cannot be read in their places; `others` are no records."""

    games: list[FileGame | Refused] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    @property
    def readable(self) -> list[FileGame]:
        """The games that can be read."""
        return [game for game in self.games if isinstance(game, FileGame)]

    @property
    def records(self) -> list[GameTree]:
        """Their records."""
        return [game.record for game in self.readable]

    @property
    def refused(self) -> list[Refused]:
        """The games that cannot be read."""
        return [game for game in self.games if isinstance(game, Refused)]

    def checked(self, name: str) -> Collection:
        """This collection. Raises NotationError if none of its games was read."""
        if not self.games:
            raise NotationError(f"{name}: no records: expected files such as .sgf or .psq")
        if not self.readable:
            none = f" (none of {len(self.games)} games can be read)" if len(self.games) > 1 else ""
            raise NotationError(self.refused[0].reason + none)
        return self


def read_games(
    data: bytes | str,
    name: str,
    *,
    format_: str | None = None,
    preset: str | None = None,
    most_bytes: int = MOST_UNPACKED,
) -> Collection:
    """All games of a file, or of the files in a zip archive; at least one was read.

    `name` is the file's name for messages; `preset` is the game if the file does not name it;
    `most_bytes` limits what an archive may unpack to. Raises NotationError that names what is wrong
    if no game can be read.
    """
    if not is_zip(data):
        return Collection(_games_of(data, name, format_, preset)).checked(name)
    if len(data) > LONGEST_FILE:
        raise NotationError(f"{name}: {len(data)} bytes, at most {LONGEST_FILE} are allowed")
    files, others = files_in(data, name, KNOWN_SUFFIXES, most_bytes)
    collection = read_files(
        [(path, partial(_read_entry, path, load, format_, preset)) for path, load in files],
        most=MOST_GAMES,
    )
    return Collection(collection.games, others + collection.others).checked(name)


def read_files(
    files: Iterable[tuple[str, Callable[[], Collection]]],
    *,
    asked: Container[str] = (),
    most: int | None = None,
) -> Collection:
    """The games of several files, each with its name and a function that reads it.

    A file that cannot be read is refused as one game; a text of no known format is no record,
    unless the user has asked for this file. Raises NotationError for more than `most` games.
    """
    games: list[FileGame | Refused] = []
    others = []
    for name, read in files:
        if most is not None and len(games) > most:
            raise NotationError(f"{name}: more than {most} games in the archive so far")
        try:
            collection = read()
        except GameError as error:
            is_text = name not in asked and name.lower().endswith(ANY_TEXT)
            if is_text and isinstance(error, UnknownFormat):
                others.append(name)
            else:
                games.append(Refused(name, str(error)))
            continue
        games += collection.games
        others += collection.others
    return Collection(games, others)


def _read_entry(
    path: str, load: Callable[[], bytes], format_: str | None, preset: str | None
) -> Collection:
    return Collection(_games_of(load(), path, format_, preset))


def _games_of(
    data: bytes | str, name: str, format_: str | None, preset: str | None
) -> list[FileGame | Refused]:
    text = text_of(data, name)
    try:
        kind = format_ or kind_of(text, preset)
        parts = split_games(text, kind, preset)
    except GameError as error:
        raise type(error)(f"{name}: {error}") from error
    if kind == HARNESS:
        return [FileGame(read_request(text, name, preset), name, format_=kind)]
    games: list[FileGame | Refused] = []
    for number, part in enumerate(parts, 1):
        try:
            record = _game_of(part, kind, preset)
            games.append(FileGame(record, name, number, len(parts), kind))
        except GameError as error:
            place = f", game {number} of {len(parts)}, from line {part.line}"
            where = name + (place if len(parts) > 1 else "")
            games.append(Refused(name, f"{where}: {error}"))
    return games


def _game_of(part: Part, kind: str, preset: str | None) -> GameTree:
    if len(part.text) > LONGEST_GAME_TEXT:
        raise NotationError(f"a game of {len(part.text)} characters, at most {LONGEST_GAME_TEXT}")
    return read_game(part.text, kind, preset)
