"""The lines of an iteration that a limit ended, merged with those of the one before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from search.result import Line
from search.root import best_first, merged, replacing_best
from search.score import is_loss, lost_in

MOVES = st.lists(st.integers(0, 9), min_size=1, max_size=5, unique=True)
SCORES = st.integers(-9, 9) | st.integers(3, 9).map(lost_in)


@st.composite
def lines(draw: st.DrawFn, depth: int, moves: list[int]) -> tuple[Line, ...]:
    """Lines of one depth with these first moves, best first."""
    return best_first(Line(draw(SCORES), (move,), depth) for move in moves)


@given(data=st.data(), moves=MOVES)
def test_merged_lines_are_best_first_and_deepest_first(
    data: st.DataObject, moves: list[int]
) -> None:
    """As many lines as before, no move twice; a finished deeper search decides which is first."""
    before = data.draw(lines(4, moves))
    deeper = data.draw(lines(5, data.draw(MOVES)))
    finished = deeper[: data.draw(st.integers(0, min(len(deeper), len(before) - 1)))]
    begun = (*deeper, None)[len(finished)]
    found = merged(finished, begun, before)
    scores = [line.score for line in found]
    assert scores == sorted(scores, reverse=True)
    assert len({line.pv for line in found}) == len(before) == len(found)
    assert all(line.depth == 5 or line.score <= old_score(before, line) for line in found)
    if finished:
        assert found[0] is finished[0]
    elif begun is not None and len(before) == 1:
        assert found == (begun,)
    elif begun is not None and begun.pv != before[0].pv and not is_loss(begun.score):
        assert found[0] is begun
    else:
        assert found == before or found[0] is begun


def old_score(before: tuple[Line, ...], line: Line) -> int:
    """The score that the line with this move had."""
    return next(each.score for each in before if each.pv == line.pv)


def test_scores_of_two_depths_do_not_compare() -> None:
    """At depth 5 every score is lower: the best of depth 5 stays first, others score no more."""
    before = (Line(50, (1,), 4), Line(40, (2,), 4), Line(-70, (3,), 4))
    [best, second, third] = merged([Line(-60, (1,), 5)], None, before)
    assert (best.pv, second.pv, third.pv) == ((1,), (2,), (3,))
    assert (best.score, second.score, third.score) == (-60, -60, -70)
    assert merged([], Line(-60, (1,), 5), before) == before  # nothing tells of the others
    assert merged([], Line(-60, (1,), 5), before[:1])[0].score == -60


@given(data=st.data(), moves=MOVES, move=st.integers(0, 9))
def test_an_unrefuted_move_comes_first_unless_it_loses(
    data: st.DataObject, moves: list[int], move: int
) -> None:
    """The refuted best line goes, and no other line is above a better one."""
    before = data.draw(lines(4, [each for each in moves if each != move] or [10]))
    found = replacing_best(move, before)
    scores = [line.score for line in found]
    assert scores == sorted(scores, reverse=True)
    assert before[0] not in found
    assert found[0].pv == (move,) or is_loss(next(x.score for x in found if x.pv == (move,)))
