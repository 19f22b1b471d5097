"""Whole games through the files: every move is legal, and each finds the memory of the last."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import rules_named
from tests.agent.desk import SPENT_S, Desk, request_for

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.agent.desk import Answer

PENTE = rules_named("pente")
MOST_PLIES = 120


def answered(ask: Callable[[str], Answer], position: Position, left_s: float) -> None:
    """Play the agent's move."""
    done = ask(request_for(position, left_s))
    assert (done.code, "playdata" in done.said) == (0, False), done.said
    assert done.output is not None
    position.play(parse_point(done.output, 19))


@pytest.mark.parametrize(("left_s", "own"), [(100.0, 0), (2.0, 1), (0.3, 0)])
def test_whole_game_against_random_stones(desk: Desk, left_s: float, own: int) -> None:
    """Against random stones near the centre, the agent wins, also where it cannot search."""
    position, dice = Position(PENTE), Random(own)
    while position.outcome is None:
        if position.side == own:
            answered(desk.play, position, left_s)
            left_s -= SPENT_S
            continue
        near = [
            point for point in position.legal_moves() if position.distance_from_centre(point) < 5
        ]
        position.play(dice.choice(near))
    assert position.outcome.winner == own


@pytest.mark.nightly
def test_whole_game_against_itself(tmp_path: Path) -> None:
    """Two agents play in processes of their own to an end or for many plies, on a full clock."""
    desks = [Desk(tmp_path / name) for name in ("white", "black")]
    for desk in desks:
        desk.folder.mkdir()
    position = Position(PENTE)
    while position.outcome is None and len(position.moves) < MOST_PLIES:
        answered(desks[position.side].ask, position, 3.0 - 0.02 * len(position.moves))
    for desk in desks:
        assert (desk.folder / "playdata.txt").read_bytes().count(b"\nclock ") > 3
