"""The plain-Python reference: values, search and engine, by docs/evaluation.md."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.diagram import parse_position
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import parse_position as parse_gipf_position
from games.rules import WHITE
from search.limits import Limits
from search.pure.game import PlainGame
from search.python_engine import PythonEngine
from search.reference.gipf_captures import captured_next
from search.reference.static import combine, evaluate
from search.result import DEPTH, NODES, ONLY_MOVE, PROVEN, TIME
from search.score import EVALUATION_LIMIT, INFINITY, is_win, win_in
from search.textbook.minimax import minimax
from search.weights import Weights
from tests.conditions import met, often
from tests.families import plain_search
from tests.strategies import (
    last_positions,
    positions,
    rules_records,
)
from tools.programs import output_of

DEFAULTS = Weights()


def test_reference_value_is_clamped() -> None:
    """No estimate reaches the scores of proven wins."""
    limits = [combine([n, 0], [0, 0], 0, PRESETS["pente"], DEFAULTS) for n in (10**7, -(10**7))]
    assert limits == [EVALUATION_LIMIT, -EVALUATION_LIMIT]


def test_reference_value_by_hand() -> None:
    """One stone on a 5 x 5 board: the sums written out."""
    ones = {"one": 1, "two": 10, "tempo_percent": 50}
    others = dict.fromkeys(("open_one", "open_two", "three", "four"), 0)
    weights = Weights({**ones, **others})
    position = parse_position("5/5/2w2/5/5 b 0,0", FiveRules("tiny", 5, first_colour=WHITE))
    # White: a two on the 4 points of its row, column and both diagonals: 16 x 10. Ones on the other
    # lines of five: 4 rows and 4 columns of 5 points. Black: ones on those 8 lines alone.
    white, black = 16 * 10 + 8 * 5, 8 * 5
    assert evaluate(position, weights) == black * 150 // 100 - white


SIX_LINES = rules_records(max_size=6)
SMALL = positions(SIX_LINES, max_turns=20) | last_positions(SIX_LINES)


# The plain search


@often(won=10, not_won=7)
@given(SMALL, st.integers(0, 2))
def test_reference_plain_search_is_minimax(position: FivePosition, depth: int) -> None:
    """The plain search has minimax's value over all candidates and its first best move."""
    found = plain_search(position, DEFAULTS, depth)
    expected = minimax(PlainGame(position, DEFAULTS), depth)
    assert found.score == expected.value
    if not is_win(found.score):  # minimax has no move for a root that wins at once
        met("not_won")
        assert (found.pv or (None,))[0] == expected.move
    else:
        met("won")


# The engine


@settings(max_examples=20)
@given(positions(), st.sampled_from((1, 2, 30, 200)))
def test_python_engine_always_answers_legally(position: FivePosition, nodes: int) -> None:
    """With any number of nodes the move is legal, and no more nodes are entered."""
    result = PythonEngine(position.rules).search(position, Limits(nodes=nodes))
    assert position.why_illegal(result.best) is None
    assert result.nodes <= nodes
    assert -INFINITY < result.score < INFINITY
    for point in result.pv:
        assert position.why_illegal(point) is None
        position.play(point)


GOMOKU = PRESETS["gomoku-15"]


def test_python_engine_says_what_ended_it() -> None:
    """Depth, nodes, a proof and a single legal move each end a search and are named."""
    two = parse_position("15/15/15/15/15/15/15/7b7/15/6w8/15/15/15/15/15 b 0,0", GOMOKU)
    engine = PythonEngine(GOMOKU)
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
    opening = PythonEngine(PRESETS["pente"]).search(FivePosition(PRESETS["pente"]), Limits(nodes=9))
    assert (opening.stopped_by, opening.best) == (ONLY_MOVE, 180)
    deep = PythonEngine(PRESETS["pente"]).search(FivePosition(PRESETS["pente"]), Limits(depth=9))
    assert (deep.depth, deep.best) == (1, 180)  # the only legal move needs no long search
    assert engine.search(two, Limits(cpu_s=0.02)).stopped_by == TIME
    assert len(engine.search(two, Limits(depth=1), multipv=2).lines) == 2


def test_reference_imports_little() -> None:
    """Besides what homework.py loads, the fallback imports only the project's modules and time."""
    program = (
        "import os, sys; before = set(sys.modules); import search.python_engine;"
        "print(*sorted(set(sys.modules) - before))"
    )
    found = output_of([sys.executable, "-S", "-c", program]).split()
    allowed = ("games", "search", "__future__", "time", "mmap")
    assert [m for m in found if m.partition(".")[0] not in allowed] == []


BASIC = GIPF_PRESETS["gipf-basic"]


@pytest.mark.parametrize(
    ("pieces", "captured"),
    [
        ("We2 We3 We4 Ke5 Ke6", 2),  # a push from e1 makes the row, both black pieces touch it
        ("We2 We3 We4 Ke6", 1),  # the row fills e5 and touches e6
        ("We2 We3 We4 Ke7", 0),  # e6 stays empty between them
        ("We2 We3 Ke5 Ke6", 0),  # only three in a row
        ("We3 We4 We5 We6 Ke7", 0),  # the row stands already
    ],
)
def test_captures_by_the_next_piece_are_those_that_touch_the_row(
    pieces: str, captured: int
) -> None:
    """White's next piece captures what is connected to its new row without a gap."""
    turn = "" if captured or "We6" not in pieces else " turn=W"
    assert captured_next(parse_gipf_position(f"w 4 4 {pieces}{turn}", BASIC).cells, 0) == captured
