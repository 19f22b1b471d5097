"""The compiled search and the plain-Python reference: equal values and trees.

Both follow docs/evaluation.md. `python -m tools.trials.agreement` compares them more widely.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.position import Position
from games.five.rules import PRESETS, Rules
from search.five.native import open_search, set_position
from search.kernel import five_tables as tables
from search.reference.board_lines import rank_of_window
from search.reference.engine import LineTable, ReferenceBoard, evaluate, plain_search
from search.weights import Weights
from search.weights.five import TUNABLES
from tests.strategies import positions, presets, random_position, rules_records, small_rules

ANY_RULES = st.one_of(presets(), rules_records())
TABLES = {rules.name: LineTable(rules, Weights()) for rules in PRESETS.values()}


@st.composite
def some_weights(draw: st.DrawFn) -> Weights:
    """Weights drawn from their whole ranges."""
    return Weights({t.name: draw(st.integers(t.low, t.high)) for t in TUNABLES})


@given(position=positions(ANY_RULES), weights=some_weights())
def test_evaluation_equals_the_literal_one(position: Position, weights: Weights) -> None:
    """For any rules and weights, the kernel's static value equals the literal one of the page."""
    search = open_search(position.rules, weights)
    set_position(search, position)
    assert search.evaluate() == evaluate(position, weights)


@given(position=positions(presets()), weights=some_weights())
def test_candidates_come_in_the_same_order(position: Position, weights: Weights) -> None:
    """Candidates, and the order in which plain mode tries them, are the reference's."""
    search = open_search(position.rules, weights)
    set_position(search, position)
    board = ReferenceBoard(position, weights)
    assert [point for point, _ in search.candidates()] == list(board.candidates())


def compare_plain_search(position: Position, depth: int) -> None:
    """Assert equal value, best move and node count of a plain search to a depth."""
    weights = Weights()
    expected = plain_search(position, weights, depth, TABLES.get(position.rules.name))
    search = open_search(position.rules, weights)
    set_position(search, position)
    search.begin()
    assert search.iterate(depth) == expected.score
    assert search.nodes == expected.nodes
    assert search.pv()[:1] == expected.pv[:1]


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_plain_search_agrees_node_by_node_to_depth_two(rules: Rules) -> None:
    """For five positions a preset, value, best move and node count are equal at depths 1 and 2."""
    for seed in range(5):
        position = random_position(rules, seed, turns=8 * seed)
        for depth in (1, 2):
            compare_plain_search(position, depth)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_plain_search_agrees_node_by_node_at_depth_three(rules: Rules) -> None:
    """For one position a preset, they are equal at depth 3."""
    compare_plain_search(random_position(rules, seed=7, turns=10), 3)


@given(position=positions(small_rules()), depth=st.integers(1, 2))
def test_plain_search_agrees_for_any_rules(position: Position, depth: int) -> None:
    """On small boards with any rules, some won by one or two pairs, the trees are equal."""
    compare_plain_search(position, depth)


@given(cells=st.lists(st.sampled_from(".x#"), min_size=9, max_size=9))
def test_ranks_of_the_tables_are_those_of_the_reference(cells: list[str]) -> None:
    """The recursion that fills the tables and the reference's own find the same rank."""
    cells[4] = "x"
    line = sum(".x#".index(cell) * 3**place for place, cell in enumerate(cells))
    expected = rank_of_window("".join(cells), exactly_five=False)
    assert tables.rank_of_line(line, 9, exactly_five=False, memo={}) == expected


@given(cells=st.lists(st.sampled_from(".x#"), min_size=11, max_size=11))
def test_exact_ranks_of_the_tables_are_those_of_the_reference(cells: list[str]) -> None:
    """The same holds if a sixth stone spoils the row."""
    cells[5] = "x"
    line = sum(".x#".index(cell) * 3**place for place, cell in enumerate(cells))
    expected = rank_of_window("".join(cells), exactly_five=True)
    assert tables.rank_of_line(line, 11, exactly_five=True, memo={}) == expected
