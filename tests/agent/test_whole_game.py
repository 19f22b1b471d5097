"""Whole games through the files: every move is legal and within the time."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from games.five.diagram import captured_by_colour, format_diagram
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import rules_named
from tests.agent.desk import Desk

PENTE = rules_named("pente")
MOST_PLIES = 120
PLENTY_S = 2.0  # with more left, a move loads its plan and saves its memory, also on a slow machine


def request_for(position: Position, left_s: float) -> str:
    """The request that the harness writes."""
    colour = position.rules.colour_of(position.side).upper()
    by_white, by_black = captured_by_colour(position)
    return f"{colour}\n{left_s}\n{by_white},{by_black}\n{format_diagram(position)}"


def play_on(desk: Desk, position: Position, left_s: float) -> float:
    """Request a move, play it and return the time left; check every rule of the harness."""
    done = desk.ask(request_for(position, left_s))
    assert done.code == 0
    assert "playdata" not in done.said
    assert done.output is not None
    left_s -= done.cpu_s
    assert left_s > 0
    position.play(parse_point(done.output, 19))
    return left_s


@pytest.mark.parametrize(("left_s", "seed"), [(5.0, 1), (1.0, 2), (2.0, 3)])
def test_whole_game_against_random_stones(desk: Desk, left_s: float, seed: int) -> None:
    """Against random stones near the centre, the agent wins with time to spare."""
    position, dice = Position(PENTE), Random(seed)
    own = seed % 2
    while position.outcome is None:
        if position.side == own:
            left_s = play_on(desk, position, left_s)
            continue
        near = [
            point for point in position.legal_moves() if position.distance_from_centre(point) < 5
        ]
        position.play(dice.choice(near))
    assert position.outcome.winner == own


def test_whole_game_against_itself(tmp_path: Path) -> None:
    """Two agents play to an end or for many plies, and save their moves while they have time."""
    desks = [Desk(tmp_path / name) for name in ("white", "black")]
    for desk in desks:
        desk.folder.mkdir()
    left_s, with_time, position = [5.0, 5.0], [0, 0], Position(PENTE)
    while position.outcome is None and len(position.moves) < MOST_PLIES:
        side = position.side
        with_time[side] += left_s[side] > PLENTY_S
        left_s[side] = play_on(desks[side], position, left_s[side])
    for side, desk in enumerate(desks):
        clocks = (desk.folder / "playdata.txt").read_bytes().split(b"\nclock ")[1:]
        assert with_time[side] > 3
        assert len(clocks) >= with_time[side] - 2
