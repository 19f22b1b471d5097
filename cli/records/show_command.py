"""`pente show`: a recorded game in the terminal."""

from __future__ import annotations

import os
import sys
from typing import Any

import rich_click as click

from arena.records.reading import FileGame
from cli.options import all_option, file_options, json_option, ply_option
from cli.output.settings import is_json, print_answer
from cli.reading import end_with, position_at, read_chosen_games
from games.family import AnyPosition
from games.records.movetext import numbered
from games.registry import family_of
from games.result import OPEN
from games.rules import WHITE

WIDTH = 80


@click.command(epilog="Example: pente show game.sgf --ply 12")
@click.argument("file")
@file_options
@all_option
@ply_option
@json_option
def show(*, file: str, every: bool, ply: int | None, **which: Any) -> None:
    """Show the board, the captures and the moves of a recorded game.

    FILE is a record of any format, a position, or harness input; - is standard input. Colours are
    used on a terminal only, and not with NO_COLOR.
    """
    games, read = read_chosen_games(file, every=every, **which)
    for index, game in enumerate(games):
        if not is_json():
            print("\n" * (index > 0) + f"{game.where}:\n" * (len(games) > 1), end="")
        print_answer(
            lambda game=game: _shown_fields(game, ply),  # type: ignore[misc]  # bound now
            lambda game=game: shown(game, ply),  # type: ignore[misc]
        )
    end_with(read)


def shown(game: FileGame, ply: int | None) -> str:
    """The game as text: players, board, captures, the moves, who is to move."""
    position, moves = position_at(game, ply)
    record, rules = game.record, game.record.rules
    family = family_of(rules)
    names = [
        f"{rules.colour_of(side).capitalize()}: {name}"
        for side, name in enumerate(record.names)
        if name
    ]
    rows = [f"{family.title}{'  ' if names else ''}{', '.join(names)}"]
    tags = [f"{name} {value}" for name, value in record.tags.items()]
    rows += _wrapped(tags, ", ")
    last = moves[-1].move if moves else None
    board = "\n".join(family.shown_lines(position, last, played=True))
    rows.append(family.painted(board, painted) if use_colours() else board)
    played = family.format_line(record.start, [move.move for move in moves])
    rows += _wrapped(numbered(played), " ")
    comment = moves[-1].comment if moves else record.comment
    rows += [f"{{{comment}}}"] if comment else []
    rows.append(status(game, position, whole=ply is None))
    return "\n".join(rows)


def _wrapped(words: list[str], between: str) -> list[str]:
    """The words in lines of at most WIDTH characters."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(between) + len(word) <= WIDTH:
            lines[-1] += between + word
        else:
            lines.append(word)
    return lines


def status(game: FileGame, position: AnyPosition, *, whole: bool) -> str:
    """Who has won, or who is to move after how many moves."""
    family = family_of(position.rules)
    outcome = position.outcome
    if outcome is not None:
        return family.result_in_words(outcome.winner, outcome.termination)
    side = position.rules.colour_of(position.side).capitalize()
    said = f"; the record says {game.record.result}" if game.record.result != OPEN else ""
    return f"after {len(position.moves)} moves, {side} to move{said if whole else ''}"


def use_colours() -> bool:
    """Whether standard output is a terminal and the user allows colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def painted(sign: str, colour: str, marked: bool) -> str:  # noqa: FBT001 - as the families call it
    """A stone of the board: white ones bright, black ones in cyan, a marked one reversed."""
    shade = "bright_white" if colour == WHITE else "cyan"
    return click.style(sign, fg=shade, bold=True, reverse=marked)


def _shown_fields(game: FileGame, ply: int | None) -> dict[str, object]:
    position, moves = position_at(game, ply)
    record, family = game.record, family_of(game.record.rules)
    outcome = position.outcome
    colours = [position.rules.colour_of(side) for side in (0, 1)]
    return {
        "rules": record.rules.name,
        "names": list(record.names),
        "tags": record.tags,
        "result": record.result,
        "ply": len(moves),
        "to_move": None if outcome is not None else colours[position.side],
        "winner": None if outcome is None or outcome.winner is None else colours[outcome.winner],
        "captured": {colours[side]: family.captured(position, side) for side in (0, 1)},
        "moves": family.format_line(record.start, [move.move for move in moves]),
        "comments": {
            str(index): move.comment for index, move in enumerate(moves, 1) if move.comment
        },
        "position": family.format_position(position),
        "board": family.board_lines(position),
    }
