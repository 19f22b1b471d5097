"""Positions played to the end by the engine against itself."""

from __future__ import annotations

from contextlib import closing

from arena.openings.self_play import PLAYED_OUT, SelfPlay, points_of
from tests.arena.building import NINE, after

FOUR_AND_FAR = "C5 A1 D5 A9 E5 J1 F5 J9"  # Black to move has an open four


def test_a_won_position_is_won_in_every_game_and_stays_as_it_was() -> None:
    """The side whose five cannot be stopped wins all eight games; the given position is
    unchanged.
    """
    position = after(FOUR_AND_FAR, NINE)
    before = list(position.cells)
    with closing(SelfPlay(NINE, 1)) as self_play:
        winners = list(self_play.winners(position))
    assert winners == [position.side] * PLAYED_OUT
    assert list(position.cells) == before


def test_a_game_does_not_depend_on_the_one_before() -> None:
    """A position played again with the same node counts ends alike, whatever was played between."""
    position = after("E5 E6 D5 F6", NINE)
    with closing(SelfPlay(NINE, 1)) as self_play:
        first = self_play.winner(position, (300, 400))
        self_play.winner(after("E5 D4", NINE), (500, 200))
        assert self_play.winner(position, (300, 400)) == first


def test_points() -> None:
    """A game is worth one point: to its winner, or half to each."""
    assert [points_of(side, winner) for winner in (0, 1, None) for side in (0, 1)] == [
        *(1.0, 0.0),
        *(0.0, 1.0),
        *(0.5, 0.5),
    ]
