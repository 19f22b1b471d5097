"""Ends of games before the board ends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arena.errors import MatchError
from arena.game.adjudication import (
    ADJUDICATED,
    MOVE_LIMIT,
    Adjudication,
    adjudication_of,
    whole_numbers,
)
from arena.game.player import Answer
from arena.game.record import replay
from arena.game.referee import play_game
from tests.arena.one_game import one_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.game.clock import Allowance
    from arena.game.record import GameRecord
    from games.five.position import Position

LOST = adjudication_of((500, 2), None, None)
EVEN = adjudication_of(None, (10, 2, 6), None)


class Reporting:
    """Plays the first legal point and reports these scores in turn, the last one again."""

    def __init__(self, scores: Sequence[int | None]) -> None:
        self.scores = list(scores)

    def new_game(self, seed: int) -> None:
        """Do nothing."""

    def choose(self, position: Position, allowance: Allowance) -> Answer:  # noqa: ARG002 - a Player
        """Return the first legal point with the next score."""
        score = self.scores.pop(0) if len(self.scores) > 1 else self.scores[0]
        return Answer(point=position.legal_moves()[0], cpu_s=0.0, wall_s=0.0, score=score)

    def close(self) -> None:
        """Do nothing."""


def game(
    early: Adjudication, first: Sequence[int | None], second: Sequence[int | None]
) -> GameRecord:
    """A game of two players that report these scores."""
    job = one_game(
        rules="gomoku-9",
        clock="nodes:1",
        adjudicate=early.lost,
        draw_score=early.drawn,
        draw_moves=early.most_moves,
    )
    return play_game(job.spec.family, job, (Reporting(first), Reporting(second)))


@pytest.mark.parametrize(
    ("first", "second", "plies", "winner"),
    [
        ([0, -500, -500], [600], 5, "B"),  # the opponent agrees
        ([0, -500, -900], [None], 5, "B"),  # the opponent reports nothing
        ([700], [0, -500], 6, "A"),
        ([700], [-500, -600], 4, "A"),  # after the answer that completes it
    ],
)
def test_player_that_gives_up_has_lost(
    first: Sequence[int], second: Sequence[int], plies: int, winner: str
) -> None:
    """A side loses that reports a lost game as often as asked, if the other does not object."""
    record = game(LOST, first, second)
    assert (record.termination, record.winner_name) == (ADJUDICATED, winner)
    assert len(record.moves) == plies
    assert "-500 or less 2 times in a row" in record.reason
    replay(record)


@pytest.mark.parametrize(
    ("first", "second"),
    [([-499], [900]), ([-900], [499]), ([-900, 0] * 40, [900]), ([None], [900])],
)
def test_nobody_loses_by_less(first: Sequence[int | None], second: Sequence[int]) -> None:
    """Lower scores, an opponent that objects and a missing score adjudicate nothing."""
    assert game(LOST, first, second).termination != ADJUDICATED


def test_even_scores_draw_from_a_move_on() -> None:
    """Both sides must report small scores, and enough moves must have been played."""
    record = game(EVEN, [10], [-10])
    assert (record.termination, record.winner, len(record.moves)) == (ADJUDICATED, None, 6)
    assert game(EVEN, [10], [-11]).termination != ADJUDICATED
    assert game(EVEN, [10], [None]).termination != ADJUDICATED


def test_move_limit_draws() -> None:
    """The game is drawn after as many moves."""
    record = game(adjudication_of(None, None, 7), [None], [None])
    assert (record.termination, record.winner, len(record.moves)) == (MOVE_LIMIT, None, 7)
    replay(record)


@pytest.mark.parametrize("text", ["", "5", "5,", "5,x", "-5,2", "5,2,3", "1.5,2"])
def test_bad_numbers_are_refused(text: str) -> None:
    """The message has the spelling."""
    with pytest.raises(MatchError, match="SCORE,MOVES"):
        whole_numbers(text, 2, "SCORE,MOVES")
    with pytest.raises(MatchError, match="at least 1"):
        adjudication_of((0, 2), None, None)
