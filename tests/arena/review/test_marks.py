"""Which moves are mistakes, and how accurate a side is: one definition for board and terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.review.marks import accuracy, lost_percent, mark_of
from web.contract.messages import Score
from web.engines.scores import judged

PERCENT = st.integers(0, 1000).map(lambda tenths: tenths / 10)


def test_marks_follow_the_loss() -> None:
    """8, 16 and 30 percent are the bounds; a proven win that is proven no more is missed. Accuracy
    is 100 percent minus the average, unknown without moves.
    """
    for before, after, winning, mark in (
        *((60, 53, False, None), (60, 52, False, "inaccuracy"), (60, 44, False, "mistake")),
        *((60, 30, False, "blunder"), (60, 80, False, None)),
        *((100, 99, True, "missed win"), (100, 100, True, None), (100, 0, True, "missed win")),
    ):
        assert mark_of(before, after, winning=winning) == mark
    assert accuracy([0.0, 10.0, 20.0]) == 90.0
    assert accuracy([]) is None


@given(PERCENT, PERCENT)
def test_a_move_loses_nothing_or_the_difference(before: float, after: float) -> None:
    """A move that the engine likes better than its own loses nothing."""
    assert lost_percent(before, after) == max(0.0, before - after)


@given(PERCENT, PERCENT, st.sampled_from((0, 1)), st.booleans())
def test_the_board_judges_alike(before: float, after: float, mover: int, winning: bool) -> None:  # noqa: FBT001
    """The board's scores, which are side 0's, give the same loss and mark."""
    kind = "win" if winning else "score"
    scores = [
        Score(kind=kind, value=0, percent=percent if mover == 0 else 100.0 - percent)  # type: ignore[arg-type]  # a literal
        for percent in (before, after)
    ]
    lost, mark = judged(scores[0], scores[1], mover)
    assert lost == pytest.approx(lost_percent(before, after), abs=1e-9)
    bound = min(abs(before - after - limit) for limit in (8, 16, 30))
    if bound > 1e-9 and abs(after - 100) > 1e-9:
        assert mark == mark_of(before, after, winning=winning)
