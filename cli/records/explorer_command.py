"""`pente explorer`: collections of games by position, in the file that the board uses too."""

from __future__ import annotations

import contextlib
import fnmatch
import os
from typing import TYPE_CHECKING, Any

import rich_click as click

from arena.records.collection import LONGEST_FILE
from arena.records.reading import FileGame
from cli.extra import from_extra
from cli.options import (
    FROM,
    file_game_option,
    file_options,
    from_option,
    json_option,
    path_option,
    ply_option,
)
from cli.output.progress import Progress, bar
from cli.output.settings import counted, print_answer, setting, tell
from cli.reading import files_of, position_at, read_bytes, read_one_game
from games.errors import NotationError, reason_of
from games.family import AnyPosition
from games.registry import family_of
from games.share import is_share, parse_share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from web.contract.study import Collection, ExplorerMove
    from web.explorer.importing import Course
    from web.explorer.index import Index

HINT = "Ctrl-C ends it; the same command goes on later"
data_option = path_option(
    "--data",
    metavar="FOLDER",
    text="Folder of the explorer's file. [default: pente-engine in the user's data folder]",
)


@click.group(epilog="Example: pente explorer import pente-org-games.txt")
def explorer() -> None:
    """Explore what was played in a position, in collections of games.

    The board in the browser shows the same games, its saved games, and the book.
    """


@explorer.command(
    name="import", epilog="Example: pente explorer import pente-org-games.txt club/*.sgf"
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@from_option
@file_game_option
@data_option
@json_option
def import_(*, files: tuple[str, ...], game: str | None, data: str | None) -> None:
    """Add the games of FILE... to the explorer.

    A FILE is a record or a collection of any format, a folder of such files, or a pattern. Several
    files are one collection, which has the name of their folder. A game that is there already
    counts once, and games that were read before are skipped. Games that cannot be read are
    left out, with the reason.
    """
    paths = [path for source in files for path in files_of(source)]
    name = collection_of(files, paths)
    with opened(data) as index:
        with Progress(HINT) as progress:
            courses = []
            for path in paths:
                try:
                    courses.append(imported(path, name, game, index, progress))
                except (NotationError, OSError) as error:
                    if len(paths) == 1:
                        raise
                    courses.append(left_out(path, name, error))
        games, _ = index.sizes()
    for path, course in zip(paths, courses, strict=True):
        for reason in course.reasons():
            tell(f"{path}: left out: {reason}")
    print_answer(
        lambda: {
            "games": games,
            "collection": name,
            "files": [
                _fields_of(path, course) for path, course in zip(paths, courses, strict=True)
            ],
        },
        lambda: f"{_told(name, courses)}\nThe explorer has {counted(games, 'game')}.",
    )


@explorer.command(name="list", epilog="Example: pente explorer list --json")
@data_option
@json_option
def list_(*, data: str | None) -> None:
    """List the collections of the explorer, the latest first."""
    with opened(data) as index:
        collections, (games, saved) = index.collections(), index.sizes()
    wide = max((len(collection.name) for collection in collections), default=0)
    rows = [
        f"{collection.name:{wide}}  {counted(collection.games, 'game'):>15}  "
        f"{collection.imported_at[:10]}"
        for collection in collections
    ]
    rows.append(f"The explorer has {counted(games, 'game')}; {saved:,} of them saved on the board.")
    fields = [
        {name: getattr(collection, name) for name in collection.__struct_fields__}
        for collection in collections
    ]
    print_answer(
        lambda: {"games": games, "saved": saved, "collections": fields}, lambda: "\n".join(rows)
    )


@explorer.command(epilog="Example: pente explorer remove club.txt 'g*.psq'")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@data_option
@json_option
def remove(*, names: tuple[str, ...], data: str | None) -> None:
    """Remove collections from the explorer.

    Games that another collection holds stay.

    NAME is a name that `pente explorer list` shows, or a pattern of names such as 'g*.psq'.
    """
    with opened(data) as index:
        gone = [found for name in names for found in collections_named(name, index)]
        for collection in {collection.id: collection for collection in gone}.values():
            index.remove_collection(collection.id)
        games, _ = index.sizes()
    removed = list(dict.fromkeys(collection.name for collection in gone))
    print_answer(
        lambda: {"games": games, "removed": removed},
        lambda: f"Removed: {', '.join(removed)}. The explorer has {counted(games, 'game')}.",
    )


@explorer.command(epilog="Example: pente explorer show pente:K10J11")
@click.argument("position")
@file_options
@ply_option
@data_option
@json_option
def show(*, position: str, ply: int | None, data: str | None, **which: Any) -> None:
    """Show the moves played in POSITION, with counts and results.

    POSITION is a file of any format, - for standard input, or a game as one word such as
    pente:K10J11. All images of the position count. The board adds its saved games when its explorer
    is used.
    """
    is_file = os.path.exists(position) or not is_share(position)
    game = (
        read_one_game(position, **which) if is_file else FileGame(parse_share(position), position)
    )
    board = position_at(game, ply)[0]
    with opened(data) as index:
        moves = moves_in(index, board)
    games = sum(move.games for move in moves)
    print_answer(
        lambda: {"games": games, "moves": _listed(moves)}, lambda: table_of(moves, games, board)
    )


@contextlib.contextmanager
def opened(data: str | None) -> Iterator[Index]:
    """The explorer's games, closed at the end.

    Raises OSError, or ClickException without the extra and for what the index refuses.
    """
    with from_extra("web"):
        from web.errors import Refusal  # noqa: PLC0415 - the extra may be missing
        from web.explorer.index import Index  # noqa: PLC0415
        from web.explorer.looking import Looking  # noqa: F401, PLC0415
        from web.sessions.store import data_folder  # noqa: PLC0415
    folder = data or data_folder()
    try:
        with contextlib.closing(Index(folder)) as index:
            yield index
    except Refusal as refusal:
        raise click.ClickException(f"{folder}: {refusal.detail}") from refusal


def collection_of(sources: Sequence[str], paths: Sequence[str]) -> str:
    """The name of the collection that the files of a command make: of their folder, or the file."""
    if len(paths) == 1 and not os.path.isdir(sources[0]):
        return os.path.basename(paths[0])
    folder = os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in paths])
    return os.path.basename(folder) or folder


