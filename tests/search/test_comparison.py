"""Minimax, alpha-beta and the kernel compared; the counts of the thesis on Gipf."""

from __future__ import annotations

import pytest

from games.five.position import Position
from games.five.rules import rules_named
from games.gipf.perft import perft
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import parse_position
from search.textbook.comparison import (
    ALPHA_BETA,
    CONSTANT,
    MATERIAL,
    MINIMAX,
    REFERENCE,
    Cell,
    game_of,
    is_hopeless,
    kernel_column,
    plain_cell,
    plain_column,
)
from search.weights import Weights

BASIC = GIPF_PRESETS["gipf-basic"]
LONG_S = 600.0
ALPHA_BETA_NODES = {2: 125, 3: 1_930, 4: 5_457, 5: 81_020}


def cell_at(searcher: str, depth: int, time_s: float = LONG_S) -> Cell:
    """Count a plain searcher's nodes from the start of the basic game, with a constant
    evaluation.
    """
    return plain_cell(searcher, game_of(GipfPosition(BASIC), CONSTANT, Weights()), depth, time_s)


@pytest.mark.parametrize(("depth", "nodes"), ALPHA_BETA_NODES.items())
def test_comparison_alpha_beta_counts_what_the_thesis_does(depth: int, nodes: int) -> None:
    """With a constant evaluation alpha-beta visits the minimal tree."""
    cell = cell_at(ALPHA_BETA, depth)
    assert (cell.nodes, cell.finished) == (nodes, True)


def test_comparison_minimax_nodes_are_sums_of_perft() -> None:
    """A turn with its removals is one node, whichever side decides them."""
    text = "w 6 3 Wb2 Wc3 Wd4 We6 We7 We8 Wf4 Wg3 Wh2"
    game = game_of(parse_position(text, BASIC), MATERIAL, Weights())
    counted = plain_cell(MINIMAX, game, 2, LONG_S).nodes
    assert counted == sum(perft(parse_position(text, BASIC), depth) for depth in (1, 2))


def test_comparison_search_out_of_time_says_so() -> None:
    """A search that runs out of time is marked, and no greater depth is tried."""
    cell = cell_at(MINIMAX, 6, 0.05)
    assert not cell.finished
    assert 0 < cell.nodes < 75_606
    start = lambda: game_of(GipfPosition(BASIC), CONSTANT, Weights())  # noqa: E731
    cells = list(plain_column(MINIMAX, start, range(1, 9), 0.02))
    assert [cell.finished for cell in cells] == [True] * (len(cells) - 1) + [False]
    assert len(cells) < 8


def test_comparison_skips_a_hopeless_depth() -> None:
    """The next depth is skipped if even the smaller of the last two growth factors is too much."""

    def cells(*nodes: int) -> list[Cell]:
        return [Cell(depth=1, nodes=count, seconds_cpu=1, finished=True) for count in nodes]

    assert not is_hopeless([], 1)
    assert is_hopeless(cells(42, 1806), 10)
    assert not is_hopeless(cells(42, 1806), 11)
    assert not is_hopeless(cells(100, 200, 20_000), 1)


def test_comparison_evaluations_know_their_games() -> None:
    """Only Gipf has material, only the other family the reference; the rest is refused."""
    pente, gipf = Position(rules_named("pente")), GipfPosition(BASIC)
    for position, evaluation in ((pente, MATERIAL), (gipf, REFERENCE)):
        with pytest.raises(ValueError, match="does not know"):
            game_of(position, evaluation, Weights())


def test_comparison_kernel_is_deepened_from_an_empty_table() -> None:
    """The engine's cells equal those of separate searches, one for each depth."""
    position = Position(rules_named("pente"))
    both = list(kernel_column(position, Weights(), range(1, 5), LONG_S))
    alone = list(kernel_column(position, Weights(), range(4, 5), LONG_S))
    assert [cell.depth for cell in both] == [1, 2, 3, 4]
    assert both[-1].nodes == alone[0].nodes
