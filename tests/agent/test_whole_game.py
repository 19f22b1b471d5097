"""Whole games through the files: every move is legal, and each finds the memory of the last."""

from __future__ import annotations

from random import Random

import pytest

from arena.foreign.harness_files import format_request
from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import rules_named
from tests.agent.desk import SPENT_S, Desk

PENTE = rules_named("pente")


@pytest.mark.parametrize(("left_s", "own"), [(100.0, 0), (2.0, 1), (0.3, 0)])
def test_whole_game_against_random_stones(desk: Desk, left_s: float, own: int) -> None:
    """Against random stones near the centre, the agent wins, also where it cannot search."""
    position, dice = FivePosition(PENTE), Random(own)
    while position.outcome is None:
        if position.side == own:
            done = desk.play(format_request(position, left_s))
            assert (done.code, "playdata" in done.said) == (0, False), done.said
            assert done.output is not None
            position.play(parse_point(done.output, 19))
            left_s -= SPENT_S
            continue
        near = [
            point for point in position.legal_moves() if position.distance_from_centre(point) < 5
        ]
        position.play(dice.choice(near))
    assert position.outcome.winner == own
