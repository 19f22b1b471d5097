"""The Elo that a match report states."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from arena.strength.elo import elo_of_counts, estimate_elo
from arena.strength.pairs import PairCounts
from arena.strength.score import MatchScore, Tally
from cli.output.match_report import elo_of_match

if TYPE_CHECKING:
    from arena.game.record import GameRecord

GAME = cast("GameRecord", None)  # a waiting game is counted, but not read
PAIRS = (5, 0, 90, 0, 10)


@pytest.mark.parametrize(
    ("games", "waiting", "paired"), [(210, 0, True), (211, 1, True), (211, 0, False)]
)
def test_elo_is_that_of_the_pairs_where_games_are_paired(
    games: int, waiting: int, *, paired: bool
) -> None:
    """The error comes from pairs, unless some games have no partner, as with uneven sides."""
    score = MatchScore(
        first=Tally(wins=100, losses=5),
        second=Tally(wins=games - 200, losses=95),
        pairs=PairCounts(counts=PAIRS, waiting={200 + number: GAME for number in range(waiting)}),
    )
    assert elo_of_match(score) == (elo_of_counts(PAIRS) if paired else estimate_elo(score.total))


def test_single_games_tell_until_there_is_a_pair() -> None:
    """The first game of a match already gives an estimate; without games there is none."""
    one = MatchScore(first=Tally(wins=1), pairs=PairCounts(waiting={0: GAME}))
    assert elo_of_match(one) == estimate_elo(Tally(wins=1))
    assert elo_of_match(MatchScore()) is None
