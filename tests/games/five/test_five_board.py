"""The square board: points, diagrams, openings with a choice of sides, and shapes."""

from __future__ import annotations

import random

import pytest

from games.errors import IllegalMove, NotationError
from games.five.diagram import (
    captured_by_colour,
    parse_position,
)
from games.five.opening_rules import (
    SWAP,
    opening_rules,
    placed,
)
from games.five.points import format_harness_point, format_point, parse_point
from games.five.position import FivePosition, rays
from games.five.rules import PRESETS, rules_named
from games.five.shapes import Made, deeds_of, made_by
from games.registry import family_named
from tests.arena.building import after


def test_points_round_trip() -> None:
    """Every point of every board reads back from both spellings, in either case. K10 and 10K are
    the centre of 19 lines; A19 is the first point, T1 the last, J the ninth.
    """
    for size, point in ((lines, at) for lines in range(5, 21) for at in range(lines**2)):
        for name in (format_point(point, size), format_harness_point(point, size)):
            assert parse_point(name, size) == parse_point(f" {name.lower()}\n", size) == point
    assert parse_point("K10", 19) == parse_point("10K", 19) == 180
    assert format_point(0, 19) == "A19"
    assert format_harness_point(360, 19) == "1T"
    assert format_point(8, 19) == "J19"


SAMPLE = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"


def test_diagram_captures_belong_to_colours_not_sides() -> None:
    """Captures are written White first, whichever colour moved first."""
    rules = rules_named("pente")
    white_first = parse_position(SAMPLE.replace("0,0", "4,6"), rules)
    assert white_first.captured_stones == [4, 6]
    black_first = FivePosition(rules_named("gomoku-9"), None, 0, (4, 6))
    assert captured_by_colour(black_first) == (6, 4)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_game_s_own_opening_rule_does_not_bind(preset: str) -> None:
    """Stones of both sides lie anywhere, and afterwards the position is one of the game itself."""
    rules = PRESETS[preset]
    for rule in opening_rules(rules):
        stones = ["A1", "B2", "C3", "D4", "E6"][: rule.most]
        position = placed(rule, rules, stones)
        assert position.side == rule.most % 2
        assert sum(map(bool, position.cells)) == rule.most
        assert position.rules.name == preset
        for count in (rule.stones, rule.most):  # its second stone lies already
            begun = placed(rule, rules, stones[:count])
            begun.rules = rules
            if begun.side == 0:
                assert len(begun.legal_moves()) == rules.size**2 - count


def test_bad_stones_are_refused_in_words() -> None:
    """A stone on another, one off the board, and one too many name what is wrong."""
    rules = PRESETS["gomoku-15"]
    with pytest.raises(IllegalMove, match="stone 2, A1: A1 is occupied"):
        placed(SWAP, rules, ["A1", "A1"])
    with pytest.raises(NotationError, match="stone 1, Z9"):
        placed(SWAP, rules, ["Z9"])
    with pytest.raises(NotationError, match="4 stones: Swap has at most 3"):
        placed(SWAP, rules, ["A1", "A2", "A3", "A4"])


SIZE = 15


@pytest.mark.parametrize(
    ("moves", "stone", "shapes"),
    [
        ("H8 A1 J8 A3", "K8", ("open three",)),
        ("H8 A1 J8 A3", "L8", ("open three",)),  # with a gap
        ("H8 A1 J8 G8", "K8", ()),  # closed on one side
        ("H8 A1 J8 A3 K8 A5", "L8", ("open four",)),
        ("H8 A1 J8 A3 K8 G8", "L8", ("four",)),
        ("H8 A1 J8 A3 K8 A5", "M8", ("four",)),  # with a gap
        ("D8 A1 E8 A3 F8 A5 K8 A7 L8 A9 M8 A11", "H8", ("four",)),  # with two, no open row
        ("H8 A1 J8 A3 K8 A5 L8 G8", "M8", ("five",)),
        ("H8 A1 J8 A3 K9 A5 K10 A7", "K8", ("open three", "open three")),
        ("A8 O1 B8 O3", "C8", ()),  # no room for an open four
    ],
)
def test_shapes_have_the_names_of_players(moves: str, stone: str, shapes: tuple[str, ...]) -> None:
    """Rows with and without a gap, closed and open, and two at once."""
    assert made_by(after(moves, PRESETS["gomoku-15"]), parse_point(stone, SIZE)) == Made(shapes, 0)  # type: ignore[arg-type]  # words


