"""How much of the clock a move may use: safe first.

The clock is CPU seconds of everything the agent starts, interpreter included. Three sums rule:

    overhead   what a move costs that searches nothing, by the most careful figure there is
    floor      what such a move costs by what is known in this very move: never below it
    reserve    kept for the moves to come, so that they can at least be answered

What is left above the reserve is shared among the own moves that still need thought: if a move's
worth grows with the logarithm of its time, it is best to give each its weight over the expected
weights of all that are left. It is a share, never a fixed sum: a long game decays and never breaks.
"""

PANIC = "panic"  # answer with the least work
STORED = "stored"  # no search: a stored reply, or rules
SHORT = "short"  # a small search with a small table
NORMAL = "normal"

PANIC_OVERHEADS = 3  # below so many overheads the mode is PANIC, and so on
STORED_OVERHEADS = 5
SHORT_OVERHEADS = 50

OVERHEAD_S = 0.035  # until calibration or the ledger know better
MOST_UNSEEN_S = 2.0  # of a move: a wrapper that starts a whole environment takes 1 s
SHORT_SHARE = 0.15  # of the clock, at most, in mode SHORT
MAXIMUM_SHARE = 0.25  # of what is above the reserve
LONGEST_S = 120.0  # whatever the clock line says
LONG_GAME = 28  # own moves that the reserve is for
LEAST_ANSWERS = 8  # own moves that it is for however long the game: of the sides that have made 20
# moves about half make each next one, so that one in some 300 makes 8 more
LIKELY_ANSWERS = 5  # the same by the overhead, the more careful figure
LATE_MOVE = 8  # from here on more and more of the clock is kept for a game that fills the board:
LATE_SHARE = 0.1  # so much more with each own move, as far as answers alone would need it
OPENING_WEIGHT = 0.15  # of the first two moves, against 1 to 1.6 of the middle game

# Own moves still to think about, this one included, at own move 3, 4, ...: until one side's win is
# proven, which is where thinking ends. tools/fit/moves_left.py fits them on games of our own.
MOVES_LEFT = (13.2, 11.9, 10.6, 9.5, 9.5, 8.6, 8.1, 7.2, 7.0, 6.4)
FEWEST_LEFT = 5.0  # fewer, and the last moves of a long game are starved


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


def mode_of(seconds_left: float, overhead_s: float) -> str:
    """What kind of move a clock allows where a move without a search costs so much."""
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
    share_percent: int,
    limit_percent: int,
) -> Budget:
    """The budget of own move number `own_move` (from 1) with so many empty points.

    spent_s        CPU seconds that this process has used up to now
    unseen_s       what the harness charged above what earlier processes saw of themselves
    overhead_s     what a move without a search is charged, as far as is known
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
        min(floor_s * most_answers, LATE_SHARE * max(0, own_move - LATE_MOVE) * seconds_left),
    )
    usable_s = above_reserve(seconds_left, reserve_s)
    target_s = share_percent / 100 * weight(own_move) / moves_left(own_move) * usable_s
    target_s = min(target_s, seconds_left * SHORT_SHARE if mode == SHORT else LONGEST_S)
    maximum_s = min(limit_percent / 100 * target_s, MAXIMUM_SHARE * usable_s, LONGEST_S)
    return Budget(mode, max(0.0, min(target_s, maximum_s) - floor_s), max(0.0, maximum_s - floor_s))


def above_reserve(seconds_left: float, reserve_s: float) -> float:
    """What may be shared out of a clock with this reserve.

    A clock that is not twice the reserve cannot keep it whole and search as well: it goes down with
    the clock, smoothly, and what is shared out goes down faster.
    """
    if seconds_left >= 2 * reserve_s:
        return seconds_left - reserve_s
    return seconds_left * seconds_left / (4 * reserve_s)


def moves_left(own_move: int) -> float:
    """Own moves that are still expected to need thought, each counted by its weight."""
    first = 3
    if own_move < first:
        return MOVES_LEFT[0]
    place = own_move - first
    return MOVES_LEFT[place] if place < len(MOVES_LEFT) else FEWEST_LEFT


def weight(own_move: int) -> float:
    """How much a move deserves against the others: little in the opening, most around the 8th."""
    if own_move <= 2:
        return OPENING_WEIGHT
    return 1 + 0.6 / (1 + ((own_move - 8) / 4.5) ** 2)


def unseen_seconds(ledger: tuple[tuple[int, float, float], ...]) -> float:
    """What the harness charges a move above what the process sees of itself, seconds.

    An entry of the ledger is (number of the own move, seconds left on entry, own CPU seconds at
    exit); only moves that follow one another tell anything. 0 where nothing is known.

    A harness that starts every move through a slow wrapper charges it every time: the first move
    tells. One move for which the machine was busy must not be taken for that, or nothing would be
    searched for the rest of the game. So this is the upper quartile of all charges, the lower one
    of two: a lone charge is believed for one move, and a quarter of them may be wrong after that.
    What is charged more seldom than that needs no reserve: the plan shares out what is left. And
    nothing above MOST_UNSEEN_S is believed, the dearest start that was thought of.
    """
    charges = [
        max(0.0, left_s - next_left_s - own_s)
        for (move, left_s, own_s), (next_move, next_left_s, _) in zip(  # noqa: RUF007 - to import `itertools` would cost the move 0.1 ms
            ledger[:-1], ledger[1:], strict=True
        )
        if next_move == move + 1
    ]
    if not charges:
        return 0.0
    charges.sort()
    return min(charges[3 * (len(charges) - 1) // 4], MOST_UNSEEN_S)
