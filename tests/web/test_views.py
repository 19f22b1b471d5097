"""The page's view of a position agrees with the rules, in every game."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.family import FiveFamily
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules
from games.gipf.board import SPOTS
from games.gipf.family import GipfFamily
from games.gipf.moves import is_removal
from games.gipf.position import GipfPosition
from games.gipf.rows import GIPF, OWNER
from games.registry import family_named
from games.rules import EMPTY
from tests.conditions import met, often
from tests.gipf_strategies import crowded_positions, gipf_positions
from tests.strategies import positions, random_game, telling_moves
from web.contract.positions import GipfMove
from web.engines.lines import spell
from web.families.five import FiveViews
from web.families.gipf import GipfViews
from web.families.grid import GridViews
from web.families.views import AnyViews

SEEDS = st.integers(0, 2000)
CAPTURING = st.sampled_from([rules for rules in PRESETS.values() if rules.capture_lengths])
BOUND = st.sampled_from([rules for rules in PRESETS.values() if rules.opening_distance])


def five_views(rules: FiveRules) -> FiveViews:
    """The views of a game on a square board."""
    return FiveViews(FiveFamily(rules))


def gipf_views(position: GipfPosition) -> GipfViews:
    """The views of a position's game."""
    return GipfViews(GipfFamily(position.rules))


def leaves_unchanged(views: AnyViews, board: Any) -> None:
    """Building views leaves the position unchanged, and equal positions have equal keys.

    A pass hands the same board to the other side.
    """
    before, way = board.key, list(board.moves)
    views.view(board)
    other = views.passed(board)
    assert other is None or (other.cells, other.side) == (board.cells, 1 - board.side)
    assert (board.key, list(board.moves)) == (before, way)
    again = views.family.parse_position(views.family.format_position(board))
    assert views.key_of(again) == views.key_of(board)


@often(all_points=15, bound=10, taken=4)
@settings(max_examples=100)
@given(positions() | positions(BOUND, max_turns=3) | positions(CAPTURING), st.integers(0, 1000))
def test_the_page_knows_what_may_be_played(position: FivePosition, choice: int) -> None:
    """`legal` and `forbidden` are those of the rules; None means all empty points.

    For each legal point `captures` has the stones that a move there captures, for others nothing.
    After a move the view has its point, its captures, and the board's stones and colours.
    """
    views = five_views(position.rules)
    view = views.view(position)
    empty = [point for point, cell in enumerate(position.cells) if cell == EMPTY]
    legal = empty if view.legal is None else view.legal
    met("all_points" if view.legal is None else "bound")
    assert legal == position.legal_moves()
    assert sorted([*legal, *view.forbidden]) == empty
    assert bool(view.barred) == bool(view.forbidden)
    captures = {str(point): sorted(position.captures_of(point)) for point in legal}
    assert view.captures == {point: taken for point, taken in captures.items() if taken}
    leaves_unchanged(views, position)
    moves = telling_moves(position)
    point = moves[choice % len(moves)]
    position.play(point)
    view = views.view(position)
    assert (view.last, view.taken, view.ply) == (point, captures[str(point)], 1)
    if view.taken:
        met("taken")
    assert list(view.captured) == position.captured_stones
    colours = {"w": "white", "b": "black"}
    for cell, letter in zip(position.cells, view.cells, strict=True):
        assert (letter == ".") == (cell == EMPTY)
        assert cell == EMPTY or position.rules.colour_of(cell - 1) == colours[letter]


@settings(max_examples=15)
@given(st.sampled_from(["pente", "keryo", "gomoku-9"]), SEEDS)
def test_numbers_count_the_stones_that_stand(preset: str, seed: int) -> None:
    """Each stone has the number of the last move on its point; its parity gives its owner."""
    views = five_views(PRESETS[preset])
    position = views.family.start()
    for point in random_game(position.rules, seed, 80):
        position.play(point)
    view = views.view(position)
    assert set(map(int, view.numbers)) == {
        point for point, cell in enumerate(position.cells) if cell != EMPTY
    }
    for text, number in view.numbers.items():
        assert position.moves[number - 1] == int(text)
        assert position.cells[int(text)] == 1 + (number - 1) % 2


