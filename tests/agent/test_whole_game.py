"""Whole games through the files: every move is legal and within the time."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from agent.harness import SHORT_CLOCK_S
from games.five.diagram import captured_by_colour, format_diagram
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import rules_named
from tests.agent.desk import Desk

PENTE = rules_named("pente")
MOST_PLIES = 120


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


@pytest.mark.parametrize(("left_s", "seed"), [(2.0, 1), (1.0, 2)])
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
    """Two agents play to an end or for many plies; while time allows a search, they save moves."""
    desks = [Desk(tmp_path / name) for name in ("white", "black")]
    for desk in desks:
        desk.folder.mkdir()
    left_s, saved, position = [3.0, 3.0], [0, 0], Position(PENTE)
    while position.outcome is None and len(position.moves) < MOST_PLIES:
        side = position.side
        before_s, left_s[side] = left_s[side], play_on(desks[side], position, left_s[side])
        if before_s >= SHORT_CLOCK_S and len(position.moves) > 4:
            memory = (desks[side].folder / "playdata.txt").read_bytes()
            saved[side] += 1
            assert memory.count(b"\nclock ") >= saved[side]
    assert min(saved) > 3
