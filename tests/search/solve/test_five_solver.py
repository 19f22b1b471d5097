"""Proofs of forced wins: a proved win holds against every legal defence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.protocol import parse_request
from games.five.diagram import parse_position
from games.five.points import format_harness_point
from games.five.position import CAPTURES, Position
from games.five.rules import PRESETS
from search.errors import ProofError
from search.limits import Limits
from search.solve.five_solver import Proof, Solver
from search.solve.verdict import PROVED, REFUTED, UNDECIDED
from search.solve.walk import ProofNode

PENTE = PRESETS["pente"]
UNLIMITED = Limits()
PROBLEMS = Path(__file__).parents[3] / "data/problems"


def problems(name: str) -> list[dict[str, Any]]:
    """Return the problems of one file of data/problems."""
    return [json.loads(line) for line in (PROBLEMS / name).read_text().splitlines()]


def solved(position: Position, limits: Limits = UNLIMITED) -> Proof:
    """Return a new solver's result."""
    with Solver(position.rules) as solver:
        return solver.solve(position, limits)


def winning_move(position: Position, first: int | None) -> int | None:
    """A legal move that wins, or None; `first` is tried first."""
    points = position.legal_moves()
    for point in sorted(points, key=lambda point: point != first):
        position.play(point)
        won = position.outcome is not None and position.outcome.winner is not None
        position.undo()
        if won:
            return point
    return None


def walk(position: Position, node: ProofNode) -> None:
    """Play a tree by the rules: it answers each legal reply, or the reply loses at once."""
    position.play(node.point)
    if node.win_in == 1:
        assert position.outcome is not None
        assert position.outcome.winner == 1 - position.side
    answers, win = dict(node.answers), None
    for reply in position.legal_moves():
        position.play(reply)
        assert position.outcome is None
        if reply in answers:
            assert answers[reply].win_in < node.win_in
            walk(position, answers[reply])
        else:
            win = winning_move(position, win)
            assert win is not None
        position.undo()
    position.undo()


@pytest.mark.parametrize("problem", problems("forced_wins.jsonl")[::14], ids=lambda p: p["best"])
def test_tree_of_a_proof_holds_against_every_legal_defence(problem: dict[str, Any]) -> None:
    """Walked by the rules, every line of the tree ends won; its length and key are right."""
    position = parse_request(problem["input"].encode(), PENTE).position
    proof = solved(position)
    assert (proof.verdict, proof.win_in) == (PROVED, problem["moves"])
    assert proof.best is not None
    assert format_harness_point(proof.best, PENTE.size) == problem["best"]
    assert proof.tree is not None
    walk(position, proof.tree)


def test_capture_of_the_last_stones_is_a_win_in_one() -> None:
    """White has taken eight and takes two more: a proof of one move, won by captures."""
    position = parse_position(
        "19/19/19/19/19/19/19/19/19/7wbb9/19/19/19/19/19/19/19/19/w18 w 8,0", PENTE
    )
    proof = solved(position)
    assert (proof.verdict, proof.win_in, len(proof.pv)) == (PROVED, 1, 1)
    position.play(proof.pv[0])
    assert position.outcome is not None
    assert position.outcome.termination == CAPTURES


def test_limit_leaves_a_win_undecided() -> None:
    """A limit that is reached is reported as such, never as a refutation."""
    position = parse_request(problems("forced_wins.jsonl")[-1]["input"].encode(), PENTE).position
    assert solved(position, Limits(nodes=20)).verdict == UNDECIDED


def test_quiet_position_is_refuted_at_once() -> None:
    """Without threats the search ends at once."""
    position = parse_position(
        "19/19/19/19/19/19/19/19/19/9w9/10b8/19/19/19/19/19/19/19/19 w 0,0", PENTE
    )
    proof = solved(position)
    assert (proof.verdict, proof.tree, proof.pv, proof.win_in) == (REFUTED, None, (), None)
    assert proof.nodes < 10


def test_win_that_the_rules_do_not_confirm_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the kernel claimed a win that is none, the solver would raise an error."""
    position = parse_position(
        "19/19/19/19/19/19/19/19/19/9w9/10b8/19/19/19/19/19/19/19/19 w 0,0", PENTE
    )
    monkeypatch.setattr(Solver, "_find", lambda *_: (PROVED, 3))
    with pytest.raises(ProofError, match="no win in 3"):
        solved(position)


def test_solver_refuses_other_games_and_finished_ones() -> None:
    """A request that cannot be proved is refused with the reason."""
    with Solver(PENTE) as solver:
        with pytest.raises(ValueError, match="plays pente, not keryo"):
            solver.solve(Position(PRESETS["keryo"]), UNLIMITED)
        with pytest.raises(ValueError, match="the game is over"):
            solver.solve(
                parse_position(
                    "wwwww14/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b 0,0", PENTE
                ),
                UNLIMITED,
            )
