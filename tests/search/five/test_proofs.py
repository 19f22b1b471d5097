"""Proofs of wins by threats: attacks hold, nothing is missed, and the shortest win is found."""

from __future__ import annotations

import struct
from functools import cache
from random import Random
from unittest.mock import Mock

import pytest

from arena.puzzles import WIN as WIN_PUZZLE
from arena.puzzles import read_puzzles
from games.five.diagram import parse_position
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules
from search.five.forced import (
    MOST_THREATS,
    SHORT_WIN_NODES,
    lost_moves,
    win_by_vcf,
    win_by_vct,
)
from search.five.native import open_search, set_position
from search.kernel.five import FiveSearch
from search.limits import Limits
from search.score import WIN, is_win, own_moves_to_win
from search.weights import Weights
from tests.conditions import met, often
from tests.search.problems import position_of, problems
from tests.strategies import random_move

PENTE = PRESETS["pente"]
NODES = 20_000
LIMITS = Limits(nodes=4_000_000)

# A stone where White's two lines meet makes two open threes; there is no four yet.
TWO_THREES = "19/19/19/19/19/19/8w10/8w10/9ww8/19/19/4b14/14b4/3b15/15b3/19/19/19/19 b 0,0"


@cache
def search_of(rules: FiveRules) -> FiveSearch:
    """A kernel search of this game; opening one is slow."""
    return open_search(rules, Weights())


def kernel_at(position: FivePosition) -> FiveSearch:
    """The selective kernel search of this game, set to a position, with an empty table."""
    search = search_of(position.rules)
    search.use_table(bytearray(1 << 20))
    set_position(search, position)
    search.begin(selective=True)
    return search


def attacked_positions(
    rules: FiveRules, seed: int, wanted: int
) -> list[tuple[FivePosition, int, int]]:
    """Positions of random games that an attack wins, with the score and the first stone."""
    random = Random(f"{rules.name} {seed}")
    found: list[tuple[FivePosition, int, int]] = []
    while len(found) < wanted:
        position = FivePosition(rules)
        while position.outcome is None and len(found) < wanted:
            if position.stones_placed(0) > 5:
                kernel = kernel_at(position)
                score = None if kernel.wins_at_once() else kernel.prove_vct(2, NODES)
                if score is not None:
                    found.append((position.copy(), score, kernel.pv()[0]))
                    break
            position.play(random_move(position, random))
    return found


@often(replies=3000, not_at_once=200)
def test_attack_wins_against_every_reply() -> None:
    """After the first stone every legal reply loses to a shorter win, or to one at once."""
    for position, score, point in [
        each
        for name in ("pente", "keryo", "gomoku-15", "standard-15")
        for seed in range(3)
        for each in attacked_positions(PRESETS[name], seed, 2)
    ]:
        position.play(point)
        plies_left = WIN - score - 2
        assert position.outcome is None
        for reply in position.legal_moves():
            met("replies")
            position.play(reply)
            assert position.outcome is None
            kernel = kernel_at(position)
            if not kernel.wins_at_once():
                met("not_at_once")
                shorter = win_by_vct(kernel, 10 * NODES)
                assert shorter is not None
                assert WIN - shorter.score <= plies_left
            position.undo()


@pytest.mark.parametrize("stones", [-1, 13])
def test_a_number_of_stones_that_no_attack_may_have_is_refused(stones: int) -> None:
    """So no attack ends at a limit of plies, which would refute it elsewhere in the table too."""
    with pytest.raises(ValueError, match=f"{stones} stones: expected 0 to 12"):
        kernel_at(FivePosition(PENTE)).prove_vct(stones, NODES)


def test_attack_of_the_opponent_leaves_the_moves_that_stop_it() -> None:
    """With the other side to move, some moves lose to the attack, and some are left."""
    position = parse_position(TWO_THREES, PENTE)
    kernel = kernel_at(position)
    candidates = [point for point, _ in kernel.candidates()]
    before = kernel.board_bytes()
    lost = lost_moves(kernel, candidates, LIMITS)
    assert kernel.board_bytes() == before
    assert lost
    assert set(lost) < set(candidates)
    for point in lost:
        kernel.play(point)
        assert kernel.wins_at_once() or win_by_vct(kernel, NODES) is not None
        kernel.undo()


