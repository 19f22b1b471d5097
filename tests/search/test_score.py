"""The scale of scores."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from search.score import (
    EVALUATION_LIMIT,
    INFINITY,
    MAX_TURNS,
    is_loss,
    is_win,
    lost_in,
    own_moves_to_win,
    win_in,
)

TURNS = st.integers(0, MAX_TURNS)


@given(TURNS)
def test_score_wins_and_losses_are_each_other_turned_round(turns: int) -> None:
    """A win for one side in N turns is a loss for the other in N turns."""
    assert lost_in(turns) == -win_in(turns)
    assert is_win(win_in(turns))
    assert is_loss(lost_in(turns))
    assert not is_loss(win_in(turns))
    assert not is_win(lost_in(turns))


@given(st.lists(TURNS, min_size=2, max_size=2, unique=True).map(sorted))
def test_score_sooner_wins_are_better(turns: list[int]) -> None:
    """A quicker win scores higher, a quicker loss lower, and all stay within the infinities."""
    sooner, later = turns
    assert -INFINITY < lost_in(sooner) < lost_in(later) < win_in(later) < win_in(sooner)
    assert win_in(sooner) < INFINITY


@given(st.integers(-EVALUATION_LIMIT, EVALUATION_LIMIT))
def test_score_estimates_are_never_proofs(score: int) -> None:
    """No estimate counts as a win or a loss, and none has a distance."""
    assert not is_win(score)
    assert not is_loss(score)
    assert own_moves_to_win(score) is None
    assert lost_in(MAX_TURNS) < score < win_in(MAX_TURNS)


def test_score_own_moves_count_the_winning_one() -> None:
    """Won in 1 turn is one own move; 3 turns are two, with the opponent's reply
    between; 5 three.
    """
    assert [own_moves_to_win(win_in(turns)) for turns in (1, 3, 5, 7)] == [1, 2, 3, 4]
    assert own_moves_to_win(lost_in(2)) is None
