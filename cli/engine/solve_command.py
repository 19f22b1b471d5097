"""The command `solve`: it proves a forced win or refutes it."""

from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Sequence

import rich_click as click
from rich.text import Text

from cli.options import json_option, limit_options, whole
from cli.output.analysis import board
from cli.output.progress import Progress
from cli.output.settings import end_interrupted, print_answer, width
from cli.output.stopping import stopping
from cli.reading import position_options
from games.family import AnyPosition
from games.registry import family_of
from pente.analysis import spellings_of
from pente.engine import limits_of
from pente.solving import Branch, branch
from search.limits import Limits
from search.solve.choice import solver_of
from search.solve.five_solver import OPEN_THREES
from search.solve.gipf_solver import MOST_TURNS
from search.solve.solver import PROVED, REFUTED, UNDECIDED, Proof, ProofNode

ENOUGH_S = 60.0  # default limit
EXIT_CODES = {PROVED: 0, REFUTED: 1, UNDECIDED: 3}
INDENT = "  "


@click.command(epilog="Example: pente solve game/input.txt --tree")
@position_options
@limit_options
@whole("--turns", most=MOST_TURNS, text="Gipf: maximum own turns.")
@click.option(
    "--tree", "with_tree", is_flag=True, help="Print the winner's answer to every defence."
)
@json_option
def solve(
    *,
    position: AnyPosition,
    seconds: float | None,
    clock: str,
    nodes: int | None,
    turns: int | None,
    with_tree: bool,
) -> None:
    """Prove that the side to move in FILE wins by force.

    FILE is harness input, a position string or a game record; - is standard input.

    In the five-in-a-row family the solver looks for the shortest win by fours, and captures where
    the game has them, then for a win by open threes. The length of the latter is an upper bound.
    The rules in plain Python check every move of the proof and every defence. "Refuted" means:
    there is no win of the first kind in up to 16 moves, and the solver found none by open threes.
    A quieter win may still exist. In Gipf the solver searches all moves and finds the win in the
    fewest own turns.

    A proved win is a winning chance of 100 %. `pente analyse` estimates the chance where nothing is
    proved.

    Without a limit it takes at most 60 seconds. Ctrl-C prints what is refuted so far. Exit code 0:
    proved; 1: refuted; 3: undecided, because it reached a limit; 130: interrupted.
    """
    if seconds is None and nodes is None and turns is None:
        seconds = ENOUGH_S
    limits = limits_of(seconds, nodes, turns, clock)
    proof, refuted, interrupted = watched_proof(position, limits, with_tree=with_tree)
    print_answer(
        lambda: answer(position, proof, with_tree=with_tree),
        lambda: describe(position, proof, with_tree=with_tree, interrupted=interrupted),
    )
    if interrupted and proof.verdict == UNDECIDED:
        end_interrupted(f": {refuted or 'nothing is refuted yet'}. To begin again")
    sys.exit(EXIT_CODES[proof.verdict])


def watched_proof(
    position: AnyPosition, limits: Limits, *, with_tree: bool
) -> tuple[Proof, str, bool]:
    """The proof, what was refuted last in words, and whether Ctrl-C ended the search.

    Shows whatever is refuted on the way.
    """
    refuted = ""

    def refute(what: str, nodes: int) -> None:
        nonlocal refuted
        refuted = what
        seconds = time.process_time() - started
        words = f"{what}, {nodes:,} nodes, {seconds:.2f} CPU s"
        progress.line(f"{what:<45} {nodes:>13,} nodes  {seconds:8.2f} s")
        progress.show(Text(words))

    started = time.process_time()
    with (
        Progress("Ctrl-C ends the search and prints what is refuted") as progress,
        solver_of(position.rules) as solver,
        stopping(solver.stop) as stop,
    ):
        proof = solver.solve(
            position, limits, open_threes=True, with_tree=with_tree, listener=refute
        )
    return proof, refuted, stop.asked


