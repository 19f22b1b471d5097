"""The time plan: how much of the clock a move may use. Safety comes first.

The clock counts CPU seconds of everything the agent starts, interpreter included. Three quantities:

    overhead   cost of a move without a search, by the most careful estimate
    floor      cost of such a move as measured in this move; a lower bound
    reserve    kept so that all later moves can at least be answered

The time above the reserve is shared among the own moves that still need a search. If a move's value
grows with the logarithm of its time, the best share is its weight over the expected weight of all
moves left. It is a share, never a fixed amount: in a long game it shrinks but never runs out.
"""

PANIC = "panic"  # answer with the least work
STORED = "stored"  # no search: the book, the stored line or the fallback move
SHORT = "short"  # a small search with a small table
NORMAL = "normal"

PANIC_OVERHEADS = 3  # the mode is PANIC below 3 overheads; likewise for the next two
STORED_OVERHEADS = 5
SHORT_OVERHEADS = 50

OVERHEAD_S = 0.035  # default, until calibration or the ledger gives a better value
MOST_UNSEEN_S = 2.0  # per move: a wrapper that starts a whole environment takes 1 s
SHORT_SHARE = 0.15  # largest share of the clock in mode SHORT
MAXIMUM_SHARE = 0.25  # largest share of the time above the reserve
LEAST_SEARCH_S = 0.002  # a shorter search finds nothing better than the instant move
LONGEST_S = 120.0  # a move's longest time, whatever the clock allows
LONG_GAME = 28  # own moves of a game that the reserve covers
LEAST_ANSWERS = 8  # own moves that it covers at least: of the sides that have made 20 moves about
# half make each further one, so about one in 300 makes 8 more
LIKELY_ANSWERS = 5  # the same for `overhead_s`, the more careful estimate
LATE_MOVE = 8  # after this own move the reserve grows, for a game that may fill the board:
LATE_SHARE = 0.1  # by this share of the clock per own move, up to the cost of all answers
# Without a kernel it grows to so many answers, or to as many as the own moves so far: each costs
# more there, and without a search a won game is lost. With a full reserve `minimax` won a tenth.
PYTHON_ANSWERS = 16
OPENING_WEIGHT = 0.15  # weight of the first two moves; the middle game has 1 to 1.6

BOOK_STONES = 7  # with more stones on the board the book is not loaded
# The floor that `plan` will find is usually more than this, per CPU second spent when `may_search`
# asks: loading agent.player adds a quarter, and the end of Python, which only the harness sees, up
# to a fifth. 1.5, the upper end, lost no fewer games on time (data/results/experiments.jsonl).
FLOOR_PER_SPENT = 1.2
SHIPPED_SHARES = (200, 350)  # share_percent and limit_percent of Pente's weights

# Expected own moves with a search from own move 3, 4, ... on, this one included. Searching ends
# when one side's win is proven. The numbers are a fit to our own games.
MOVES_LEFT = (13.2, 11.9, 10.6, 9.5, 9.5, 8.6, 8.1, 7.2, 7.0, 6.4)
FEWEST_LEFT = 5.0  # with fewer, the last moves of a long game get too little time


class Budget:
    """The time budget of a move.

    mode       PANIC, STORED, SHORT or NORMAL
    target_s   CPU seconds to spend from now on; 0: do not search
    maximum_s  CPU seconds from now on that the move must not exceed
    """

    __slots__ = ("maximum_s", "mode", "target_s")

    def __init__(self, mode: str, target_s: float = 0.0, maximum_s: float = 0.0) -> None:
        self.mode = mode
        self.target_s = target_s
        self.maximum_s = maximum_s


def mode_of(seconds_left: float, overhead_s: float) -> str:
    """The mode that a clock allows, given the cost of a move without a search."""
    if seconds_left < PANIC_OVERHEADS * overhead_s:
        return PANIC
    if seconds_left < STORED_OVERHEADS * overhead_s:
        return STORED
    return SHORT if seconds_left < SHORT_OVERHEADS * overhead_s else NORMAL


