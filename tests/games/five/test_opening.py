"""The opening rule of Pente: White's first stone in the centre, the second three or more away."""

from __future__ import annotations

import pytest

from games.errors import IllegalMove
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import PRESETS, Rules, rules_named

BOUND = [rules for rules in PRESETS.values() if rules.opening_distance]
PENTE = rules_named("pente")


@pytest.mark.parametrize("rules", BOUND, ids=str)
def test_opening_first_stone_lies_on_the_centre(rules: Rules) -> None:
    """Only the centre is legal for the first stone, and the refusal names it."""
    position = Position(rules)
    assert position.legal_moves() == [rules.centre]
    with pytest.raises(IllegalMove, match="White's first stone must lie on K10"):
        position.play(0)


@pytest.mark.parametrize("rules", BOUND, ids=str)
def test_opening_second_player_is_free(rules: Rules) -> None:
    """Black may answer on any empty point."""
    position = Position(rules)
    position.play(rules.centre)
    assert len(position.legal_moves()) == 360


def test_opening_second_stone_keeps_its_distance() -> None:
    """White's second stone lies outside the 5 x 5 square around the centre."""
    position = Position(PENTE)
    position.play(PENTE.centre)
    position.play(parse_point("A1", 19))
    legal = position.legal_moves()
    assert len(legal) == 361 - 25 - 1
    for name, allowed in [("N10", True), ("M10", False), ("K7", True), ("H8", False), ("G7", True)]:
        assert (parse_point(name, 19) in legal) == allowed
    with pytest.raises(IllegalMove, match="at least 3 intersections from the centre, M11 lies 2"):
        position.play(parse_point("M11", 19))


def test_opening_third_stone_is_free() -> None:
    """From White's third stone on, every empty point is legal."""
    position = Position(PENTE)
    for name in ("K10", "A1", "N10", "A2"):
        position.play(parse_point(name, 19))
    assert len(position.legal_moves()) == 361 - 4


def test_opening_counts_stones_that_were_taken() -> None:
    """A captured stone still counts as played, by the other side's count of captures."""
    rules = PENTE
    one_left = Position(rules, [0] * 180 + [1] + [0] * 180, 0, (0, 2))
    assert len(one_left.legal_moves()) == 360
    first_taken = Position(rules, [2] + [0] * 360, 0, (0, 1))
    assert first_taken.stones_placed(0) == 1
    assert rules.centre not in first_taken.legal_moves()
    both_taken = Position(rules, [2] + [0] * 360, 0, (0, 2))
    assert len(both_taken.legal_moves()) == 360


def test_opening_does_not_bind_where_it_cannot_be_kept() -> None:
    """If no empty point satisfies the rule, every empty point is legal."""
    taken_centre = Position(PENTE, [0] * 180 + [2] + [0] * 180)
    assert len(taken_centre.legal_moves()) == 360
    rules = Rules("small", 7, exactly_five=True, opening_distance=3)
    inside = [row * 7 + column for row in range(1, 6) for column in range(1, 6)]
    full_edge = Position(rules, [0 if p in inside else 1 if p == 3 else 2 for p in range(49)])
    assert full_edge.stones_placed(0) == 1
    assert full_edge.legal_moves() == inside


@pytest.mark.parametrize("name", ["five-19", "gomoku-9", "gomoku-20", "standard-15"])
def test_opening_is_free_elsewhere(name: str) -> None:
    """Without an opening distance the first two stones of side 0 may lie anywhere."""
    rules = rules_named(name)
    position = Position(rules)
    position.play(0)
    position.play(1)
    assert len(position.legal_moves()) == rules.size**2 - 2