def answer(position: AnyPosition, proof: Proof, *, with_tree: bool) -> dict[str, object]:
    """The answer as JSON."""
    family, best = family_of(position.rules), proof.best
    nothing = dict.fromkeys(("best", *family.spellings))
    fields: dict[str, object] = {
        "verdict": proof.verdict,
        "to_move": position.rules.colour_of(position.side),
        "winning_chance": 1.0 if proof.verdict == PROVED else None,
        "win_in": proof.win_in,
        **(nothing if best is None else spellings_of(position, best)),
        "pv": family.json_line(position, proof.pv),
        "nodes": proof.nodes,
        "seconds_cpu": round(proof.seconds_cpu, 6),
        "seconds_wall": round(proof.seconds_wall, 6),
    }
    if proof.refuted is None:
        fields["by"] = proof.by
    else:
        fields["refuted"] = proof.refuted
    if with_tree:
        tree = proof.tree and branch(
            position, proof.tree, lambda *it: " ".join(family.json_line(*it))
        )
        fields["tree"] = tree and tree_fields(tree)
    return fields


def tree_fields(node: Branch) -> dict[str, object]:
    """A turn of the winner, and the branch after each answer.

    In the five-in-a-row family any other answer loses at once. If `any_other` is present, it loses
    to that move, followed by fours and captures. In Gipf there is one answer for each position that
    the other side can reach.
    """
    fields: dict[str, object] = {
        "move": node.move,
        "win_in": node.win_in,
        "answers": {moves: tree_fields(then) for moves, then in node.answers.items()},
    }
    if node.any_other is not None:
        fields["any_other"] = {"move": node.any_other.move, "win_in": node.any_other.win_in}
    return fields


def describe(
    position: AnyPosition, proof: Proof, *, with_tree: bool, interrupted: bool = False
) -> str:
    """The verdict as text: the board with the key move, the main line and, if asked, the tree."""
    best = proof.best
    cost = f"nodes {proof.nodes:,}  {proof.seconds_cpu:.2f} CPU s"
    rows = [board(position, best)]
    if best is None:
        end = "interrupted" if interrupted else "reached a limit"
        why = [proof.excluded] if proof.verdict == REFUTED else [end, proof.excluded]
        return "\n".join([*rows, cost, f"{proof.verdict}: {'; '.join(filter(None, why))}"])
    bound, by = (" at most", f", by {proof.by}") if proof.by == OPEN_THREES else ("", "")
    key = family_of(position.rules).format_move(position, best)
    mover = position.rules.colour_of(position.side).capitalize()
    rows += [
        f"winning chance 100 % for {mover}",
        f"{proof.verdict}: win in {proof.win_in}{bound}, {key}{by}  {cost}",
        *textwrap.wrap(
            "main line  " + in_words(position, proof.pv),
            width(),
            subsequent_indent=" " * 11,
        ),
    ]
    if with_tree and proof.tree is not None:
        tree = branch(position, proof.tree, in_words)
        rows += [tree.move, *defences(tree, proof.tree, INDENT)]
    return "\n".join(rows)


def in_words(position: AnyPosition, moves: Sequence[int]) -> str:
    """A variation as players write it: its points or, in Gipf, its turns."""
    return " ".join(family_of(position.rules).format_line(position, moves))


def defences(turn: Branch, node: ProofNode, indent: str) -> list[str]:
    """A row `answer: our next turn` for each answer to a turn, with later turns indented below."""
    rows = []
    for (answer, then), (_, below) in zip(turn.answers.items(), node.answers, strict=True):
        rows.append(f"{indent}{answer}: {then.move}")
        rows += defences(then, below, indent + INDENT)
    if node.otherwise is not None:
        loses, threat = "wins at once", turn.any_other
        if threat is not None:
            loses = f"{threat.move} wins in {threat.win_in} at most, by threats"
        rows.append(f"{indent}{'any other' if rows else 'any'}: {loses}")
    return rows
