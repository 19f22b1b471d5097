"""The static value of a position from scratch, point by point as `docs/evaluation.md` defines it.

It keeps nothing between points and lines, and reads a window of a line from its text. Tests compare
the incremental board (`search.pure.board`) and the kernel with it.
"""

from __future__ import annotations

from functools import cache

from games.five.position import DIRECTIONS, FivePosition, rays
from games.five.rules import FiveRules
from games.rules import EMPTY
from search.score import EVALUATION_LIMIT
from search.weights import Weights
from search.weights.five import RANKED

VACANT, BLOCK = ".", "#"
FIVE, OPEN_FOUR, FOUR, OPEN_THREE, THREE, OPEN_TWO, TWO, OPEN_ONE, ONE, NONE = range(9, -1, -1)
# The tunable of each rank's value, by rank; NONE is worth nothing.
RANK_NAMES = ("", *RANKED)


def evaluate(position: FivePosition, weights: Weights) -> int:
    """The static value for the side to move, from scratch."""
    worth = [
        sum(
            part_of(position, point, direction, side, weights)
            for point, cell in enumerate(position.cells)
            if cell == EMPTY
            for direction in range(len(DIRECTIONS))
        )
        for side in (0, 1)
    ]
    return combine(worth, position.captured_stones, position.side, position.rules, weights)


def part_of(position: FivePosition, point: int, direction: int, side: int, weights: Weights) -> int:
    """The worth of a stone of this side on an empty point, along one line through it."""
    own, opponent = 1 + side, 2 - side
    halves = halves_at(position, point, direction)
    rank = rank_at(position, point, direction, side)
    part = weights[RANK_NAMES[rank]] if rank else 0
    for ray in halves:
        for length in position.rules.capture_lengths:
            if ray[: length + 1] == [opponent] * length + [own]:
                part += weights["capture"]
            if ray[: length + 1] == [opponent] * length + [EMPTY]:
                part += weights["capture_threat"]
    return part


def halves_at(position: FivePosition, point: int, direction: int) -> tuple[list[int], list[int]]:
    """The cells ahead of a point and back from it, from the nearest on, as far as they matter."""
    reach = 5 if position.rules.exactly_five else 4
    ahead, back = rays(point, position.rules.size)[2 * direction : 2 * direction + 2]
    cells = position.cells
    return [cells[step] for step in ahead[:reach]], [cells[step] for step in back[:reach]]


def rank_at(position: FivePosition, point: int, direction: int, side: int) -> int:
    """The rank of a stone of this side on an empty point, along one line through it."""
    exactly_five = position.rules.exactly_five
    reach = 5 if exactly_five else 4
    sign = {1 + side: "x", 2 - side: BLOCK, EMPTY: VACANT}
    ahead, back = (
        "".join([sign[cell] for cell in half]).ljust(reach, BLOCK)
        for half in halves_at(position, point, direction)
    )
    return rank_of_window(back[::-1] + "x" + ahead, exactly_five=exactly_five)


@cache
def rank_of_window(window: str, *, exactly_five: bool) -> int:
    """The rank of a window that holds the new stone: `x` own, `.` empty, `#` anything else.

    Only FIVE is read from the window itself. Any other rank is one step below the best rank that
    one more stone can make.
    """
    if holds_five(window, exactly_five=exactly_five):
        return FIVE
    next_ranks = [
        rank_of_window(f"{window[:index]}x{window[index + 1 :]}", exactly_five=exactly_five)
        for index, sign in enumerate(window)
        if sign == VACANT
    ]
    completing = next_ranks.count(FIVE)
    if completing:
        return OPEN_FOUR if completing >= 2 else FOUR
    # OPEN_FOUR next makes an OPEN_THREE, FOUR next a THREE, and so on down to ONE.
    return max(max(next_ranks, default=NONE) - 2, NONE)


def holds_five(window: str, *, exactly_five: bool) -> bool:
    """Whether a run of own stones in the window wins."""
    if not exactly_five:
        return "xxxxx" in window
    return any(len(run) == 5 for run in window.replace(BLOCK, VACANT).split(VACANT))


def live_lines(position: FivePosition, side: int) -> int:
    """The empty points and lines through them on which this side may still make a five there."""
    return sum(
        rank_at(position, point, direction, side) > 0
        for point, cell in enumerate(position.cells)
        if cell == EMPTY
        for direction in range(len(DIRECTIONS))
    )


def combine(
    worth: list[int], captured_stones: list[int], mover: int, rules: FiveRules, weights: Weights
) -> int:
    """The static value for the mover, from each side's points and captured stones."""
    other = 1 - mover
    value = (
        worth[mover] * (100 + weights["tempo_percent"]) // 100
        - worth[other]
        + captured_worth(captured_stones[mover], rules, weights)
        - captured_worth(captured_stones[other], rules, weights)
    )
    return max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, value))


def captured_worth(stones: int, rules: FiveRules, weights: Weights) -> int:
    """The worth of this many captured stones: linear between the fifths of a win."""
    to_win = rules.captured_stones_to_win
    if not to_win:
        return 0
    at = [0, *(weights[f"captured_{fifths}"] for fifths in range(1, 5))]
    fifths, rest = divmod(5 * stones, to_win)
    if fifths >= 4:  # the last fifth wins, so nothing is added on the way to it
        return at[4]
    return at[fifths] + (at[fifths + 1] - at[fifths]) * rest // to_win
