"""The engine on Gipf has the same contract as on square boards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.gipf.position import GipfPosition
from games.gipf.rules import BASIC, GIPF_PRESETS, GipfRules
from games.gipf.text import parse_position
from search.engine import Engine
from search.errors import WeightsError
from search.limits import Limits
from search.result import DEPTH, NODES, PROVEN
from search.score import is_loss, is_win
from search.weights import Weights
from search.weights.file import game_weights
from tests.conditions import met, often
from tests.gipf_strategies import crowded_positions, gipf_positions, gipf_rules

STANDARD = GIPF_PRESETS["gipf"]


@often(several=8)
@settings(max_examples=40)
@given(
    position=st.one_of(gipf_positions(gipf_rules(), max_moves=150), crowded_positions()),
    depth=st.integers(1, 4),
    lines=st.integers(1, 3),
)
def test_gipf_engine_answers_with_legal_lines(
    position: GipfPosition, depth: int, lines: int
) -> None:
    """Every line is legal, and lines differ in their first moves.

    A search of a turn's removals ends with the turn.
    """
    with Engine(position.rules, table_mb=1) as engine:
        result = engine.search(position, Limits(depth=depth, nodes=30_000), multipv=lines)
    assert result.best == result.pv[0] == result.lines[0].pv[0]
    firsts = [line.pv[0] for line in result.lines]
    assert len(set(firsts)) == len(firsts) <= lines
    for line in result.lines:
        played = position.copy()
        for move in line.pv:
            played.play(move)
    scores = [line.score for line in result.lines]
    assert scores == sorted(scores, reverse=True) or result.stopped_by == NODES
    if len(scores) > 1 and result.stopped_by != NODES:
        met("several")


@pytest.mark.parametrize("name", GIPF_PRESETS)
def test_gipf_engine_searches_every_game_deeper_than_the_thesis(name: str) -> None:
    """The engine reaches depth 6 from the start; docs/gipf.md has the time."""
    rules = GIPF_PRESETS[name]
    with Engine(rules, game_weights(rules)) as engine:
        result = engine.search(GipfPosition(rules), Limits(depth=6))
    assert (result.depth, result.stopped_by) == (6, DEPTH)


def test_gipf_engine_says_how_soon_it_wins() -> None:
    """A forced win is proven before the search and counted in own turns."""
    text = "b 3 1 Kf4 Kg3 Kh2"
    position = parse_position(text, GIPF_PRESETS["gipf-basic"])
    with Engine(position.rules) as engine:
        result = engine.search(position, Limits(nodes=100_000))
        searched = engine.search(position, Limits(depth=9), multipv=2)
    assert (result.win_in, result.stopped_by) == (4, PROVEN)
    assert is_win(searched.score)
    assert searched.win_in == 4
    assert searched.best == result.best


def test_gipf_limit_in_the_middle_of_a_proof_leaves_a_move() -> None:
    """A limit before, in or after the proof of a win leaves a legal line."""
    position = parse_position("b 3 1 Kf4 Kg3 Kh2", GIPF_PRESETS["gipf-basic"])
    with Engine(position.rules, table_mb=1) as engine:
        for nodes in (*range(1, 60, 7), *range(100, 200_000, 9_973)):
            engine.new_game()
            result = engine.search(position, Limits(nodes=nodes))
            played = position.copy()
            for move in result.pv:
                played.play(move)
            assert result.best == result.pv[0]


def test_gipf_engine_keeps_to_its_nodes() -> None:
    """A limit of nodes ends the search within the moves of one node."""
    with Engine(STANDARD) as engine:
        result = engine.search(GipfPosition(STANDARD), Limits(nodes=5_000))
    assert result.stopped_by == NODES
    assert 5_000 <= result.nodes < 5_200


def test_gipf_engine_takes_back_what_it_needs_to_go_on() -> None:
    """Black has nothing to bring in and a row of seven GIPF-pieces; leaving it loses.

    The row may be removed in 128 ways, and again after every piece. A few nodes must be enough to
    see the end of a turn, or at least to avoid the losing move first.
    """
    text = (
        "b 4 0 GKd4 GKe5 GKe6 GKe8 GKf5 GKg4 GKg5 GKg6 GKh5 GWc6 GWh2 Wb3 Wd2 Wd7 We7 Wf2 Wf7 Wg2 "
        "add=K turn=W turns=20"
    )
    position = parse_position(text, GIPF_PRESETS["gipf-tournament"])
    with Engine(position.rules, table_mb=1) as engine:
        for nodes in (50, 500, 2_000):
            engine.new_game()
            result = engine.search(position, Limits(nodes=nodes))
            assert not is_loss(result.score)
            played = position.copy()
            played.play(result.best)
            assert played.reserves[1] >= 2
    assert result.depth >= 1


def test_gipf_limit_of_turns_is_a_draw_to_the_search() -> None:
    """Two turns before the limit nothing can be won any more, so every line is worth 0."""
    rules = GipfRules("gipf-basic", BASIC, most_turns=10)
    start = GipfPosition(rules)
    with Engine(rules) as engine:
        near = GipfPosition(rules, start.cells, 0, start.reserves, turns=8)
        assert engine.search(near, Limits(depth=4)).score == 0
        far = GipfPosition(rules, start.cells, 0, start.reserves, turns=0)
        assert engine.search(far, Limits(depth=1)).score != 0


def test_gipf_handicap_is_seen() -> None:
    """Eighteen pieces against fifteen have a positive value for their owner."""
    even, more = GIPF_PRESETS["gipf-basic"], GIPF_PRESETS["gipf-basic"].with_pieces((18, 15))
    scores = []
    for rules in (even, more):
        with Engine(rules, game_weights(rules)) as engine:
            scores.append(engine.search(GipfPosition(rules), Limits(depth=4)).score)
    assert scores[1] > scores[0]


def test_gipf_workers_find_what_one_finds() -> None:
    """Two workers prove the win that one proves, and end."""
    position = parse_position("b 3 1 Kf4 Kg3 Kh2", GIPF_PRESETS["gipf-basic"])
    with Engine(position.rules, workers=2) as engine:
        result = engine.search(position, Limits(depth=8), multipv=2)
        assert engine.crew is not None
        assert engine.crew.complete
    assert result.win_in == 4


def test_gipf_engine_refuses_weights_of_another_family() -> None:
    """Weights of the five-in-a-row family are refused."""
    with pytest.raises(WeightsError, match="do not fit gipf"):
        Engine(STANDARD, Weights())


def test_gipf_engine_refuses_other_games_and_games_that_are_over() -> None:
    """Bad requests raise ValueError with a reason."""
    with Engine(STANDARD) as engine:
        with pytest.raises(ValueError, match="not gipf-basic"):
            engine.search(GipfPosition(GIPF_PRESETS["gipf-basic"]), Limits(depth=1))
        with pytest.raises(ValueError, match="multipv"):
            engine.search(GipfPosition(STANDARD), Limits(depth=1), multipv=0)
    over = parse_position("w 0 3 Wb2 Kh2", GIPF_PRESETS["gipf-basic"])
    with (
        Engine(over.rules) as engine,
        pytest.raises(ValueError, match="nothing to search"),
    ):
        engine.search(over, Limits(depth=1))