@often(taken=4)
@settings(max_examples=30)
@given(positions(CAPTURING), st.integers(0, 1000))
def test_the_page_draws_a_game_by_what_its_family_says(position: FivePosition, choice: int) -> None:
    """Drawn as any game on a grid, one of this family has the same places, moves and marks."""
    moves = telling_moves(position)
    position.play(moves[choice % len(moves)])
    own, family = five_views(position.rules).view(position), FiveFamily(position.rules)
    views = GridViews(family)
    view = views.view(position)
    names = [name for row in view.places for name in row]
    assert (view.places[0][0], view.places[-1][-1]) == ("A19", "T1")
    assert (view.columns[0], view.rows[0], view.in_squares) == ("A", "19", False)
    assert view.stones == {names[at]: cell for at, cell in enumerate(own.cells) if cell != "."}
    assert view.clicks == {names[at]: names[at] for at in position.legal_moves()}
    assert (view.lands, view.wanted, view.captured) == ({}, "to move", own.captured)
    assert own.last is not None
    assert view.last == names[own.last]
    assert sorted(view.taken) == sorted(names[at] for at in own.taken)
    assert view.line == [names[at] for at in own.line]
    assert view.numbers == {names[int(at)]: ply for at, ply in own.numbers.items()}
    if view.taken:
        met("taken")
    leaves_unchanged(views, position)


@often(placements=5, removals=4)
@settings(max_examples=30)
@given(gipf_positions() | crowded_positions())
def test_the_page_knows_every_decision_of_gipf(position: GipfPosition) -> None:
    """Each decision is sent back as the same move, and shows its effect; no piece is lost."""
    views = gipf_views(position)
    view = views.view(position)
    legal = position.legal_moves()
    met("placements" if position.placing else "removals")
    assert [views.family.parse_move(position, move.move) for move in view.moves] == legal
    for move, shown in zip(legal, view.moves, strict=True):
        assert_shown(position, move, shown)
    for side, letters in ((0, "wW"), (1, "bB")):
        on_board = sum(1 + letter.isupper() for letter in view.spots.values() if letter in letters)
        assert on_board + view.reserves[side] + view.lost[side] == position.rules.pieces[side]
        assert view.gipf_pieces[side] == list(view.spots.values()).count(letters[1])
    assert all(OWNER[position.cells[SPOTS.index(spot)]] is not None for spot in view.spots)
    leaves_unchanged(views, position)


def assert_shown(position: GipfPosition, move: int, shown: GipfMove) -> None:
    """Check that what a decision shows is what it does."""
    before = {SPOTS[spot]: cell for spot, cell in enumerate(position.cells)}
    position.play(move)
    after = {SPOTS[spot]: cell for spot, cell in enumerate(position.cells)}
    position.undo()
    cleared = sorted(spot for spot in before if before[spot] != EMPTY and after[spot] == EMPTY)
    assert sorted(shown.takes) == cleared
    if is_removal(move):
        assert set(shown.rows[0]) == {*shown.takes, *shown.leaves}
        return
    assert shown.shifts[0][0] == shown.dot
    assert shown.shifts[0][1] == shown.first
    for source, target in shown.shifts[1:]:
        assert after[target] == before[source]
    assert (after[str(shown.first)] >= GIPF) == shown.gipf


@often(cut_short=10, whole=7)
@given(positions(), st.lists(st.integers(0, 400) | st.integers(0, 80), min_size=1, max_size=4))
def test_lines_are_spelled_as_far_as_they_are_legal(
    position: FivePosition, moves: list[int]
) -> None:
    """A line of an engine that is wrong ends where it goes wrong."""
    views = five_views(position.rules)
    texts, points = spell(
        views, views.family.parse_position(views.family.format_position(position)), moves
    )
    assert len(texts) == len(points) <= len(moves)
    assert points == moves[: len(points)]
    met("cut_short" if len(points) < len(moves) else "whole")


@given(CAPTURING, SEEDS)
def test_captures_of_a_set_up_position_are_those_that_play_can_make(
    rules: FiveRules, seed: int
) -> None:
    """No position of a game that goes on is refused; one stone, or enough to win, is."""
    position, views = FivePosition(rules), FiveViews(family_named(rules.name))
    for point in random_game(rules, seed, 80):
        assert views.fault(position) == ""
        position.play(point)
    for taken in (1, rules.captured_stones_to_win):
        refused = views.fault(FivePosition(rules, captured_stones=(0, taken)))
        assert f"{taken} stones" in refused
