"""The tunables of the five-in-a-row family: name, default, range, group, meaning."""

from search.weights.tunable import (
    CAPTURES,
    CLOCK_TUNABLES,
    EVALUATION,
    NOT_GIVEN,
    ORDER,
    SEARCH,
    SELECTIVITY,
    Tunable,
    Tunables,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from search.weights import Weights

_POINT = "an empty point where one more stone makes, on one line, "
_OWN = "in the move order, a point where the mover makes, on one line, "
_OPPONENT = "in the move order, a point where the opponent would make "

_VALUES = (
    Tunable("one", 0, 0, 4000, EVALUATION, _POINT + "a one: blocked, a five still possible"),
    Tunable("open_one", 1, 0, 4000, EVALUATION, _POINT + "an open one"),
    Tunable("two", 9, 0, 4000, EVALUATION, _POINT + "a two: next a three"),
    Tunable("open_two", 25, 0, 4000, EVALUATION, _POINT + "an open two: next an open three"),
    Tunable("three", 32, 0, 4000, EVALUATION, _POINT + "a three: next a four"),
    Tunable("open_three", 140, 0, 4000, EVALUATION, _POINT + "an open three: next an open four"),
    Tunable("four", 160, 0, 4000, EVALUATION, _POINT + "a four: one point completes five"),
    Tunable("open_four", 800, 0, 4000, EVALUATION, _POINT + "an open four: two do"),
    Tunable("five", 3000, 0, 8000, EVALUATION, _POINT + "a five"),
)


def _ordered(whose: str, meaning: str, worth: int) -> "list[Tunable]":
    """The weights of a stone's ranks in the move order: by default a multiple of their values."""
    return [
        Tunable(
            f"{whose}_{value.name}",
            worth * value.default,
            0,
            16000,
            ORDER,
            f"{meaning}{'an' if value.name[:4] == 'open' else 'a'} {value.name.replace('_', ' ')}",
        )
        for value in _VALUES
    ]


# How the search prunes and reduces: name, largest value, the number of a game with captures and of
# one without, meaning.
_SELECTIVITY = (
    ("reduction_percent", 1000, 170, 140, "divisor of late move reductions, in %"),
    ("futile_depth", 20, 6, 6, "deepest static futility"),
    ("iir_depth", 20, 3, 3, "least depth of a node reduced for want of a table move"),
    ("reply_bonus", 4000, 0, 400, "most that either part of the replies adds to the order"),
    ("tried", 100, 6, 6, "moves tried at depth 1"),
    ("tried_step", 40, 3, 3, "moves more at depth 2"),
    ("tried_growth", 20, 2, 0, "what `tried_step` grows by from depth to depth"),
    ("tried_depth", 31, 5, 31, "depth up to which the number of moves is limited"),
    ("not_improving_percent", 100, 100, 60, "% of these moves if the static value does not rise"),
)

TUNABLES = (
    *_VALUES,
    Tunable("tempo_percent", 25, 0, 200, EVALUATION, "how much more the mover's patterns count"),
    Tunable("capture", 150, 0, 4000, CAPTURES, "a ray along which a stone here captures"),
    Tunable("capture_threat", 20, 0, 4000, CAPTURES, "a ray along which it threatens to capture"),
    Tunable("captured_1", 150, 0, 20000, CAPTURES, "one fifth of the stones to win captured"),
    Tunable("captured_2", 380, 0, 20000, CAPTURES, "two fifths of them captured"),
    Tunable("captured_3", 800, 0, 20000, CAPTURES, "three fifths of them captured"),
    Tunable("captured_4", 1800, 0, 20000, CAPTURES, "four fifths captured: one pair to go"),
    *_ordered("own", _OWN, 2),
    Tunable("own_capture", 300, 0, 16000, ORDER, "a ray along which the mover captures"),
    Tunable("own_capture_threat", 40, 0, 16000, ORDER, "a ray with the mover's threat to capture"),
    *_ordered("opponent", _OPPONENT, 1),
    Tunable("opponent_capture", 150, 0, 16000, ORDER, "a ray along which the opponent captures"),
    Tunable("opponent_capture_threat", 20, 0, 16000, ORDER, "a ray with the opponent's threat"),
    Tunable("width", 24, 1, 400, SEARCH, "most moves searched in a node, best by static order"),
    Tunable("aspiration", 120, 1, 20000, SEARCH, "half the first window around the last score"),
    Tunable("killer_bonus", 600, 0, 20000, SEARCH, "order bonus of the latest killer move"),
    Tunable("history_limit", 2000, 0, 20000, SEARCH, "most that history adds to the order"),
    Tunable("futility", 250, 0, 20000, SEARCH, "margin of static futility, per turn of depth"),
    Tunable("frontier", 600, 0, 20000, SEARCH, "margin of frontier futility, per turn of depth"),
    *[
        Tunable(name, NOT_GIVEN, 0, most, SELECTIVITY, meaning, missing=NOT_GIVEN)
        for name, most, _, _, meaning in _SELECTIVITY
    ],
    *CLOCK_TUNABLES,
)

# (less, more): see `Tunables`.
NEVER_LESS = (
    ("one", "open_one"),
    ("one", "two"),
    ("open_one", "open_two"),
    ("two", "open_two"),
    ("two", "three"),
    ("open_two", "open_three"),
    ("three", "open_three"),
    ("three", "four"),
    ("open_three", "open_four"),
    ("four", "open_four"),
    ("open_four", "five"),
    ("capture_threat", "capture"),
    ("captured_1", "captured_2"),
    ("captured_2", "captured_3"),
    ("captured_3", "captured_4"),
)

# What a stone on a point may make or stop. Each has two more weights for the move order, prefixed
# `own_` and `opponent_`.
RANKED = tuple(tunable.name for tunable in _VALUES)
ORDERED = (*RANKED, "capture", "capture_threat")

CAPTURED_ENTRIES = 64  # entries of the kernel's table, by number of captured stones

FIVE_TUNABLES = Tunables("five", TUNABLES, never_less=NEVER_LESS, unit="five", nets=True)


def own_selectivity(*, captures: bool) -> "dict[str, int]":
    """How a game with captures, or one without, prunes and reduces."""
    return {name: own if captures else without for name, _, own, without, _ in _SELECTIVITY}


def selectivity_of(weights: "Weights", *, captures: bool) -> "dict[str, int]":
    """How the search prunes and reduces: these weights' numbers; the game's own if not given."""
    own = own_selectivity(captures=captures)
    return {name: n if weights[name] == NOT_GIVEN else weights[name] for name, n in own.items()}


def captured_values(to_win: int, weights: "Weights") -> "list[int]":
    """The value of 0, 1, 2, ... captured stones, of which so many win: linear between corners.

    `captured_1` is the value of a fifth of the stones to win, and so on (docs/evaluation.md).
    """
    if not to_win:
        return [0] * CAPTURED_ENTRIES
    corners = [0, *[weights[f"captured_{fifths}"] for fifths in range(1, 5)]]
    values = []
    for stones in range(CAPTURED_ENTRIES):
        fifths, rest = divmod(5 * stones, to_win)
        low, high = corners[min(fifths, 4)], corners[min(fifths + 1, 4)]
        values.append(low + (high - low) * rest // to_win if fifths < 5 else corners[4])
    return values