MOST_NODES = 50_000


@often(exhausted=500, cut=30)
def test_a_proof_that_met_no_horizon_has_seen_every_threat() -> None:
    """If it found no win, a fresh proof with more threats finds none either."""
    for seed in range(40):
        random, position = Random(seed), FivePosition(PRESETS["pente" if seed % 2 else "gomoku-15"])
        while position.outcome is None and len(position.moves) < 60:
            position.play(random_move(position, random))
            if position.outcome is not None:
                break
            proof = kernel_at(position)
            if proof.wins_at_once() or proof.prove_vcf(1, MOST_NODES) is not None:
                continue
            if proof.horizon_met:
                met("cut")
                continue
            met("exhausted")
            assert kernel_at(position).prove_vcf(MOST_THREATS, MOST_NODES) is None


@often(won=20)
def test_the_win_by_threats_is_the_shortest() -> None:
    """Where nodes suffice, it is as long as the first win found in order of length."""
    for seed in range(60):
        random, position = Random(seed), FivePosition(PRESETS["pente" if seed % 2 else "gomoku-15"])
        while position.outcome is None and len(position.moves) < 60:
            position.play(random_move(position, random))
            if position.outcome is not None or kernel_at(position).wins_at_once():
                break
            line = win_by_vcf(kernel_at(position), MOST_NODES)
            if line is None:
                continue
            met("won")
            threats = own_moves_to_win(line.score) - 1  # type: ignore[operator]  # it is a win
            proof = kernel_at(position)
            assert all(proof.prove_vcf(fewer, MOST_NODES) is None for fewer in range(1, threats))
            assert proof.prove_vcf(threats, MOST_NODES) == line.score
            break


@often(proved=15)
def test_what_the_search_has_seen_hides_no_proof() -> None:
    """After a search of the position, its win by threats is proved as short as with an empty table.

    A bound of the selective search refutes no threat.
    """
    for puzzle in (*read_puzzles("pente").puzzles, *read_puzzles("keryo").puzzles):
        position = puzzle.start()
        if puzzle.kind != WIN_PUZZLE or puzzle.moves < 4 or not isinstance(position, FivePosition):
            continue
        proof = kernel_at(position)
        fresh = [proof.prove_vcf(threats, MOST_NODES) for threats in range(1, puzzle.moves)]
        if fresh[-1] is None:  # no win by threats alone
            continue
        met("proved")
        proof = kernel_at(position)
        for depth in range(1, 7):
            proof.iterate(depth)
        assert [proof.prove_vcf(threats, MOST_NODES) for threats in range(1, puzzle.moves)] == fresh


def test_the_table_tells_how_far_a_win_is_from_its_own_position() -> None:
    """Two turns down the line of a win, the entry's win is two turns nearer than at the root."""
    short = [problem for problem in problems("own_forced_wins.jsonl") if problem["moves"] == 3]
    for problem in short[:6]:
        kernel, value = kernel_at(position_of(problem)), 0
        for depth in range(1, 9):
            kernel.begin(selective=True, width=24)
            value = kernel.iterate(depth) or 0
            if is_win(value):
                break
        assert is_win(value)
        for point in kernel.pv()[:2]:
            kernel.play(point)
        kept = dict(struct.iter_unpack("<QQ", kernel.harvest(0, 1 << 15)))
        assert kept[kernel.key] >> 32 == value + 2


def test_no_proof_begins_without_nodes() -> None:
    """A win that takes the last nodes is kept; nothing is left to look for a shorter one."""
    limits: list[int] = []

    def prove(threats: int, nodes: int) -> int | None:
        """Enter one node more than allowed, as a proof's last node can; all threats win."""
        limits.append(nodes)
        kernel.nodes += nodes + 1
        return WIN - 15 if threats == MOST_THREATS else None

    kernel = Mock(nodes=0, horizon_met=True, prove_vcf=prove, pv=lambda: (0,))
    line = win_by_vcf(kernel, 2 * SHORT_WIN_NODES)
    assert line is not None
    assert line.score == WIN - 15
    assert len(limits) == 2
    assert min(limits) > 0
