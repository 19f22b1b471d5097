"""How much of the clock a move may use: safe first.

The clock is CPU seconds of everything the agent starts, interpreter included. Three sums rule:

    overhead   what a move costs that searches nothing, by the most careful figure there is
    floor      what such a move costs by what is known in this very move: never below it
    reserve    kept for the moves to come, so that they can at least be answered

What is left above the reserve is shared among the own moves still expected; a share of what is
left, never a fixed sum, so that a long game decays and never breaks.
"""

from itertools import pairwise

PANIC = "panic"  # answer with the least work
STORED = "stored"  # no search: a stored reply, or rules
SHORT = "short"  # a small search with a small table
NORMAL = "normal"

PANIC_OVERHEADS = 3  # below so many overheads the mode is PANIC, and so on
STORED_OVERHEADS = 10
SHORT_OVERHEADS = 50

OVERHEAD_S = 0.035  # until calibration or the ledger know better
SHORT_SHARE = 1 / 20  # of the clock, at most, in mode SHORT
MAXIMUM_FACTOR = 3.5
MAXIMUM_SHARE = 0.25  # of what is above the reserve
LONGEST_S = 120.0  # whatever the clock line says
SURE_MOVES = 100  # own moves that the reserve can always pay for, twice a long game
LONG_GAME = 25  # own moves; later than this the reserve goes before any search
OPENING_WEIGHT = 0.15  # of the first two moves, against 1 to 1.6 of the middle game


class Budget:
    """What a move may use.

    mode       PANIC, STORED, SHORT or NORMAL
    target_s   CPU seconds from now on, what was spent before the plan taken off; 0: do not search
    maximum_s  CPU seconds from now on that nothing may exceed
    """

    __slots__ = ("maximum_s", "mode", "target_s")

    def __init__(self, mode: str, target_s: float = 0.0, maximum_s: float = 0.0) -> None:
        self.mode = mode
        self.target_s = target_s
        self.maximum_s = maximum_s

    def __repr__(self) -> str:
        return f"Budget({self.mode}, target_s={self.target_s:.3f}, maximum_s={self.maximum_s:.3f})"


def plan(
    seconds_left: float,
    *,
    own_move: int,
    empty_points: int,
    spent_s: float,
    unseen_s: float = 0.0,
    overhead_s: float = OVERHEAD_S,
) -> Budget:
    """The budget of own move number `own_move` (from 1) with so many empty points.

    spent_s     CPU seconds that this process has used up to now
    unseen_s    what the harness charged above what earlier processes saw of themselves
    overhead_s  what a move without a search is charged, as far as is known
    """
    floor_s = spent_s + unseen_s
    overhead_s = max(overhead_s, floor_s)
    if seconds_left < PANIC_OVERHEADS * overhead_s:
        return Budget(PANIC)
    if seconds_left < STORED_OVERHEADS * overhead_s:
        return Budget(STORED)
    moves_left = expected_moves_left(own_move)
    likely_moves = 1.5 * max(10.0, moves_left)
    reserve_s = max(overhead_s * likely_moves, floor_s * min(SURE_MOVES, 1 + empty_points // 2))
    if own_move <= LONG_GAME:
        reserve_s = max(floor_s * likely_moves, min(reserve_s, seconds_left / 2))
    usable_s = max(0.0, seconds_left - reserve_s)
    base_s = weight(own_move) / moves_left * usable_s
    short = seconds_left < SHORT_OVERHEADS * overhead_s
    target_s = min(base_s, seconds_left * SHORT_SHARE if short else LONGEST_S)
    maximum_s = min(MAXIMUM_FACTOR * target_s, MAXIMUM_SHARE * usable_s, LONGEST_S)
    return Budget(
        SHORT if short else NORMAL,
        max(0.0, min(target_s, maximum_s) - floor_s),
        max(0.0, maximum_s - floor_s),
    )


def expected_moves_left(own_move: int) -> float:
    """Own moves still expected, each counted by its weight: self-play gives 20 a side, a tail."""
    return max(5.0, 26.8 - 1.4 * own_move)


def weight(own_move: int) -> float:
    """How much a move deserves against the others: little in the opening, most around the 8th."""
    if own_move <= 2:
        return OPENING_WEIGHT
    return 1 + 0.6 / (1 + ((own_move - 8) / 4.5) ** 2)


def unseen_seconds(ledger: tuple[tuple[int, float, float], ...]) -> float:
    """The most that the harness charged a move above what the process saw of itself, seconds.

    An entry of the ledger is (number of the own move, seconds left on entry, own CPU seconds at
    exit); only moves that follow one another tell anything. 0 where nothing is known.
    """
    most = 0.0
    for (move, left_s, own_s), (next_move, next_left_s, _) in pairwise(ledger):
        if next_move == move + 1:
            most = max(most, left_s - next_left_s - own_s)
    return most