def collections_named(name: str, index: Index) -> list[Collection]:
    """The collections of this name, or whose names fit the pattern. Raises ClickException."""
    known = index.collections()
    matching = [collection for collection in known if collection.name == name]
    matching = matching or [
        collection for collection in known if fnmatch.fnmatchcase(collection.name, name)
    ]
    if not matching:
        raise click.ClickException(
            f"the explorer has no collection {name!r}; `pente explorer list` shows them"
        )
    return matching


def imported(path: str, name: str, game: str | None, index: Index, progress: Progress) -> Course:
    """Import a file into a collection. Raises NotationError or OSError naming it, or a Refusal."""
    from web.explorer.importing import Importing  # noqa: PLC0415 - the extra may be missing

    if os.path.isdir(path):
        raise NotationError(f"{path}: a harness folder is one game, not a collection of games")
    data = read_bytes(path)
    if len(data) > LONGEST_FILE:
        raise NotationError(f"{path}: more than {LONGEST_FILE >> 20} MB; split the file")
    try:
        importing = Importing(data, name, game, setting(FROM))
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from error
    for course in importing.steps(index):
        label = f"{course.done}/{course.total} games"
        progress.show(bar(label, course.done, course.total, path))
    return importing.course


def left_out(path: str, name: str, error: NotationError | OSError) -> Course:
    """What the import of a file has done that is no record."""
    from web.explorer.importing import Course  # noqa: PLC0415 - the extra may be missing

    course = Course(name, total=1, done=1)
    course.refuse(NotationError(reason_of(error).removeprefix(f"{path}: ")))
    return course


def _told(name: str, courses: Sequence[Course]) -> str:
    total, added, known = (
        sum(getattr(course, count) for course in courses) for count in ("total", "added", "known")
    )
    refused = sum(course.refused.total() for course in courses)
    left_out = f", {refused} left out" if refused else ""
    return f"{name}: {counted(total, 'game')}, {added} new, {known} known{left_out}"


def _fields_of(path: str, course: Course) -> dict[str, object]:
    return {
        "file": os.path.basename(path),
        "games": course.total,
        "new": course.added,
        "known": course.known,
        "left_out": dict(course.refused),
    }


def moves_in(index: Index, board: AnyPosition) -> list[ExplorerMove]:
    """The moves that were played in a position, the most frequent first."""
    from web.explorer.looking import Looking  # noqa: PLC0415 - the extra may be missing
    from web.families.choice import views_of  # noqa: PLC0415

    return Looking(index, views_of(family_of(board.rules)), board).moves()


def _listed(moves: list[ExplorerMove]) -> list[dict[str, Any]]:
    return [
        {
            "move": move.text,
            "games": move.games,
            "wins": list(move.wins),
            "draws": move.draws,
            "percent": None if move.score is None else move.score.percent,
            "book": move.is_book,
        }
        for move in moves
    ]


def table_of(moves: list[ExplorerMove], games: int, board: AnyPosition) -> str:
    """The moves as a table; the heading counts their games."""
    first, second = (board.rules.colour_of(side).capitalize() for side in (0, 1))
    title = family_of(board.rules).title
    mover = board.rules.colour_of(board.side).capitalize()
    lines = [f"{title}, {mover} to move: {counted(games, 'game')}"]
    if not moves:
        return lines[0]
    wide = max(4, *(len(move.text) for move in moves))
    lines.append(
        f"{'move':{wide}} {'games':>7} {f'{first} won':>10} {'drawn':>6} {f'{second} won':>10} "
        f"{f'engine: {first}':>14}"
    )
    for move in moves:
        chance = "" if move.score is None else f"{move.score.percent:.0f} %"
        ended = (move.wins[0], move.draws, move.wins[1])
        shares = [f"{100 * count / sum(ended):.0f} %" if any(ended) else "" for count in ended]
        lines.append(
            f"{move.text:{wide}} {move.games:>7,} {shares[0]:>10} {shares[1]:>6} {shares[2]:>10} "
            f"{chance:>14}{'  book' if move.is_book else ''}"
        )
    return "\n".join(lines)
