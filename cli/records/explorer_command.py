"""`pente explorer`: collections of games by position, in the file that the board uses too."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import rich_click as click

from arena.records.collection import LONGEST_FILE
from cli.extra import from_extra
from cli.learn.watch import bar
from cli.options import (
    asked_format,
    file_options,
    from_option,
    game_option,
    json_option,
    ply_option,
)
from cli.output.progress import Progress
from cli.reading import files_of, position_at, read_bytes, read_one_game
from games.errors import NotationError
from games.families.choice import AnyPosition, family_of
from games.records.gipf_game import GipfGame
from games.records.share import is_share, parse_share

if TYPE_CHECKING:
    from web.contract.exploring import ExplorerMove
    from web.explorer.importing import Course
    from web.explorer.index import Index

HINT = "Ctrl-C ends it; the same command goes on later"
data_option = click.option(
    "--data",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Folder of the explorer's file. [default: pente-engine in the user's data folder]",
)


@click.group(epilog="Example: pente explorer import pente-org-games.txt")
def explorer() -> None:
    """What was played in a position: in collections of games, saved games and the book.

    The board in the browser shows the same games.
    """


@explorer.command(
    name="import", epilog="Example: pente explorer import pente-org-games.txt club/*.sgf"
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@from_option
@game_option("Game of FILE, if FILE does not say")
@data_option
@json_option
def import_(*, files: tuple[str, ...], game: str | None, data: str | None, as_json: bool) -> None:
    """Add the games of FILE... to the explorer.

    A FILE is a record or a collection of any format, a folder of such files, or a pattern. A game
    that is there already counts once, and games that were read before are passed quickly. Games
    that cannot be read are left out, with the reason.
    """
    paths = [path for source in files for path in files_of(source)]
    index = opened(data)
    try:
        with Progress(HINT) as progress:
            courses = [imported(path, game, index, progress) for path in paths]
        games, _ = index.sizes()
    finally:
        index.close()
    for course in courses:
        for reason in course.reasons():
            click.echo(f"pente: {course.name}: left out: {reason}", err=True)
    if as_json:
        print(json.dumps({"games": games, "files": [fields_of(course) for course in courses]}))
        return
    for course in courses:
        print(told(course))
    print(f"The explorer has {games:,} {'game' if games == 1 else 'games'}.")


@explorer.command(epilog="Example: pente explorer show pente:K10J11")
@click.argument("position")
@file_options
@ply_option
@data_option
@json_option
def show(
    *,
    position: str,
    game: str | None,
    number: int | None,
    ply: int | None,
    data: str | None,
    as_json: bool,
) -> None:
    """Show the moves that were played in POSITION, how often, and with which results.

    POSITION is a file of any format, - for standard input, or a game as one word such as
    pente:K10J11. All images of the position count. The board adds its saved games when its explorer
    is used.
    """
    board = position_of(position, game, number, ply)
    index = opened(data)
    try:
        moves = moves_in(index, board)
    finally:
        index.close()
    if as_json:
        print(json.dumps({"games": sum(move.games for move in moves), "moves": listed(moves)}))
        return
    print(table_of(moves, board))


def opened(data: str | None) -> Index:
    """The explorer's games. Raises UsageError without the extra, or OSError."""
    with from_extra("web"):
        from web.errors import Refusal  # noqa: PLC0415 - the extra may be missing
        from web.explorer.index import Index  # noqa: PLC0415
        from web.explorer.looking import Looking  # noqa: F401, PLC0415
        from web.sessions.store import data_folder  # noqa: PLC0415
    folder = data or data_folder()
    try:
        return Index(folder)
    except Refusal as refusal:
        raise click.ClickException(f"{folder}: {refusal.detail}") from refusal


def imported(path: str, game: str | None, index: Index, progress: Progress) -> Course:
    """Import a file. Raises NotationError or OSError naming it, or ClickException."""
    from web.errors import Refusal  # noqa: PLC0415 - the extra may be missing
    from web.explorer.importing import Importing  # noqa: PLC0415

    data = read_bytes(path)
    if len(data) > LONGEST_FILE:
        raise NotationError(f"{path}: more than {LONGEST_FILE >> 20} MB; split the file")
    try:
        importing = Importing(data, os.path.basename(path), game, asked_format())
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from error
    try:
        for course in importing.steps(index):
            shown = bar(f"{course.done}/{course.total} games", course.done, course.total, [path])
            progress.view(lambda shown=shown: shown)  # type: ignore[misc]  # bound at once
    except Refusal as refusal:
        raise click.ClickException(f"{path}: {refusal.detail}") from refusal
    return importing.course


def told(course: Course) -> str:
    """What an import has done."""
    refused = course.refused.total()
    parts = [f"{course.added} new", f"{course.known} known"]
    parts += [f"{refused} left out"] if refused else []
    return f"{course.name}: {course.total} games, {', '.join(parts)}"


def fields_of(course: Course) -> dict[str, object]:
    """The same for JSON."""
    return {
        "file": course.name,
        "games": course.total,
        "new": course.added,
        "known": course.known,
        "left_out": dict(course.refused),
    }


def position_of(text: str, game: str | None, number: int | None, ply: int | None) -> AnyPosition:
    """The position of a file, or of a game as one word. Raises NotationError or OSError."""
    if os.path.exists(text) or not is_share(text):
        return position_at(read_one_game(text, game, number), ply)[0]
    record = parse_share(text)
    moves = record.moves if isinstance(record, GipfGame) else record.main_line()
    if ply is not None and ply > len(moves):
        raise click.UsageError(f"{text} has {len(moves)} moves, not {ply}")
    position: AnyPosition = record.start.copy()
    for move in moves if ply is None else moves[:ply]:
        position.play(move)
    return position


def moves_in(index: Index, board: AnyPosition) -> list[ExplorerMove]:
    """The moves that were played in a position, the most frequent first."""
    from web.errors import Refusal  # noqa: PLC0415 - the extra may be missing
    from web.explorer.looking import Looking  # noqa: PLC0415
    from web.families.choice import views_of  # noqa: PLC0415

    try:
        return Looking(index, views_of(family_of(board.rules)), board).moves()
    except Refusal as refusal:
        raise click.ClickException(refusal.detail) from refusal


def listed(moves: list[ExplorerMove]) -> list[dict[str, Any]]:
    """The moves for JSON."""
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


def table_of(moves: list[ExplorerMove], board: AnyPosition) -> str:
    """The moves as a table, with a heading."""
    first, second = (board.rules.colour_of(side).capitalize() for side in (0, 1))
    games = sum(move.games for move in moves)
    title = family_of(board.rules).title
    mover = board.rules.colour_of(board.side).capitalize()
    lines = [f"{title}, {mover} to move: {games:,} {'game' if games == 1 else 'games'}"]
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
