"""What a stone makes: shapes by their definitions, checked with the rules."""

from __future__ import annotations

import random

import pytest

from games.five.points import parse_point
from games.five.position import Position
from games.five.shapes import Made, made_by
from games.registry import family_named

SIZE = 15


def after(moves: str, preset: str = "gomoku-15") -> Position:
    """The position after moves."""
    family = family_named(preset)
    position: Position = family.start()
    for move in moves.split():
        position.play(family.parse_move(position, move))
    return position


@pytest.mark.parametrize(
    ("moves", "stone", "shapes"),
    [
        ("H8 A1 J8 A3", "K8", ("open three",)),
        ("H8 A1 J8 A3", "L8", ("open three",)),  # with a gap
        ("H8 A1 J8 G8", "K8", ()),  # closed on one side
        ("H8 A1 J8 A3 K8 A5", "L8", ("open four",)),
        ("H8 A1 J8 A3 K8 G8", "L8", ("four",)),
        ("H8 A1 J8 A3 K8 A5", "M8", ("four",)),  # with a gap
        ("H8 A1 J8 A3 K8 A5 L8 G8", "M8", ("five",)),
        ("H8 A1 J8 A3 K9 A5 K10 A7", "K8", ("open three", "open three")),
        ("A8 O1 B8 O3", "C8", ()),  # no room for an open four
    ],
)
def test_shapes_have_the_names_of_players(moves: str, stone: str, shapes: tuple[str, ...]) -> None:
    """Rows with and without a gap, closed and open, and two at once."""
    assert made_by(after(moves), parse_point(stone, SIZE)) == Made(shapes, 0)  # type: ignore[arg-type]  # words


def test_captured_stones_are_counted() -> None:
    """In Pente a stone that flanks two pairs takes four stones."""
    position = after("K10 L10 A1 M10 K14 L13 A3 M12", "pente")
    assert made_by(position, parse_point("N10", 19)).captures == 2
    assert made_by(position, parse_point("N11", 19)).captures == 2
    assert made_by(position, parse_point("B5", 19)).captures == 0


@pytest.mark.parametrize("preset", ["gomoku-15", "standard-15", "pente"])
def test_fives_and_fours_agree_with_the_rules(preset: str) -> None:
    """A five ends the game; after a four, and only then, the next stone of the side can."""
    dice = random.Random(7)
    seen: set[str] = set()
    for _ in range(20):
        position: Position = family_named(preset).start()
        while position.outcome is None and len(position.moves) < 60:
            legal = position.legal_moves()
            near = [at for at in legal if position.distance_from_centre(at) < 3] or legal
            point = dice.choice(near)
            made = made_by(position, point)
            seen.update(made.shapes)
            row = position.copy()
            row.play(point)
            outcome = row.outcome
            assert ("five" in made.shapes) == (outcome is not None and bool(outcome.line))
            if outcome is None and not position.rules.capture_lengths:
                row.side = 1 - row.side
                rows = _winning_rows(row)
                if {"four", "open four"} & set(made.shapes):
                    assert rows, (position.cells, point)
                elif "five" not in made.shapes:
                    assert not any(point in one for one in rows), (position.cells, point)
            position.play(point)
    assert {"five", "four"} <= seen


def _winning_rows(position: Position) -> list[tuple[int, ...]]:
    """A winning row for each stone with which the side to move wins."""
    rows = []
    for free in position.legal_moves():
        position.play(free)
        if position.outcome and position.outcome.line:
            rows.append(position.outcome.line)
        position.undo()
    return rows
