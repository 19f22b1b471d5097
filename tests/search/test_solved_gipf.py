"""Solved positions of Gipf: the problems of `data/problems`, and wins in one turn by the rules."""

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
from games.gipf.text import parse_position as parse_gipf_position
from search.limits import Limits
from search.solve.gipf_solver import GipfSolver
from search.solve.solver import PROVED, UNDECIDED, Proof, ProofNode
from tests.conditions import met, often
from tests.gipf_strategies import gipf_positions, last_gipf_positions

PROBLEMS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data/problems/gipf.jsonl").read_text().splitlines()
]


def gipf_position_of(problem: dict[str, Any]) -> GipfPosition:
    """The position of a problem."""
    return parse_gipf_position(problem["position"], GIPF_PRESETS[problem["rules"]])


def gipf_solved(
    position: GipfPosition, limits: Limits | None = None, *, with_tree: bool = False
) -> Proof:
    """A new solver's result."""
    with GipfSolver(position.rules, table_mb=4) as solver:
        return solver.solve(position, limits or Limits(), with_tree=with_tree)


def board_after(position: GipfPosition, move: int) -> tuple[object, ...]:
    """The situation after a move."""
    after = position.copy()
    after.play(move)
    return after.key


def test_problems_of_gipf_are_solved_with_their_key_moves() -> None:
    """Each is won in exactly its turns, by a move that makes the given board, as its line shows."""
    for problem in PROBLEMS:
        position = gipf_position_of(problem)
        proof = gipf_solved(position, with_tree=problem["win_in"] == 2)
        assert (proof.verdict, proof.win_in) == (PROVED, problem["win_in"]), problem
        assert proof.refuted == problem["win_in"] - 1
        assert proof.best is not None
        keys = [board_after(position, parse_move(e, position, ENTRY)) for e in problem["entries"]]
        assert board_after(position, proof.best) in keys
        played, deciders = position.copy(), []
        for move in proof.pv:
            deciders.append(played.side)
            played.play(move)
        assert played.outcome is not None
        assert played.outcome.winner == position.side
        turns = [side for side, _ in groupby(deciders)]
        assert turns.count(position.side) == problem["win_in"]
        if proof.tree is not None:
            check_winners_turn(position.copy(), proof.tree, position.side)


def check_winners_turn(position: GipfPosition, node: ProofNode, winner: int) -> None:
    """The winner's decisions are legal, and the tree has what follows."""
    for move in node.moves:
        assert position.side == winner
        position.play(move)
    replies: dict[tuple[object, ...], ProofNode] = {}
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
    position: GipfPosition, replies: dict[tuple[object, ...], ProofNode], winner: int
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
def test_a_win_of_gipf_in_one_is_that_of_the_rules(position: GipfPosition) -> None:
    """The solver finds a win in one turn exactly if the rules have one against every decision."""
    proof = gipf_solved(position, Limits(depth=1))
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


def test_any_push_wins_where_the_other_side_cannot_bring_in_a_piece() -> None:
    """Black's reserve is empty, or has one piece and a GIPF-piece is due, which costs two."""
    dry = gipf_solved(
        parse_gipf_position("w 1 0 Wb2 Kh2", GIPF_PRESETS["gipf-basic"]), with_tree=True
    )
    assert (dry.win_in, len(dry.pv)) == (1, 1)
    assert dry.tree is not None
    assert (dry.tree.moves, dry.tree.answers) == (dry.pv, ())
    owes = parse_gipf_position("w 2 1 GWe5 add=WK", GIPF_PRESETS["gipf-tournament"])
    assert wins_now(owes, owes.side)
    assert gipf_solved(owes, Limits(depth=1)).win_in == 1


def test_the_solver_of_gipf_says_what_it_cannot_decide() -> None:
    """A limit leaves a problem undecided with the refuted turns; bad requests are refused."""
    proof = gipf_solved(gipf_position_of(PROBLEMS[-1]), Limits(nodes=10))
    assert (proof.verdict, proof.win_in, proof.pv, proof.tree) == (UNDECIDED, None, (), None)
    assert (proof.refuted or 0) < 4
    basic = GIPF_PRESETS["gipf-basic"]
    with pytest.raises(ValueError, match="empty reserve"):
        gipf_solved(parse_gipf_position("w 0 3 Wb2 Kh2", basic))
    with GipfSolver(basic) as solver, pytest.raises(ValueError, match="not gipf"):
        solver.solve(GipfPosition(GIPF_PRESETS["gipf"]), Limits())
