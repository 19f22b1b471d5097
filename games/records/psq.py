"""PSQ, the record of Piskvork, the manager of the Gomocup tournaments.

    Piskvorky 15x15, 11:11, 0
    8,8,1
    9,7,15
    ...
    first brain's name
    second brain's name
    -1

After the head, one move per line: column and row, from 1 at the top left, and milliseconds. The
format does not store the rules: the caller gives them, or the board's size decides. It has no
variations, no comments and no start but the empty board.
"""

from __future__ import annotations

import re
from itertools import islice

from games.errors import NotationError, UnknownRules
from games.five.position import Position
from games.five.rules import PRESETS, Rules
from games.records.five_game import MOST_MOVES, OPEN, RecordedGame, line_of_moves
from games.rules import EMPTY

HEAD = re.compile(r"Piskvorky (\d{1,3})x(\d{1,3}), ?(-?\d{1,3}):(-?\d{1,3}), ?(-?\d{1,9})")
MOVE = re.compile(r"(\d{1,3}),(\d{1,3}),(\d{1,12})")
PRESET_OF_SIZE = {9: "gomoku-9", 15: "gomoku-15", 19: "gomoku-19", 20: "gomoku-20"}
UNKNOWN_END = "-1"


def format_psq(game: RecordedGame) -> str:
    """The main line of a game as PSQ. Raises NotationError unless it began with an empty board."""
    if any(cell != EMPTY for cell in game.start.cells):
        raise NotationError("PSQ begins with the empty board, this game does not")
    size = game.rules.size
    lines = [f"Piskvorky {size}x{size}, 11:11, 0"]
    for point in game.main_line():
        row, column = divmod(point, size)
        lines.append(f"{column + 1},{row + 1},0")
    names = [" ".join(name.split()) or f"player {side + 1}" for side, name in enumerate(game.names)]
    return "\n".join([*lines, *names, UNKNOWN_END]) + "\n"


def parse_psq(text: str, rules: Rules | None = None) -> RecordedGame:
    """The game of a PSQ file; the default rules are free Gomoku on a board of its size.

    Raises NotationError, UnknownRules or IllegalMove.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    head = HEAD.match(lines[0].strip()) if lines else None
    if head is None:
        raise NotationError("PSQ begins with a line like 'Piskvorky 15x15, 11:11, 0'")
    rules = _rules_of(int(head[1]), int(head[2]), rules)
    points: list[int] = []
    for line in islice(lines, 1, 2 + MOST_MOVES):
        move = MOVE.fullmatch(line.strip())
        if move is None:
            break
        points.append(_point(int(move[1]), int(move[2]), rules.size, len(points) + 1))
    after = 1 + len(points)
    names = [*(line.strip() for line in lines[after : after + 2]), "", ""]
    return RecordedGame(
        Position(rules), line_of_moves(points), names=(names[0], names[1]), result=OPEN
    )


def _rules_of(width: int, height: int, rules: Rules | None) -> Rules:
    """The rules of a board of this size."""
    if rules is not None and (width, height) == (rules.size, rules.size):
        return rules
    if rules is not None:
        raise NotationError(f"the record's board is {width}x{height}, that of {rules.name} is not")
    if width != height or width not in PRESET_OF_SIZE:
        known = ", ".join(f"{size}x{size}" for size in PRESET_OF_SIZE)
        raise UnknownRules(f"no game is played on {width}x{height}; there are {known}")
    return PRESETS[PRESET_OF_SIZE[width]]


def _point(column: int, row: int, size: int, number: int) -> int:
    """The point of a move's column and row, from 1."""
    if not (1 <= column <= size and 1 <= row <= size):
        raise NotationError(f"move {number}: {column},{row} is not on the board of {size}x{size}")
    return (row - 1) * size + column - 1
