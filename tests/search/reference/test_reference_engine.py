"""The plain search and the reference engine."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.diagram import parse_diagram, parse_position
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import PRESETS, Rules
from games.rules import WHITE
from search.limits import Limits
from search.reference.engine import ReferenceBoard, ReferenceEngine, plain_search
from search.result import DEPTH, NODES, ONLY_MOVE, PROVEN, SearchResult
from search.score import INFINITY, is_loss, is_win, lost_in, win_in
from search.textbook.minimax import minimax
from search.weights import Weights, built_in_weights
from search.weights.file import game_weights
from tests.conditions import met, often
from tests.strategies import (
    last_positions,
    lost_positions,
    positions,
    presets,
    rules_records,
    small_rules,
)

DEFAULTS = Weights()
PENTE_7 = Rules("pente-7", 7, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE)
FREE_9 = PRESETS["gomoku-9"]
NOTHING = ".......\n"
SIX_LINES = rules_records(max_size=6)
SMALL = positions(SIX_LINES, max_turns=20) | last_positions(SIX_LINES)
SMALL_ENDS = st.one_of(
    positions(rules_records(max_size=7), max_turns=20),
    last_positions(rules_records(max_size=5), back=3),
    lost_positions(SIX_LINES.filter(lambda rules: rules.size == 6)),
)


# The plain search


@often(won=10, not_won=7)
@given(SMALL, st.integers(0, 2))
def test_reference_plain_search_is_minimax(position: Position, depth: int) -> None:
    """The plain search has minimax's value over all candidates and its first best move."""
    found = plain_search(position, DEFAULTS, depth)
    expected = minimax(ReferenceBoard(position, DEFAULTS), depth)
    assert found.score == expected.value
    if not is_win(found.score):  # minimax has no move for a root that wins at once
        met("not_won")
        assert found.best == expected.move
    else:
        met("won")


@often(estimates=6, draws=3, wins=3, losses=3)
@given(SMALL_ENDS, st.integers(1, 2))
def test_reference_principal_variation_is_playable_and_worth_its_score(
    position: Position, depth: int
) -> None:
    """The line starts with the best move, is legal, and leads to the returned score."""
    found = plain_search(position, DEFAULTS, depth)
    assert found.pv[0] == found.best
    assert len(found.pv) <= depth + 1
    board = ReferenceBoard(position, DEFAULTS)
    for point in found.pv:
        assert position.why_illegal(point) is None
        position.play(point)
        board.play(point)
    sign = -1 if len(found.pv) % 2 else 1
    if position.outcome is None:
        met("estimates")
        assert sign * board.evaluate() == found.score
    elif position.outcome.winner is None:
        met("draws")
        assert found.score == 0
    else:
        met("wins" if is_win(found.score) else "losses")
        length = len(found.pv)
        assert found.score == (win_in(length) if length % 2 else lost_in(length))


def test_reference_plain_search_breaks_a_four_by_capturing() -> None:
    """Against an open four the one saving move captures a pair of it."""
    rows = (".......", ".......", ".wwww..", "..w....", "..b....", ".......", ".......")
    position = parse_diagram("\n".join(rows), PENTE_7, "black")
    found = plain_search(position, DEFAULTS, 2)
    assert found.best == parse_point("C6", 7)
    assert not is_loss(found.score)


# The engine


@given(positions(), st.sampled_from((1, 2, 30, 200)))
def test_reference_engine_always_answers_legally(position: Position, nodes: int) -> None:
    """With any number of nodes the move is legal, and no more nodes are entered."""
    result = ReferenceEngine(position.rules).search(position, Limits(nodes=nodes))
    assert position.why_illegal(result.best) is None
    assert result.nodes <= nodes
    assert -INFINITY < result.score < INFINITY
    for point in result.pv:
        assert position.why_illegal(point) is None
        position.play(point)


@settings(max_examples=20)
@given(positions(presets(), max_turns=12), st.integers(1, 2))
def test_reference_engine_at_full_width_finds_the_plain_value(
    position: Position, depth: int
) -> None:
    """With all candidates allowed, the engine's value equals the plain search's."""
    wide = Weights({"width": 400})
    result = ReferenceEngine(position.rules, wide).search(position, Limits(depth=depth))
    assert result.score == plain_search(position, wide, result.depth).score
    assert result.depth == depth or result.stopped_by in (PROVEN, ONLY_MOVE)


