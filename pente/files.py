"""Reads and writes games in files of every format that the commands know."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING
from warnings import warn

from agent.files import write_whole
from arena.records import collection, formats
from arena.records.collection import LONGEST_FILE
from arena.records.formats import BETWEEN, FORMAT_OF_SUFFIX, write_record
from arena.records.losses import losses
from arena.records.reading import read_games
from games.errors import GameError
from pente.errors import LossWarning, NotationError, OptionError, public_errors
from pente.game import Game, game_of_record, record_of_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.tree import GameTree

FORMATS = formats.FORMATS  # that `write` knows
READ_FORMATS = collection.READ_FORMATS  # that `read` knows


def read(
    source: str | os.PathLike[str] | IO[str] | IO[bytes],
    *,
    game: str | None = None,
    format: str | None = None,  # noqa: A002 - the word that users expect
) -> list[Game]:
    """All games of a file or a zip archive, in order; at least one.

    source  a path, or a file that is open for reading
    game    the name of the game if the file does not say, as a file of bare moves
    format  the file's format, one of `pente.READ_FORMATS`; None: recognised by its content

    The games keep players, result, comments, variations and headers, and `write` writes them back.
    A LossWarning names the file, number and line of a game that cannot be read, and what is wrong.
    Raises NotationError if no game can be read; OptionError for an unknown format; OSError if the
    file cannot be read.
    """
    if format is not None and format not in READ_FORMATS:
        raise OptionError(f"unknown format {format!r}: expected {', '.join(READ_FORMATS)}")
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
        with open(name, "rb") as file:
            data: str | bytes = file.read(LONGEST_FILE + 1)
    else:
        name = str(getattr(source, "name", "the file"))
        data = source.read(LONGEST_FILE + 1)
    with public_errors():
        contents = read_games(data, name, format_=format, preset=game)
        games = [game_of_record(record) for record in contents.records]
    for refused in contents.refused:
        warn(f"left out: {refused.reason}", LossWarning, stacklevel=2)
    return games


def write(
    games: Game | Iterable[Game],
    target: str | os.PathLike[str] | IO[str],
    *,
    format: str | None = None,  # noqa: A002 - as above
) -> None:
    """Write games to a file, which is replaced as a whole once all of them are written.

    games   one game, or several in their order
    target  a path, or a text file that is open for writing
    format  one of `pente.FORMATS`; None: by the suffix of the path (`.sgf`, `.txt` for
            pente.org's text, `.psq`, `.jsonl`, `.gipf`, `.pos`, `.share`)

    A LossWarning says what a format does not hold of a game, as the captures of Pente in PSQ.
    Raises OptionError for an unknown format, NotationError for a game that the format cannot hold
    at all, OSError if the file cannot be written.
    """
    several = [games] if isinstance(games, Game) else list(games)
    path = os.fspath(target) if isinstance(target, (str, os.PathLike)) else None
    format_ = format or FORMAT_OF_SUFFIX.get(os.path.splitext(path or "")[1].lower())
    if format_ not in FORMATS:
        wrong = f"unknown format {format!r}" if format else f"{path or 'the file'}: unknown suffix"
        raise OptionError(f"{wrong}: expected format= one of {', '.join(FORMATS)}")
    text = text_of_games(several, format_)
    if isinstance(target, (str, os.PathLike)):
        write_whole(os.fspath(target), text.encode())
    else:
        target.write(text)


def text_of_games(games: list[Game], format_: str) -> str:
    """The text of games in a format. Raises NotationError."""
    for game in games:
        if not isinstance(game, Game):
            raise TypeError(f"expected pente.Game objects, not {game!r:.80}")
    if not games:
        raise OptionError("there are no games to write")
    between = BETWEEN[format_]
    if between is None and len(games) > 1:
        raise NotationError(f"{format_} holds one game a file, these are {len(games)}")
    several = len(games) > 1
    names = [f"game {number}" if several else "" for number in range(1, len(games) + 1)]
    with public_errors():
        texts, losing = texts_of([record_of_game(game) for game in games], format_, names)
    for loss, which in losing.items():
        more = f" and {len(which) - 1} more" if len(which) > 1 else ""
        where = f"{names[which[0]]}{more}: " if several else ""
        warn(f"{where}{format_} does not hold {loss}", LossWarning, stacklevel=3)
    return (between or "").join(texts)


def texts_of(
    records: Sequence[GameTree], format_: str, names: Sequence[str]
) -> tuple[list[str], dict[str, list[int]]]:
    """The text of each game, and what the format does not hold, with the indexes of these games.

    Raises GameError for a game that the format cannot hold at all, after its name.
    """
    texts: list[str] = []
    losing: dict[str, list[int]] = {}
    for index, (record, name) in enumerate(zip(records, names, strict=True)):
        try:
            texts.append(write_record(record, format_, index))
        except GameError as error:
            raise type(error)(f"{name}: {error}" if name else str(error)) from error
        for loss in losses(record, format_, texts[-1]):
            losing.setdefault(loss, []).append(index)
    return texts, losing
