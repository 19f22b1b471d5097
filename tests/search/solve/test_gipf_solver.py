"""Forced wins of Gipf: every given problem is solved; the rules confirm trees and wins in one."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from games.gipf.notation import ENTRY, parse_move
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import parse_position
from search.limits import Limits
from search.solve.gipf_solver import GipfProof, GipfProofNode, GipfSolver
from search.solve.verdict import PROVED, UNDECIDED
from tests.conditions import met, often
from tests.gipf_strategies import gipf_positions, last_gipf_positions

FILE = Path(__file__).parents[3] / "data/problems/gipf.jsonl"
PROBLEMS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
IN_TWO = [problem for problem in PROBLEMS if problem["win_in"] == 2]
DRY = "w 1 0 Wb2 Kh2"  # Black has nothing to bring in next
OWES = "w 2 1 GWe5 add=WK"  # nor here: a GIPF-piece costs two


def position_of(problem: dict[str, Any]) -> GipfPosition:
    """The position of a problem."""
    return parse_position(problem["position"], GIPF_PRESETS[problem["rules"]])


def solve(
    position: GipfPosition, limits: Limits | None = None, *, with_tree: bool = False
) -> GipfProof:
    """Return a solver's result for a position."""
    with GipfSolver(position.rules, table_mb=4) as solver:
        return solver.solve(position, limits or Limits(), with_tree=with_tree)


@pytest.mark.parametrize("problem", PROBLEMS, ids=range(len(PROBLEMS)))
def test_gipf_problems_are_solved_with_their_key_moves(problem: dict[str, Any]) -> None:
    """Each problem is won in exactly its turns, by a move that makes the given board.

    The main line is as long and ends the game for the winner.
    """
    position = position_of(problem)
    proof = solve(position)
    assert (proof.verdict, proof.win_in) == (PROVED, problem["win_in"])
    assert proof.refuted == problem["win_in"] - 1
    assert proof.best is not None
    keys = [board_after(position, parse_move(e, position, ENTRY)) for e in problem["entries"]]
    assert board_after(position, proof.best) in keys
    played = position.copy()
    deciders = []
    for move in proof.pv:
        deciders.append(played.side)
        played.play(move)
    assert played.outcome is not None
    assert played.outcome.winner == position.side
    turns = [side for side, _ in groupby(deciders)]
    assert turns.count(position.side) == problem["win_in"]


def board_after(position: GipfPosition, move: int) -> tuple[object, ...]:
    """The situation after a move."""
    after = position.copy()
    after.play(move)
    return after.key


@pytest.mark.parametrize("problem", IN_TWO, ids=range(len(IN_TWO)))
def test_gipf_tree_answers_every_legal_defence(problem: dict[str, Any]) -> None:
    """The rules walk the tree of a win in two: it answers each legal reply, and each loses."""
    position = position_of(problem)
    proof = solve(position, with_tree=True)
    assert proof.tree is not None
    assert proof.tree.win_in == 2
    check_winners_turn(position.copy(), proof.tree, position.side)


def check_winners_turn(position: GipfPosition, node: GipfProofNode, winner: int) -> None:
    """The winner's decisions are legal, and the tree has what follows."""
    for move in node.moves:
        assert position.side == winner
        position.play(move)
    replies: dict[tuple[object, ...], GipfProofNode] = {}
    for way, then in node.answers:
        for move in way:
            position.play(move)
        replies[position.key] = then
        for _ in way:
            position.undo()
    check_losers_turn(position, replies, winner)
    for _ in node.moves:
        position.undo()


def check_losers_turn(
    position: GipfPosition, replies: dict[tuple[object, ...], GipfProofNode], winner: int
) -> None:
    """Each reply of the loser ends the game for the winner, or the tree continues from there."""
    if position.outcome is not None:
        assert position.outcome.winner == winner
        return
    if position.side == winner:
        check_winners_turn(position, replies[position.key], winner)
        return
    for move in position.legal_moves():
        position.play(move)
        check_losers_turn(position, replies, winner)
        position.undo()


@often(won=2, not_won=3)
@settings(max_examples=15)
@given(position=gipf_positions(max_moves=250) | last_gipf_positions(back=4))
def test_gipf_win_in_one_is_that_of_the_rules(position: GipfPosition) -> None:
    """The solver finds a win in one turn exactly if the rules have one against every decision."""
    proof = solve(position, Limits(depth=1))
    assert (proof.verdict == PROVED) == wins_now(position, position.side)
    met("won" if proof.verdict == PROVED else "not_won")


def wins_now(position: GipfPosition, winner: int) -> bool:
    """Whether one side wins by force before its next turn begins."""
    if position.outcome is not None:
        return position.outcome.winner == winner
    if position.side != winner and position.placing:
        return False
    found = []
    for move in position.legal_moves():
        position.play(move)
        found.append(wins_now(position, winner))
        position.undo()
    return any(found) if position.side == winner else all(found)


def test_gipf_limit_leaves_a_problem_undecided() -> None:
    """Ten nodes decide nothing; the number of refuted turns is returned."""
    proof = solve(position_of(PROBLEMS[-1]), Limits(nodes=10))
    assert (proof.verdict, proof.win_in, proof.pv, proof.tree) == (UNDECIDED, None, (), None)
    assert proof.refuted < 4


def test_gipf_solver_refuses_what_is_over_or_of_another_game() -> None:
    """Bad requests raise ValueError with a reason."""
    basic = GIPF_PRESETS["gipf-basic"]
    over = parse_position("w 0 3 Wb2 Kh2", basic)
    with pytest.raises(ValueError, match="empty reserve"):
        solve(over)
    with GipfSolver(basic) as solver, pytest.raises(ValueError, match="not gipf"):
        solver.solve(GipfPosition(GIPF_PRESETS["gipf"]), Limits())


def test_gipf_any_push_wins_against_an_empty_reserve() -> None:
    """Black's reserve is empty and no push makes a row of Black's: any push wins in one."""
    proof = solve(parse_position(DRY, GIPF_PRESETS["gipf-basic"]), with_tree=True)
    assert (proof.win_in, len(proof.pv)) == (1, 1)
    assert proof.tree is not None
    assert (proof.tree.moves, proof.tree.answers) == (proof.pv, ())


def test_gipf_any_push_wins_if_the_reserve_makes_no_gipf_piece() -> None:
    """Black has one piece and must bring in a GIPF-piece, which costs two: any push wins."""
    position = parse_position(OWES, GIPF_PRESETS["gipf-tournament"])
    assert wins_now(position, position.side)
    assert solve(position, Limits(depth=1)).win_in == 1