@often(wins=2, losses=2)
@settings(max_examples=100)
@given(
    positions(small_rules(), max_turns=20)
    | last_positions(small_rules(), back=4)
    | lost_positions(small_rules().filter(lambda rules: rules.size > 5))
)
def test_reference_engine_proves_only_what_full_width_proves(position: Position) -> None:
    """A win or a loss that a narrow search claims also holds with every candidate."""
    narrow = Weights({"width": 2})
    result = ReferenceEngine(position.rules, narrow).search(position, Limits(depth=3))
    if result.stopped_by == PROVEN:
        met("wins" if is_win(result.score) else "losses")
        full = plain_search(position, narrow, result.depth).score
        assert (is_win(result.score), is_loss(result.score)) == (is_win(full), is_loss(full))


GOMOKU = PRESETS["gomoku-15"]


def test_reference_engine_says_what_ended_it() -> None:
    """Depth, nodes, a proof and a single legal move each end a search and are named."""
    two = parse_position("15/15/15/15/15/15/15/7b7/15/6w8/15/15/15/15/15 b 0,0", GOMOKU)
    engine = ReferenceEngine(GOMOKU)
    assert engine.search(two, Limits(depth=2)).stopped_by == DEPTH
    assert engine.search(two, Limits(nodes=100)).stopped_by == NODES
    won = parse_position("15/15/15/15/15/15/15/3bbbb8/15/6www6/15/15/15/15/15 b 0,0", GOMOKU)
    proven = engine.search(won, Limits(depth=9))
    assert (proven.stopped_by, proven.score, proven.win_in, len(proven.pv)) == (
        PROVEN,
        win_in(1),
        1,
        1,
    )
    opening = ReferenceEngine(PRESETS["pente"]).search(Position(PRESETS["pente"]), Limits(depth=9))
    assert (opening.stopped_by, opening.best) == (ONLY_MOVE, 180)


def test_reference_engine_stops_where_a_full_board_ends_all() -> None:
    """Without captures the depth cannot exceed the empty points, so the search ends."""
    rules = Rules("free-5", 5, first_colour=WHITE)
    rows = ("wbwbw", "wbwbw", "bwbwb", "bwbwb", "wb...")
    position = parse_diagram("\n".join(rows), rules, "black")
    result = ReferenceEngine(rules).search(position, Limits(depth=50))
    assert (result.score, result.depth, result.stopped_by) == (0, 3, DEPTH)


def test_reference_engine_tells_a_listener() -> None:
    """The listener gets the result after each iteration, one turn deeper each time."""
    heard: list[SearchResult] = []
    with ReferenceEngine(FREE_9) as engine:
        position = parse_position("9/9/9/4b4/9/9/9/9/9 w 0,0", FREE_9)
        last = engine.search(position, Limits(depth=3), listener=heard.append)
    assert [result.depth for result in heard] == [1, 2, 3]
    assert (heard[-1].score, heard[-1].pv) == (last.score, last.pv)


def test_reference_engine_refuses_what_it_cannot_search() -> None:
    """A finished game, other rules, no limit and no line are refused with a message."""
    engine = ReferenceEngine(PENTE_7)
    over = parse_diagram("wwwww..\n" + 6 * NOTHING, PENTE_7, WHITE)
    with pytest.raises(ValueError, match="the game is over \\(five\\)"):
        engine.search(over, Limits(depth=1))
    with pytest.raises(ValueError, match="plays pente-7, not gomoku-9"):
        engine.search(Position(FREE_9), Limits(depth=1))
    with pytest.raises(ValueError, match="nothing limits"):
        engine.search(Position(PENTE_7), Limits())
    with pytest.raises(ValueError, match="multipv is 0"):
        engine.search(Position(PENTE_7), Limits(depth=1), multipv=0)


def test_reference_imports_little() -> None:
    """Besides what homework.py loads, the fallback imports only the project's modules and time."""
    program = (
        "import os, sys; before = set(sys.modules); import search.reference.engine;"
        "print(*sorted(set(sys.modules) - before))"
    )
    found = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    allowed = ("games", "search", "__future__", "time")
    assert [m for m in found.stdout.split() if m.partition(".")[0] not in allowed] == []


def test_reference_plays_with_the_shipped_weights_by_default() -> None:
    """Without given weights, the search equals that with the game's file."""
    position = Position(GOMOKU)
    position.play(GOMOKU.centre)
    found = [
        ReferenceEngine(GOMOKU, weights).search(position.copy(), Limits(depth=2))
        for weights in (None, game_weights(GOMOKU), built_in_weights(GOMOKU))
    ]
    unasked, shipped, built_in = ((each.score, each.pv, each.nodes) for each in found)
    assert unasked == shipped != built_in
