"""The searches of a review: where it looks longer, and what it carries along the line."""

from __future__ import annotations

import pytest

from arena.review.course import DEEPER, Course, Value, Wanted
from games.registry import family_named
from search.score import lost_in, win_in

FAMILY = family_named("gomoku-9")
MOVES = ["E5", "A1", "E6", "A9", "E7"]


J1, J9 = (FAMILY.parse_move(FAMILY.start(), text) for text in ("J1", "J9"))


class Oracle:
    """An engine that would play J1 or J9; its scores are for the side to move, 0 if unknown.

    short, long  scores by the number of stones on the board
    instead      scores after the engine's move, likewise
    own          numbers of stones at which the engine plays as the game goes on
    """

    def __init__(
        self,
        short: dict[int, int],
        long: dict[int, int] | None = None,
        *,
        instead: dict[int, int] | None = None,
        own: tuple[int, ...] = (),
    ) -> None:
        self.asked: list[tuple[int, int]] = []  # stones on the board, and the effort
        self._short, self._long = short, short if long is None else long
        self._instead, self._own = instead or {}, own

    def value(self, wanted: Wanted, moves: tuple[int, ...]) -> Value:
        """The value of a position."""
        position, effort = wanted
        stones = sum(map(bool, position.cells))
        self.asked.append((stones, effort))
        scores = self._long if effort == DEEPER else self._short
        scores = self._instead if position.cells[J1] or position.cells[J9] else scores
        best = moves[stones] if stones in self._own else (J1, J9)[position.side]
        return Value(position.side, scores.get(stones, 0), (best, J1 + 1), effort)


def pursued(oracle: Oracle) -> Course:
    """A course to its end."""
    position = FAMILY.start()
    for text in MOVES:
        position.play(FAMILY.parse_move(position, text))
    course = Course(FAMILY.start(), position.moves)
    while (wanted := course.wanted()) is not None:
        course.learn(oracle.value(wanted, course.moves))
    return course


def shares(course: Course) -> list[float]:
    """The chances of side 0, in percent."""
    return [course.chance(ply).percent for ply in range(len(course.values))]


def test_a_quiet_game_needs_one_search_of_each_position() -> None:
    """Where no value swings nothing is searched longer, and nothing is marked."""
    oracle = Oracle({})
    course = pursued(oracle)
    assert oracle.asked == [(ply, 1) for ply in range(6)]
    assert (course.done, course.total) == (6, 6)
    assert course.accuracy == pytest.approx((100, 100), abs=1)
    assert all(course.verdict(ply).mark is None for ply in range(1, 6))


def test_a_swing_is_searched_longer_on_both_sides() -> None:
    """A possible mistake gets long searches before it, after it, and after the engine's move; only
    what they confirm is marked.
    """
    seems = {2: 3_000, 3: 3_000}
    oracle = Oracle(seems, instead={3: -3_000})
    assert pursued(oracle).verdict(3).mark == "blunder"
    assert {(3, DEEPER), (2, DEEPER)} <= set(oracle.asked)
    assert oracle.asked.count((3, DEEPER)) == 2, "after the move played, and after the engine's"
    for oracle in (Oracle(seems, {}), Oracle(seems, instead={3: 3_000})):
        assert pursued(oracle).verdict(3).mark is None


def test_later_values_are_carried_back() -> None:
    """A position is worth at least what its mover reaches by the moves that were played."""
    course = pursued(Oracle({5: -9_000}))
    before, end = shares(course)[4:]
    assert end > 90
    assert before == pytest.approx(end), "White was to move, and had this"
    assert course.verdict(4).mark == "blunder"
    assert course.verdict(5).lost == 0


def test_the_loss_is_at_the_move_that_had_a_choice() -> None:
    """Where the engine had no better move either, the blame goes back to where it had one."""
    course = pursued(Oracle({5: -9_000}, own=(2, 3, 4)))
    assert [course.verdict(ply).mark for ply in (3, 4, 5)] == [None, None, None]
    assert course.verdict(2).mark == "blunder"


def test_proofs_are_carried_along_the_line() -> None:
    """A proved win that the mover follows is proved after it, one turn nearer; before it, if the
    mover reaches it, one turn further away.
    """
    course = pursued(Oracle({2: win_in(5)}, own=(0, 1, 2)))
    assert course.values[3].score == lost_in(4)
    assert [value.score for value in course.values[:2]] == [win_in(7), lost_in(6)]
