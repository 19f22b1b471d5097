"""The engine keeps the shortest win that it finds; a proof knows if it has seen every threat."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import cast

import pytest

from arena.puzzles import WIN as WIN_PUZZLE
from arena.puzzles import read_puzzles
from games.five.diagram import parse_position
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import PRESETS, rules_named
from search.engine import Engine
from search.five.forced import MOST_THREATS, SHORT_WIN_NODES, win_by_threats
from search.five.native import open_search, set_position
from search.kernel.five import FiveSearch
from search.limits import Limits
from search.score import WIN, own_moves_to_win
from search.weights import Weights
from tests.conditions import met, often
from tests.strategies import random_move

LIMITS = (1_000, 2_000, 5_000, 10_000, 20_000)
NO_WIN = 1_000  # moves
MOST_NODES = 50_000

# Black or White wins. Earlier versions reported a longer win at some larger limit.
SHORTER_BEFORE = (
    ("gomoku-15", "15/15/15/5b9/4w1b8/4bbwb7/4bww1w6/3wbwb8/10w4/8b6/9w5/15/15/15/15 b 0,0"),
    ("gomoku-15", "15/15/15/15/7w7/15/6w8/6wbb6/7wbb5/9bb4/7w1b1w3/9w5/15/15/15 b 0,0"),
    ("gomoku-15", "15/15/15/5b9/3wbbb8/3wbb4w4/4ww3w5/6w2b5/15/15/15/15/15/15/15 b 0,0"),
    (
        "pente",
        "19/19/19/19/5w4w8/5w3b9/5wb1w10/5b1wb1w8/6w1w1b8/5b3wb8/10b8/10w8/10b8"
        + 6 * "/19"
        + " w 2,0",
    ),
    (
        "pente",
        "19/19/19/5b3b9/6w1w10/7w11/6wbw10/9w9/10b8/9w1b7/11b7/19/9b9/19/19/19/19/19/19 w 0,0",
    ),
    (
        "pente",
        "19/19/19/19/19/19/8b10/6b2b1b7/5w4w8/5b1b1w9/4wbwwwbb8/7b11/6w12/19/19/19/19/19/19 w 0,2",
    ),
)


def played(names: str) -> Position:
    """The Gomoku position after these moves."""
    position = Position(PRESETS["gomoku-15"])
    for name in names.split():
        position.play(parse_point(name, position.rules.size))
    return position


def win_lengths(position: Position) -> list[int]:
    """Own moves to the win that the engine reports, by limit, with an empty table each."""
    with Engine(position.rules, table_mb=4) as engine:
        found = []
        for nodes in LIMITS:
            engine.new_game()
            found.append(engine.search(position, Limits(nodes=nodes)).win_in or NO_WIN)
    return found


def proof_at(position: Position) -> FiveSearch:
    """A selective kernel search with an empty table, set to a position."""
    search = open_search(position.rules, Weights())
    search.use_table(bytearray(1 << 20))
    set_position(search, position)
    search.begin(selective=True)
    return search


@pytest.mark.parametrize(("game", "text"), SHORTER_BEFORE)
def test_a_win_is_no_longer_with_more_nodes(game: str, text: str) -> None:
    """What a smaller limit finds, a larger one finds too, or something shorter."""
    found = win_lengths(parse_position(text, rules_named(game)))
    assert found[-1] < NO_WIN
    assert found == list(accumulate(found, min))


def test_the_shortest_win_found_is_reported() -> None:
    """A long win by fours does not hide the win in three moves that the search finds."""
    found = win_lengths(played("K6 G5 L9 J11 L7 J5 K8 K5 H5 J9 J7 H6 K7 H7"))
    assert found[1:] == [3] * len(found[1:])


@often(exhausted=500, cut=30)
def test_a_proof_that_met_no_horizon_has_seen_every_threat() -> None:
    """If it found no win, a fresh proof with more threats finds none either."""
    for seed in range(40):
        random, position = Random(seed), Position(PRESETS["pente" if seed % 2 else "gomoku-15"])
        while position.outcome is None and len(position.moves) < 60:
            position.play(random_move(position, random))
            if position.outcome is not None:
                break
            proof = proof_at(position)
            if proof.wins_at_once() or proof.prove(1, MOST_NODES) is not None:
                continue
            if proof.horizon_met:
                met("cut")
                continue
            met("exhausted")
            assert proof_at(position).prove(MOST_THREATS, MOST_NODES) is None


@often(won=20)
def test_the_win_by_threats_is_the_shortest() -> None:
    """Where nodes suffice, it is as long as the first win found in order of length."""
    for seed in range(60):
        random, position = Random(seed), Position(PRESETS["pente" if seed % 2 else "gomoku-15"])
        while position.outcome is None and len(position.moves) < 60:
            position.play(random_move(position, random))
            if position.outcome is not None or proof_at(position).wins_at_once():
                break
            line = win_by_threats(proof_at(position), MOST_NODES)
            if line is None:
                continue
            met("won")
            threats = own_moves_to_win(line.score) - 1  # type: ignore[operator]  # it is a win
            proof = proof_at(position)
            assert all(proof.prove(fewer, MOST_NODES) is None for fewer in range(1, threats))
            assert proof.prove(threats, MOST_NODES) == line.score
            break


@often(proved=15)
def test_what_the_search_has_seen_hides_no_proof() -> None:
    """After a search of the position, its win by threats is proved as short as with an empty table.

    A bound of the selective search refutes no threat.
    """
    for puzzle in (*read_puzzles("pente").puzzles, *read_puzzles("keryo").puzzles):
        position = puzzle.start()
        if puzzle.kind != WIN_PUZZLE or puzzle.moves < 4 or not isinstance(position, Position):
            continue
        proof = proof_at(position)
        fresh = [proof.prove(threats, MOST_NODES) for threats in range(1, puzzle.moves)]
        if fresh[-1] is None:  # no win by threats alone
            continue
        met("proved")
        proof = proof_at(position)
        for depth in range(1, 7):
            proof.iterate(depth)
        assert [proof.prove(threats, MOST_NODES) for threats in range(1, puzzle.moves)] == fresh


class Overdrawn:
    """A kernel whose proofs enter one node more than they may, as the last node of a proof can."""

    horizon_met = True

    def __init__(self) -> None:
        self.nodes = 0
        self.limits: list[int] = []

    def must_answer(self) -> bool:
        """There is something to prove."""
        return True

    def prove(self, threats: int, nodes: int) -> int | None:
        """Only the proof with all threats finds a win; it has seven of them."""
        self.limits.append(nodes)
        self.nodes += nodes + 1
        return WIN - 15 if threats == MOST_THREATS else None

    def pv(self) -> tuple[int, ...]:
        """A variation that ends early."""
        return (0,)


def test_no_proof_begins_without_nodes() -> None:
    """A win that takes the last nodes is kept; nothing is left to look for a shorter one."""
    kernel = Overdrawn()
    line = win_by_threats(cast("FiveSearch", kernel), 2 * SHORT_WIN_NODES)
    assert line is not None
    assert line.score == WIN - 15
    assert len(kernel.limits) == 2
    assert min(kernel.limits) > 0