@pytest.mark.parametrize(("game", "shapes"), [("gomoku-15", ("five",)), ("standard-15", ())])
def test_six_in_a_row_are_a_five_where_they_win(game: str, shapes: tuple[str, ...]) -> None:
    """Where exactly five win, they are nothing."""
    position = after("H8 A1 J8 A3 K8 A5 M8 A7 N8 A9", PRESETS[game])
    assert made_by(position, parse_point("L8", SIZE)).shapes == shapes


@pytest.mark.parametrize(
    ("moves", "stone", "threatens", "stops"),
    [
        ("K10 L10 O10 L11", "L12", {("take", "L9", 2)}, set()),
        ("K10 L10 N10 L11 N9 L12", "L13", set(), {("open four", "L13", 0)}),
        ("K10 L10 O10 M10", "A1", set(), set()),
    ],
)
def test_a_stone_threatens_and_stops(
    moves: str, stone: str, threatens: set[object], stops: set[object]
) -> None:
    """The coach names what comes next, and what can no longer come."""
    deeds = deeds_of(after(moves), parse_point(stone, 19))
    assert (set(deeds.threatens), set(deeds.stops)) == (threatens, stops)


@pytest.mark.parametrize("preset", ["gomoku-9", "pente", "keryo"])
def test_threats_are_those_of_the_rules(preset: str) -> None:
    """What is threatened can be done, and no kind that is new on the whole board is left out."""
    dice, met = random.Random(5), set[str]()
    for _ in range(2):
        position: FivePosition = family_named(preset).start()
        while position.outcome is None and len(position.moves) < 40:
            legal = position.legal_moves()
            near = [at for at in legal if position.distance_from_centre(at) < 3] or legal
            point, side = dice.choice(near), position.side
            then = position.copy()
            then.play(point)
            if then.outcome is None and len(position.moves) % 3 == 0:
                deeds = deeds_of(position, point)
                said = made_by(position, point).shapes
                hidden = {"five"} if {"four", "open four"} & {*said} else set()
                hidden |= {"open four"} if "open three" in said else set()
                for told, one, later, earlier, quiet in (
                    (deeds.threatens, side, then, position, hidden),
                    (deeds.stops, 1 - side, position, then, set()),
                ):
                    now, before = _ways(later, one), _ways(earlier, one)
                    for what, at, takes in told:
                        way = what, parse_point(at, position.rules.size)
                        assert now[way] == takes > before.get(way, -1)
                    new = {what for what, _ in now} - {what for what, _ in before} - quiet
                    assert new <= {each.what for each in told}
                    met.update(each.what for each in told)
            position.play(point)
    assert met >= ({"open four"} if preset == "gomoku-9" else {"open four", "take"})


def _ways(position: FivePosition, side: int) -> dict[tuple[str, int], int]:
    """What a side can do with its next stone: the kind, the point, the stones that it takes."""
    found: dict[tuple[str, int], int] = {}
    board, near = position.copy(), set[int]()
    board.side = side
    for stone, cell in enumerate(position.cells):
        if cell == 1 + side:  # what a stone does, it does in line with such a one
            near.update(point for ray in rays(stone, board.rules.size) for point in ray[:4])
    for point in sorted(near):
        if board.cells[point] or not board.opening_allows(point):
            continue
        board.play(point)
        taken = board.captured_stones[side] - position.captured_stones[side]
        if board.outcome is not None and board.outcome.line:
            found["five", point] = 0
        if taken:
            wins = board.captured_stones[side] >= board.rules.captured_stones_to_win
            found["captures" if wins else "take", point] = taken
        if _has_open_four(board, point, 1 + side):
            found["open four", point] = 0
        board.undo()
    return found


def _has_open_four(board: FivePosition, point: int, own: int) -> bool:
    """Whether the stone is one of four in a row with both ends empty, and no five."""
    for ahead, back in zip(*[iter(rays(point, board.rules.size))] * 2, strict=True):
        line = [*reversed(back), point, *ahead]
        for at in range(len(line) - 5):
            cells = [board.cells[one] for one in line[at : at + 6]]
            if cells == [0, own, own, own, own, 0] and point in line[at : at + 6]:
                return True
    return False