def plan(
    seconds_left: float,
    *,
    own_move: int,
    empty_points: int,
    spent_s: float,
    unseen_s: float = 0.0,
    overhead_s: float = OVERHEAD_S,
    late_answers: "int | None" = None,
    share_percent: int,
    limit_percent: int,
) -> Budget:
    """The budget of own move number `own_move` (from 1) on a board with `empty_points` left.

    spent_s        CPU seconds that this process has used so far
    unseen_s       CPU seconds per move that the harness charges and the process cannot measure
    overhead_s     estimated charge of a move without a search
    late_answers   that the reserve grows to late in a game, or to `own_move`; None: a full board's
    share_percent, limit_percent  the tunables of these names (`search.weights`)
    """
    floor_s = spent_s + unseen_s
    overhead_s = max(overhead_s, floor_s)
    mode = mode_of(seconds_left, overhead_s)
    if mode in (PANIC, STORED):
        return Budget(mode)
    most_answers = 1 + empty_points // 2
    answers = min(max(LEAST_ANSWERS, LONG_GAME - own_move), most_answers)
    reserve_s = max(
        floor_s * answers,
        overhead_s * min(LIKELY_ANSWERS, answers),
        min(
            floor_s * min(most_answers, max(late_answers or most_answers, own_move)),
            LATE_SHARE * max(0, own_move - LATE_MOVE) * seconds_left,
        ),
    )
    usable_s = above_reserve(seconds_left, reserve_s)
    target_s = share_percent / 100 * weight(own_move) / moves_left(own_move) * usable_s
    target_s = min(target_s, seconds_left * SHORT_SHARE if mode == SHORT else LONGEST_S)
    maximum_s = min(limit_percent / 100 * target_s, MAXIMUM_SHARE * usable_s, LONGEST_S)
    return Budget(mode, max(0.0, min(target_s, maximum_s) - floor_s), max(0.0, maximum_s - floor_s))


def book_may_know(cells: "bytes | list[int]") -> bool:
    """Whether so few stones are on the board that the book may have a reply."""
    return len(cells) - cells.count(0) <= BOOK_STONES


def may_search(seconds_left: float, *, own_move: int, empty_points: int, spent_s: float) -> bool:
    """Whether `plan` may allow this move a search; asked before agent.player is loaded.

    `spent_s` is the CPU time that the process has used so far. The memory, the calibration and the
    weights file are not read yet, so SHIPPED_SHARES stand for the shares.
    """
    share_percent, limit_percent = SHIPPED_SHARES
    likely = plan(
        seconds_left,
        own_move=own_move,
        empty_points=empty_points,
        spent_s=FLOOR_PER_SPENT * spent_s,
        overhead_s=0.0,
        share_percent=share_percent,
        limit_percent=limit_percent,
    )
    return likely.target_s >= LEAST_SEARCH_S


def above_reserve(seconds_left: float, reserve_s: float) -> float:
    """The seconds of the clock that may be shared among moves, given this reserve.

    Below 1.5 reserves, the clock can hardly pay for both the reserve and the search. The shared
    part then falls smoothly with the cube of the clock.
    """
    if seconds_left >= 1.5 * reserve_s:
        return seconds_left - reserve_s
    return 4 / 27 * seconds_left**3 / reserve_s**2


def moves_left(own_move: int) -> float:
    """The expected number of own moves that still need a search, each counted by its weight."""
    first = 3
    if own_move < first:
        return MOVES_LEFT[0]
    place = own_move - first
    return MOVES_LEFT[place] if place < len(MOVES_LEFT) else FEWEST_LEFT


def weight(own_move: int) -> float:
    """The relative weight of a move: small in the opening, largest at the 8th."""
    if own_move <= 2:
        return OPENING_WEIGHT
    return 1 + 0.6 / (1 + ((own_move - 8) / 4.5) ** 2)


def unseen_seconds(ledger: "tuple[tuple[int, float, float], ...]") -> float:
    """The seconds per move that the harness charges above what the process measures of itself.

    An entry of the ledger is (number of the own move, seconds left on entry, own CPU seconds at
    exit). Only pairs of consecutive moves give a charge; without one the result is 0.

    A slow wrapper around every move shows in the first charge already. One move on a busy machine
    must not look like that, or the agent would stop searching. So the result is the upper quartile
    of all charges (of two, the lower). A single charge counts for one move; later, up to a quarter
    may be outliers. Rarer charges need no reserve. MOST_UNSEEN_S caps the result.
    """
    charges = [
        max(0.0, left_s - next_left_s - own_s)
        for (move, left_s, own_s), (next_move, next_left_s, _) in zip(ledger[:-1], ledger[1:])
        if next_move == move + 1
    ]
    if not charges:
        return 0.0
    charges.sort()
    return min(charges[3 * (len(charges) - 1) // 4], MOST_UNSEEN_S)
