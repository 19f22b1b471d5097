"""PSQ and REC, the records of Piskvork, the manager of the Gomocup tournaments.

    Piskvorky 15x15, 11:11, 0          alice
    8,8,1                              bob
    9,7,15                             7,7,1
    ...                                8,6,15
    first brain's name                 ...
    second brain's name                -1
    -1

PSQ (left): after the head, one move per line: column and row, from 1 at the top left, and
milliseconds. The head's last number says which of the two names began: 0 the first, 1 the second.
REC (right) has the names first, the one who began on top; it counts columns and rows from 0, and
its board has 20 lines. PSQ may lack the names. Both end with Piskvork's code of the end, -1 if it
is unknown.

Piskvork reads with `fscanf`, so blanks around numbers, empty lines and any time are allowed. A line
that looks like a move but is none is refused: it is never a name.

The formats do not store the rules: the caller gives them, or the board's size decides. They have no
variations, no comments, no result and no start but the empty board. (Source: Piskvork's code.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.errors import NotationError, UnknownRules
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules
from games.result import OPEN
from games.tree import MOST_MOVES, GameTree, one_line

HEAD = re.compile(
    r"Piskvorky\s*(\d{1,3})\s*x\s*(\d{1,3})\s*,\s*-?\d{1,3}\s*:\s*-?\d{1,3}\s*,\s*(-?\d{1,9})"
)
MOVE = re.compile(
    r"([+-]?\d{1,9})\s*,\s*([+-]?\d{1,9})\s*(?:,\s*([+-]?\d{1,12}(?:\.\d{0,12})?)?\s*)?"
)
# A number and a comma, a short word and a number, or two numbers and nothing else.
LIKE_A_MOVE = re.compile(
    r"[(\[+-]*\d[\d.\])\s]*[,;]|\S{1,2}\s*[,;]\s*[+-]?\d|[+-]?\d[\s\d.:+-]*\s[\s\d.:+-]*\d$"
)
PRESET_OF_SIZE = {9: "gomoku-9", 15: "gomoku-15", 19: "gomoku-19", 20: "gomoku-20"}
REC_PRESET = "gomoku-20"
UNKNOWN_END = "-1"
END = "Piskvork end"  # the tag of the code of the end
END_CODE = re.compile(r"-?\d{1,9}")
TIMES = "the moves' times are left out"
LONGEST_MOVE = 80  # characters
LONGEST_HEAD = 2_000  # characters in which REC is recognised


def format_psq(game: GameTree) -> str:
    """The main line of a game as PSQ. Raises NotationError unless it began with an empty board."""
    if game.family.format_start(game.start):
        raise NotationError("PSQ begins with the empty board and no captures, this game does not")
    size = game.rules.size
    lines = [f"Piskvorky {size}x{size}, 11:11, 0"]
    for point in game.moves:
        row, column = divmod(point, size)
        lines.append(f"{column + 1},{row + 1},0")
    names = [" ".join(name.split()) or f"player {side + 1}" for side, name in enumerate(game.names)]
    if not any(game.names):
        names = []  # as Piskvork outside tournaments
    return "\n".join([*lines, *names, _end_of(game)]) + "\n"


def _end_of(game: GameTree) -> str:
    code = game.tags.get(END, UNKNOWN_END)
    return code if END_CODE.fullmatch(code) else UNKNOWN_END


def parse_psq(text: str, rules: FiveRules | None = None) -> GameTree:
    """The game of a PSQ file; the default rules are free Gomoku on a board of its size.

    Raises NotationError, UnknownRules or IllegalMove.
    """
    lines = _lines_of(text)
    head = HEAD.match(lines[0][1]) if lines else None
    if head is None:
        raise NotationError("PSQ begins with a line like 'Piskvorky 15x15, 11:11, 0'")
    if int(head[3]) not in (0, 1):
        raise NotationError(
            f"PSQ: the last number of {head[0]!r} says which player began: 0 or 1, not {head[3]}"
        )
    told = rules is not None
    rules = _rules_of(int(head[1]), int(head[2]), rules)
    points, timed = _moves_of(lines[1:], rules.size, first=1)
    rest = [line for _, line in lines[1 + len(points) :]]
    named = min(2, len(rest))
    if 0 < len(rest) < 3 and END_CODE.fullmatch(rest[-1]):
        named -= 1  # the last line is the code of the end
    names = [*rest[:named], "", ""][:2]
    if head[3] == "1":
        names.reverse()
    game = _game(rules, points, names, rest[named:], timed=timed)
    if not told:
        game.notes.append(f"PSQ names no rules: read as {rules.name}")
    return game


def is_rec(text: str) -> bool:
    """Whether a text looks like REC: two names, then a move."""
    are_moves = [MOVE.fullmatch(line) is not None for _, line in _lines_of(text[:LONGEST_HEAD])]
    return are_moves[:3] == [False, False, True]


def parse_rec(text: str, rules: FiveRules | None = None) -> GameTree:
    """The game of a REC file; the default rules are free Gomoku on 20 lines.

    Raises NotationError or IllegalMove.
    """
    if not is_rec(text):
        raise NotationError("REC begins with two names, then moves like '10,9,15'")
    lines = _lines_of(text)
    told, rules = rules is not None, PRESETS[REC_PRESET] if rules is None else rules
    points, timed = _moves_of(lines[2:], rules.size, first=0)
    names, rest = [line for _, line in lines[:2]], [line for _, line in lines[2 + len(points) :]]
    game = _game(rules, points, names, rest, timed=timed)
    if not told:
        game.notes.append(f"REC names no rules: read as {rules.name}")
    return game


def _lines_of(text: str) -> list[tuple[int, str]]:
    """The lines that are not empty, each with its number from 1."""
    lines = enumerate(text.removeprefix("\ufeff").splitlines(), 1)
    return [(number, bare) for number, line in lines if (bare := line.strip())]


def _moves_of(lines: Sequence[tuple[int, str]], size: int, first: int) -> tuple[list[int], bool]:
    """The points of the moves that begin these lines, and whether any took time.

    Raises NotationError for a point that is not on the board, and for a later line that looks like
    a move.
    """
    points: list[int] = []
    timed = False
    for number, line in lines:
        move = MOVE.fullmatch(line)
        if move is None:
            break
        if len(points) == MOST_MOVES:
            raise NotationError(f"a record of more than {MOST_MOVES} moves")
        column, row = int(move[1]) - first, int(move[2]) - first
        if not (0 <= column < size and 0 <= row < size):
            place = f"{move[1]},{move[2]}"
            raise NotationError(
                f"line {number}, move {len(points) + 1}: {place} is not on the board of "
                f"{size}x{size}"
            )
        points.append(row * size + column)
        timed = timed or float(move[3] or 0) > 0
    for number, line in lines[len(points) :]:
        if LIKE_A_MOVE.match(line[:LONGEST_MOVE]):
            raise NotationError(
                f"line {number}: {line[:40]!r} is no move: expected column, row and time, "
                "before the names"
            )
    return points, timed


def _game(
    rules: FiveRules, points: list[int], names: list[str], rest: Sequence[str], *, timed: bool
) -> GameTree:
    said = list(rest)
    notes = [TIMES] if timed else []
    tags = {}
    if said and END_CODE.fullmatch(said[0]):
        code = said.pop(0)
        if code != UNKNOWN_END:
            tags[END] = code
    if said:
        notes.append(f"text after the game is left out: {said[0][:40]!r}")
    return GameTree(
        FivePosition(rules),
        one_line(points),
        names=(names[0], names[1]),
        result=OPEN,
        tags=tags,
        notes=notes,
    )


def _rules_of(width: int, height: int, rules: FiveRules | None) -> FiveRules:
    if rules is not None and (width, height) == (rules.size, rules.size):
        return rules
    if rules is not None:
        raise NotationError(f"the record's board is {width}x{height}, that of {rules.name} is not")
    if width != height or width not in PRESET_OF_SIZE:
        known = ", ".join(f"{size}x{size}" for size in PRESET_OF_SIZE)
        raise UnknownRules(f"no game is played on {width}x{height}; there are {known}")
    return PRESETS[PRESET_OF_SIZE[width]]
