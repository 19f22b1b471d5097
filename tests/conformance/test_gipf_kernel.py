"""The compiled Gipf beyond the laws of every family: its state, moves, limits, deeper searches."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import parse_position
from search.gipf.native import open_gipf_search, set_gipf_position
from search.kernel.gipf import GipfSearch
from search.reference.gipf_value import plain_value
from search.score import WIN, is_loss, is_win
from search.weights import Weights, built_in_weights
from search.weights.gipf import GIPF_TUNABLES
from tests.conditions import met, often
from tests.gipf_strategies import (
    crowded_positions,
    gipf_positions,
    gipf_rules,
)

PROOF_NODES = 100_000
ANY_POSITION = st.one_of(gipf_positions(gipf_rules()), crowded_positions())


def kernel_at(position: GipfPosition, weights: Weights | None = None) -> GipfSearch:
    """A kernel search in plain mode, set to a position, by default with the built-in weights."""
    search = open_gipf_search(position.rules, weights or built_in_weights(position.rules))
    set_gipf_position(search, position)
    search.begin()
    return search


def state_of(position: GipfPosition) -> tuple[object, ...]:
    """The state that the kernel's `position` should report for a position of the rules."""
    limit = position.rules.most_turns
    return (
        bytes(position.cells),
        position.side,
        position.turn,
        position.placing,
        tuple(position.reserves),
        tuple(position.lost),
        tuple(position.adding),
        position.left,
        limit - position.turns if limit else None,
    )


@often(same_boards=7, removals=9)
@given(position=ANY_POSITION)
def test_gipf_kernel_tries_one_move_for_each_position_that_can_follow(
    position: GipfPosition,
) -> None:
    """It is set up whole, its legal moves are those of the rules; of pushes to one board it tries
    the first.
    """
    assert kernel_at(position).position() == state_of(position)
    assert kernel_at(position).legal_moves() == position.legal_moves()
    tried = sorted(move for move, _ in kernel_at(position).candidates())
    first: dict[object, int] = {}
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        first.setdefault(after.key, move)
    assert tried == (sorted(first.values()) if position.placing else position.legal_moves())
    if not position.placing:
        met("removals")
    elif len(first) < len(position.legal_moves()):
        met("same_boards")


def test_wrong_gipf_input_is_refused() -> None:
    """Impossible cells, counts, lines and moves raise ValueError."""
    search = kernel_at(GipfPosition(GIPF_PRESETS["gipf-basic"]))
    both, none, board = (1, 1), (False, False), bytes(37)
    for named, cells, turn, reserves, left in (
        ("36 cells", bytes(36), 0, both, ()),
        ("each 0 to 4", bytes([5]) + bytes(36), 0, both, ()),
        ("turn 1", board, 1, both, ()),
        ("0 to 18", board, 0, (19, 0), ()),
        ("0 to 20", board, 0, both, (21,)),
    ):
        with pytest.raises(ValueError, match=named):
            search.set_position(cells, 0, turn, True, reserves, both, none, left, None)
    for move in (-1, 42, 84, 2772):
        with pytest.raises(ValueError, match="no move here"):
            search.play(move)
    with pytest.raises(ValueError, match="nothing"):
        search.undo()
    search.set_position(board, 0, 0, True, (0, 1), both, none, (), None)
    assert search.is_over()


def test_gipf_plain_search_values_the_end_of_a_turn_exactly() -> None:
    """White removes two rows, then Black one, in six ways; the value is exact.

    The second row is tried in a null window first, whose result is no exact value, though no depth
    is left.
    """
    pieces = "GKb3 GKd2 GKe6 GKg4 GKg6 GKh3 GWb5 GWc4 GWf2 GWh2 Kd5 Ke3 Wc2 Wc3 Wc5 Wc6 Wd6 Wd7 We8"
    position = parse_position(f"w 1 4 {pieces} Wf5 Wf6 turn=W", GIPF_PRESETS["gipf"])
    weights = Weights({"reserve": 865}, "", GIPF_TUNABLES)
    assert plain_value(position, weights, 0) == kernel_at(position, weights).iterate(0) == 5965


@settings(max_examples=3)
@given(position=gipf_positions(gipf_rules(), max_moves=200))
def test_gipf_plain_search_of_two_turns_is_the_reference(position: GipfPosition) -> None:
    """Two turns ahead the values are equal too, with and without a table.

    Without the captures by the next piece, which the reference finds slowly.
    """
    weights = Weights({"reserve": 865, "take_next": 0, "threatened": 0}, "", GIPF_TUNABLES)
    expected = plain_value(position, weights, 2)
    search = kernel_at(position, weights)
    assert search.iterate(2) == expected
    search.use_table(bytearray(1 << 16))
    search.begin(killer_bonus=50, history_limit=50)
    assert [search.iterate(depth) for depth in (1, 2)][-1] == expected


@often(claims=3)
@settings(max_examples=30)
@given(position=gipf_positions(gipf_rules(), max_moves=200), depth=st.integers(2, 4))
def test_gipf_selective_search_claims_no_win_that_is_none(
    position: GipfPosition, depth: int
) -> None:
    """Skipped and reduced moves may hide a win, but never make a false win or loss."""
    search = kernel_at(position, Weights(tunables=GIPF_TUNABLES))
    search.use_table(bytearray(1 << 18))
    search.begin(selective=True, killer_bonus=50, history_limit=50, futility=30, frontier=30)
    value = search.iterate(depth)
    assert value is not None
    if not is_win(value) and not is_loss(value):
        return
    proof = kernel_at(position, Weights(tunables=GIPF_TUNABLES))
    proof.use_table(bytearray(1 << 20))
    prove = proof.prove_turns if is_win(value) else proof.prove_loss
    proved = prove((WIN - abs(value) + 1) // 2, PROOF_NODES)
    if proved is not None:
        met("claims")
        assert proved


def test_gipf_win_within_the_own_turn_counts_one_turn() -> None:
    """White makes a row that touches Black's last GIPF-piece, removes it, and has won in one turn.

    e1 >  e2 W  e3 W  e4 W  e5 .  e6 GK     becomes  e2 W  e3 W  e4 W  e5 W  e6 GK
    """
    position = parse_position("w 9 9 GWh2 We2 We3 We4 GKe6", GIPF_PRESETS["gipf"])
    found = kernel_at(position, Weights(tunables=GIPF_TUNABLES)).iterate(1)
    assert found == plain_value(position, Weights(tunables=GIPF_TUNABLES), 1) == WIN - 1
