"""Ends of games before the board ends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.errors import MatchError
from arena.game.adjudication import (
    ADJUDICATED,
    MOVE_LIMIT,
    Adjudication,
    adjudication_of,
    whole_numbers,
)
from arena.game.record import replay
from tests.arena.building import NINE, Scripted, game_between
from tests.refusals import all_refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.game.record import GameRecord

LOST = adjudication_of((500, 2), None, None)
EVEN = adjudication_of(None, (10, 2, 6), None)


def game(
    early: Adjudication, first: Sequence[int | None], second: Sequence[int | None]
) -> GameRecord:
    """A game of two players that report these scores."""
    sides = Scripted(scores=first), Scripted(scores=second)
    return game_between(*sides, "nodes:1", NINE, early=early)


def test_player_that_gives_up_has_lost() -> None:
    """A side loses that reports a lost game as often as asked, if the other does not object."""
    for first, second, plies, winner in (
        ([0, -500, -500], [600], 5, "B"),  # the opponent agrees
        ([0, -500, -900], [None], 5, "B"),  # the opponent reports nothing
        ([700], [0, -500], 6, "A"),
        ([700], [-500, -600], 4, "A"),  # after the answer that completes it
    ):
        record = game(LOST, first, second)
        assert (record.termination, record.winner_name) == (ADJUDICATED, winner)
        assert len(record.moves) == plies
        assert "-500 or less 2 times" in record.reason
        replay(record)
    for less, more in (([-499], [900]), ([-900], [499]), ([-900, 0] * 40, [900]), ([None], [900])):
        assert game(LOST, less, more).termination != ADJUDICATED


def test_even_scores_and_the_move_limit_draw() -> None:
    """Both sides must report small scores, after enough moves; the limit needs no score."""
    for early, scores, ending, plies in (
        (EVEN, (10, -10), ADJUDICATED, 6),
        (adjudication_of(None, None, 7), (None, None), MOVE_LIMIT, 7),
    ):
        record = game(early, scores[:1], scores[1:])
        assert (record.termination, record.winner, len(record.moves)) == (ending, None, plies)
        replay(record)
    for other in (-11, None):
        assert game(EVEN, [10], [other]).termination != ADJUDICATED


def test_bad_numbers_are_refused() -> None:
    """The message has the spelling."""
    rows = [(text, "SCORE,MOVES") for text in ("", "5", "5,", "5,x", "-5,2", "5,2,3", "1.5,2")]
    all_refused(lambda text: whole_numbers(text, 2, "SCORE,MOVES"), MatchError, rows)
    all_refused(
        lambda lost: adjudication_of(lost, None, None), MatchError, [((0, 2), "at least 1")]
    )
