"""The command `solve`: proves a win by threats, or refutes that there is one."""

from __future__ import annotations

import json
import sys

import click

from cli.board import draw_board
from cli.options import (
    clock_option,
    game_option,
    json_option,
    limits_of,
    nodes_option,
    time_option,
)
from cli.reading import read_position
from games.points import format_harness_point
from games.position import Position
from search.forced import MOST_THREATS
from search.proof import PROVED, REFUTED, UNDECIDED, Proof, ProofNode, Solver

ENOUGH_S = 60.0  # of proving, where no limit is given
EXIT_CODES = {PROVED: 0, REFUTED: 1, UNDECIDED: 3}
WHY_NOT = {
    REFUTED: f"no win by threats alone in up to {MOST_THREATS + 1} moves",
    UNDECIDED: "a limit was reached",
}
INDENT = "  "


@click.command()
@click.argument("file")
@game_option
@time_option
@clock_option
@nodes_option
@click.option("--tree", "with_tree", is_flag=True, help="Print the answer to every defence.")
@json_option
def solve(  # the options are the command
    *,
    file: str,
    game: str | None,
    time_s: float | None,
    clock: str,
    nodes: int | None,
    with_tree: bool,
    as_json: bool,
) -> None:
    """Prove that the side to move in FILE wins by threats alone, or that it does not.

    FILE is harness input, a position string or a game record; - is standard input. Each move of
    such a win threatens to win with the next stone; every answer is considered, and the rules
    themselves confirm each line, captures and all. A quiet win is not looked for. Without a limit
    it takes 60 seconds at most. Exit code 0: proved; 1: refuted; 3: undecided, a limit was reached.
    """
    position = read_position(file, game)
    if time_s is None and nodes is None:
        time_s = ENOUGH_S
    with Solver(position.rules) as solver:
        proof = solver.solve(position, limits_of(time_s, clock, nodes))
    if as_json:
        print(json.dumps(answer(position, proof, with_tree=with_tree)))
    else:
        print(describe(position, proof, with_tree=with_tree))
    sys.exit(EXIT_CODES[proof.verdict])


def answer(position: Position, proof: Proof, *, with_tree: bool) -> dict[str, object]:
    """What `--json` prints."""
    size = position.rules.size
    told: dict[str, object] = {
        "verdict": proof.verdict,
        "win_in": proof.win_in,
        "best": None if proof.best is None else format_harness_point(proof.best, size),
        "pv": [format_harness_point(point, size) for point in proof.pv],
        "nodes": proof.nodes,
        "seconds_cpu": round(proof.seconds_cpu, 6),
        "seconds_wall": round(proof.seconds_wall, 6),
    }
    if with_tree:
        told["tree"] = None if proof.tree is None else branch(proof.tree, size)
    return told


def branch(node: ProofNode, size: int) -> dict[str, object]:
    """A move of the winner, and what follows each answer; any other answer loses at once."""
    return {
        "move": format_harness_point(node.point, size),
        "win_in": node.win_in,
        "answers": {
            format_harness_point(point, size): branch(then, size) for point, then in node.answers
        },
    }


def describe(position: Position, proof: Proof, *, with_tree: bool) -> str:
    """The verdict for people: the board with the key move, the main line, perhaps the tree."""
    size, best = position.rules.size, proof.best
    cost = f"nodes {proof.nodes:,}  {proof.seconds_cpu:.2f} CPU s"
    rows = [draw_board(position, best)]
    if proof.tree is None or best is None:
        return "\n".join([*rows, f"{proof.verdict}: {WHY_NOT[proof.verdict]}  {cost}"])
    rows += [
        f"{proof.verdict}: win in {proof.win_in}, {format_harness_point(best, size)}  {cost}",
        "main line  " + " ".join(format_harness_point(point, size) for point in proof.pv),
    ]
    if with_tree:
        rows += [format_harness_point(best, size), *defences(proof.tree, size, INDENT)]
    return "\n".join(rows)


def defences(node: ProofNode, size: int, indent: str) -> list[str]:
    """A row `answer: our next move` for each answer to a move, what follows it indented below."""
    rows = []
    for point, then in node.answers:
        ours = format_harness_point(then.point, size)
        rows.append(f"{indent}{format_harness_point(point, size)}: {ours}")
        rows += defences(then, size, indent + INDENT)
    if node.otherwise is not None:
        rows.append(f"{indent}{'any other' if rows else 'any'}: wins at once")
    return rows
