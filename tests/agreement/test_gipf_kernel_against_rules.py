"""The compiled board of Gipf and the readable rules: decisions do the same, and undo restores."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.gipf.moves import is_removal
from games.gipf.perft import perft
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, GipfRules
from search.gipf.native import open_gipf_search, set_gipf_position
from search.kernel.gipf import GipfSearch
from search.weights import built_in_weights
from tests.conditions import met, often
from tests.games.gipf.make_perft import GIVEN, Case, load_cases
from tests.gipf_strategies import (
    crowded_positions,
    gipf_positions,
    gipf_rules,
    random_gipf_move,
)
from tests.interrupts import interrupted

CASES = [case for name in GIVEN for case in load_cases(name)]
# Sequences of decisions; the deepest known, 5,149,703,418, takes a minute.
SEQUENCES = [case for case in CASES if case.kind == "D" and case.leaves < 1_000_000_000]
ANY_POSITION = st.one_of(gipf_positions(gipf_rules()), crowded_positions())


def kernel_at(position: GipfPosition) -> GipfSearch:
    """A kernel search set to a position, with the default weights."""
    search = open_gipf_search(position.rules, built_in_weights(position.rules))
    set_gipf_position(search, position)
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


@often(ended=15, removals=80)
@given(rules=gipf_rules(), seed=st.integers(0, 10_000))
def test_gipf_kernel_follows_a_game_to_its_end(rules: GipfRules, seed: int) -> None:
    """After each decision both boards agree, also on who decides and whether the game is over.

    Undone one by one, the kernel's board has the same bytes as before.
    """
    position, dice = GipfPosition(rules), Random(seed)
    search = kernel_at(position)
    before = [search.board_bytes()]
    while position.outcome is None and len(position.moves) < 300:
        move = random_gipf_move(position, dice)
        position.play(move)
        search.play(move)
        assert search.is_over() == (position.outcome is not None)
        assert search.position() == state_of(position)
        before.append(search.board_bytes())
        if is_removal(move):
            met("removals")
    if position.outcome is not None:
        met("ended")
    while position.moves:
        assert search.board_bytes() == before.pop()
        assert search.undo() == position.undo()
    assert search.board_bytes() == before[0]


@given(position=ANY_POSITION)
def test_gipf_kernel_knows_the_legal_moves(position: GipfPosition) -> None:
    """The kernel's legal moves are those of the rules, in their order."""
    assert kernel_at(position).legal_moves() == position.legal_moves()


@often(same_boards=7, removals=9)
@given(position=ANY_POSITION)
def test_gipf_kernel_tries_one_move_for_each_position_that_can_follow(
    position: GipfPosition,
) -> None:
    """Of pushes that make the same board the search tries the first, and it omits no board."""
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


@often(played=300)
@given(position=gipf_positions(gipf_rules()), seed=st.integers(0, 10_000))
def test_gipf_keys_differ_where_positions_do(position: GipfPosition, seed: int) -> None:
    """Positions have different keys exactly if the rules distinguish them."""
    dice = Random(seed)
    search = kernel_at(position)
    keys: dict[tuple[object, ...], int] = {(position.key, position.turns): search.key}
    for _ in range(40):
        if position.outcome is not None:
            break
        move = random_gipf_move(position, dice)
        position.play(move)
        search.play(move)
        if position.outcome is None:
            met("played")
            state = (position.key, position.turns if position.rules.most_turns else 0)
            assert keys.setdefault(state, search.key) == search.key
            assert kernel_at(position).key == search.key
    assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize("case", SEQUENCES, ids=repr)
def test_gipf_kernel_counts_what_the_files_give(case: Case) -> None:
    """The kernel counts every line of the files, up to 127 million leaves."""
    assert kernel_at(case.position).perft(case.depth) == case.leaves


@often(turns=8, rests=4)
@settings(max_examples=40)
@given(position=ANY_POSITION)
def test_gipf_perft_of_a_turn_agrees(position: GipfPosition) -> None:
    """A turn, or the rest of one, has as many ways as by the rules, from any decision on."""
    if position.placing or len(position.legal_moves()) < 20:
        met("turns" if position.placing else "rests")
        assert kernel_at(position).perft(1) == perft(position, 1)


@often(counted=3)
@settings(max_examples=10)
@given(position=gipf_positions(gipf_rules(), max_moves=120))
def test_gipf_perft_of_two_turns_agrees(position: GipfPosition) -> None:
    """The same holds for two turns, games that end after the first included."""
    if position.placing:
        met("counted")
        assert kernel_at(position).perft(2) == perft(position, 2)


@pytest.mark.parametrize("after_s", [0.02, 0.1])
def test_gipf_perft_can_be_interrupted(after_s: float) -> None:
    """Ctrl-C ends a long count; the board is unchanged and counts as before."""
    position = GipfPosition(GIPF_PRESETS["gipf"])
    search = kernel_at(position)
    board, counts = search.board_bytes(), [search.perft(depth) for depth in (1, 2)]
    with interrupted(after_s):
        search.perft(7)
    assert search.board_bytes() == board
    assert [search.perft(depth) for depth in (1, 2)] == counts
    with pytest.raises(ValueError, match="nothing"):
        search.undo()


def test_wrong_gipf_input_is_refused() -> None:
    """Impossible cells, counts, lines and moves raise ValueError."""
    search = kernel_at(GipfPosition(GIPF_PRESETS["gipf-basic"]))
    both, none = (1, 1), (False, False)
    with pytest.raises(ValueError, match="36 cells"):
        search.set_position(bytes(36), 0, 0, True, both, both, none, (), None)
    with pytest.raises(ValueError, match="each 0 to 4"):
        search.set_position(bytes([5]) + bytes(36), 0, 0, True, both, both, none, (), None)
    with pytest.raises(ValueError, match="turn 1"):
        search.set_position(bytes(37), 0, 1, True, both, both, none, (), None)
    with pytest.raises(ValueError, match="expected 0 to 18"):
        search.set_position(bytes(37), 0, 0, True, (19, 0), both, none, (), None)
    with pytest.raises(ValueError, match="expected 0 to 20"):
        search.set_position(bytes(37), 0, 0, True, both, both, none, (21,), None)
    for move in (-1, 42, 84, 2772):
        with pytest.raises(ValueError, match="no move here"):
            search.play(move)
    with pytest.raises(ValueError, match="nothing"):
        search.undo()
    search.set_position(bytes(37), 0, 0, True, (0, 1), both, none, (), None)
    assert search.is_over()
