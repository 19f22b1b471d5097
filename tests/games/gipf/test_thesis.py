"""The counts of a thesis on Gipf, recomputed by the readable rules: minimax and alpha-beta."""

from __future__ import annotations

import pytest

from games.gipf.board import ENTRY_SPOTS
from games.gipf.moves import entry_of
from games.gipf.perft import perft_by_state
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS


def start() -> GipfPosition:
    """The start of the basic game, three pieces a side on the corners."""
    return GipfPosition(GIPF_PRESETS["gipf-basic"])


@pytest.mark.parametrize(("depth", "nodes"), [(2, 1_806), (3, 75_606)])
def test_thesis_minimax_visits_all_sequences(depth: int, nodes: int) -> None:
    """Minimax visits all sequences of up to this many turns; at depth 4 they are 3,142,374."""
    assert sum(perft_by_state(start(), turns) for turns in range(1, depth + 1)) == nodes


@pytest.mark.parametrize(("depth", "nodes"), [(2, 125), (3, 1_930), (4, 5_457)])
def test_thesis_alpha_beta_visits_the_minimal_tree(depth: int, nodes: int) -> None:
    """With a constant evaluation, alpha-beta visits the minimal tree.

    So early nothing is captured, and the thesis's evaluation is material only. The counts hold for
    move orders that start with a long line; else an edge fills up on the way.
    """
    assert alpha_beta(start(), depth, -9, 9)[1] - 1 == nodes


def length_of_line(move: int) -> int:
    """The number of spots on the line along which the piece comes in."""
    return len(ENTRY_SPOTS[entry_of(move)])


def alpha_beta(position: GipfPosition, depth: int, alpha: int, beta: int) -> tuple[int, int]:
    """(value, positions visited, this one included) of a search with leaves worth 0.

    Each move is a turn and changes the sign, because so early there are no removals.
    """
    if depth == 0:
        return 0, 1
    visited = 1
    for move in sorted(position.legal_moves(), key=length_of_line, reverse=True):
        position.play(move)
        value, below = alpha_beta(position, depth - 1, -beta, -alpha)
        position.undo()
        visited += below
        alpha = max(alpha, -value)
        if beta <= alpha:
            break
    return alpha, visited
