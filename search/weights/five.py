"""The tunables of the five-in-a-row family: name, default, range, group, meaning."""

from search.weights.tunable import (
    CAPTURES,
    CLOCK_TUNABLES,
    EVALUATION,
    ORDER,
    SEARCH,
    Tunable,
    Tunables,
)

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

FIVE_TUNABLES = Tunables("five", TUNABLES, never_less=NEVER_LESS, unit="five", nets=True)
