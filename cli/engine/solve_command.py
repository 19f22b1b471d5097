"""The command `solve`: it proves a forced win or refutes it."""

from __future__ import annotations

import json
import sys
import textwrap
import time
from collections.abc import Iterator

import rich_click as click
from rich.text import Text

from cli.options import (
    file_options,
    json_option,
    limit_options,
    limits_of,
    ply_option,
)
from cli.output.progress import Progress
from cli.output.settings import command_line, tell, width
from cli.output.stopping import INTERRUPTED, stopping
from cli.reading import read_any_position
from cli.spelling import draw, line_field, move_field, move_fields, spell_line, spell_move
from games.families.choice import AnyPosition
from games.gipf.position import GipfPosition
from search.five.forced import MOST_THREATS
from search.limits import Limits
from search.solve.five_solver import OPEN_THREES, Proof, Solver, by_fours
from search.solve.gipf_solver import MOST_TURNS, GipfProof, GipfProofNode, GipfSolver
from search.solve.verdict import PROVED, REFUTED, UNDECIDED
from search.solve.walk import ProofNode

ENOUGH_S = 60.0  # default limit
EXIT_CODES = {PROVED: 0, REFUTED: 1, UNDECIDED: 3}
INDENT = "  "


@click.command(epilog="Example: pente solve game/input.txt --tree")
@click.argument("file")
@file_options
@ply_option
@limit_options
@click.option(
    "--turns", type=click.IntRange(1, MOST_TURNS), metavar="N", help="Gipf: maximum own turns."
)
@click.option(
    "--tree", "with_tree", is_flag=True, help="Print the winner's answer to every defence."
)
@json_option
def solve(  # the options are the command
    *,
    file: str,
    game: str | None,
    number: int | None,
    ply: int | None,
    time_s: float | None,
    clock: str,
    nodes: int | None,
    turns: int | None,
    with_tree: bool,
    as_json: bool,
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
    position = read_any_position(file, game, number, ply)
    if time_s is None and nodes is None:
        time_s = ENOUGH_S
    limits = limits_of(time_s, clock, nodes, turns)
    proof, refuted, interrupted = watched_proof(position, limits, with_tree=with_tree)
    if as_json:
        print(json.dumps(answer(position, proof, with_tree=with_tree)))
    else:
        print(describe(position, proof, with_tree=with_tree, interrupted=interrupted))
    if interrupted and proof.verdict == UNDECIDED:
        tell(f"interrupted: {refuted or 'nothing is refuted yet'}. To begin again:")
        tell(f"  {command_line()}")
        sys.exit(INTERRUPTED)
    sys.exit(EXIT_CODES[proof.verdict])


def watched_proof(
    position: AnyPosition, limits: Limits, *, with_tree: bool
) -> tuple[Proof | GipfProof, str, bool]:
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
        progress.view(lambda: Text(words))

    started = time.process_time()
    proof: Proof | GipfProof
    with Progress("Ctrl-C ends the search and prints what is refuted") as progress:
        if isinstance(position, GipfPosition):
            with GipfSolver(position.rules) as gipf, stopping(gipf.stop) as stop:
                proof = gipf.solve(
                    position,
                    limits,
                    with_tree=with_tree,
                    listener=lambda turns, nodes: refute(f"no win in {counted(turns)}", nodes),
                )
        else:
            with Solver(position.rules) as solver, stopping(solver.stop) as stop:
                proof = solver.solve(
                    position,
                    limits,
                    open_threes=True,
                    listener=lambda by, stones, nodes: refute(no_win_by(by, stones), nodes),
                )
    return proof, refuted, stop.asked


def counted(turns: int) -> str:
    """A number of turns in words."""
    return "1 turn" if turns == 1 else f"{turns} turns"


def no_win_by(by: str, stones: int) -> str:
    """What it means that the solver refuted so many stones of this kind."""
    if by == OPEN_THREES:
        return f"no win by {by} with {stones} of them"
    return f"no win by {by} in {stones + 1} moves"


def answer(
    position: AnyPosition, proof: Proof | GipfProof, *, with_tree: bool
) -> dict[str, object]:
    """The answer as JSON."""
    fields: dict[str, object] = {
        "verdict": proof.verdict,
        "to_move": position.rules.colour_of(position.side),
        "winning_chance": 1.0 if proof.verdict == PROVED else None,
        "win_in": proof.win_in,
        **move_fields(position, proof.best),
        "pv": line_field(position, proof.pv),
        "nodes": proof.nodes,
        "seconds_cpu": round(proof.seconds_cpu, 6),
        "seconds_wall": round(proof.seconds_wall, 6),
    }
    if isinstance(proof, GipfProof):
        fields["refuted"] = proof.refuted
    else:
        fields["by"] = proof.by
    if with_tree:
        fields["tree"] = None if proof.tree is None else branch(position, proof.tree)
    return fields


def branch(position: AnyPosition, node: ProofNode | GipfProofNode) -> dict[str, object]:
    """A turn of the winner, and the branch after each answer.

    In the five-in-a-row family any other answer loses at once. If `any_other` is present, it loses
    to that move, followed by fours and captures. In Gipf there is one answer for each position that
    the other side can reach.
    """
    fields: dict[str, object] = {
        "move": " ".join(line_field(position, turn_of(node))),
        "win_in": node.win_in,
        "answers": {
            " ".join(line_field(before, moves)): branch(after, then)
            for moves, before, after, then in answers_of(position, node)
        },
    }
    other = threat_of(node)
    if other is not None:
        fields["any_other"] = {"move": move_field(position, other.point), "win_in": other.win_in}
    return fields


def threat_of(node: ProofNode | GipfProofNode) -> ProofNode | None:
    """The answer to all other replies, if the turn does not threaten to win at once, or None."""
    if isinstance(node, GipfProofNode) or node.otherwise is None:
        return None
    _, then = node.otherwise
    return then if then.win_in > 1 else None


def turn_of(node: ProofNode | GipfProofNode) -> tuple[int, ...]:
    """The decisions of the winner's turn."""
    return node.moves if isinstance(node, GipfProofNode) else (node.point,)


def answers_of(
    position: AnyPosition, node: ProofNode | GipfProofNode
) -> Iterator[tuple[tuple[int, ...], AnyPosition, AnyPosition, ProofNode | GipfProofNode]]:
    """Each answer to a turn of the winner, the positions before and after it, and the next turn.

    On square boards the position stays the same: points are spelled without it.
    """
    if not isinstance(node, GipfProofNode):
        for point, then in node.answers:
            yield (point,), position, position, then
        return
    before = position.copy()
    for move in node.moves:
        before.play(move)
    for moves, following in node.answers:
        after = before.copy()
        for move in moves:
            after.play(move)
        yield moves, before, after, following


def describe(
    position: AnyPosition,
    proof: Proof | GipfProof,
    *,
    with_tree: bool,
    interrupted: bool = False,
) -> str:
    """The verdict as text: the board with the key move, the main line and, if asked, the tree."""
    best = proof.best
    cost = f"nodes {proof.nodes:,}  {proof.seconds_cpu:.2f} CPU s"
    rows = [draw(position, best)]
    fours = "" if isinstance(position, GipfPosition) else by_fours(position.rules)
    if best is None:
        why = why_not(proof, fours, interrupted=interrupted)
        return "\n".join([*rows, cost, f"{proof.verdict}: {why}"])
    bound = by = ""
    if isinstance(proof, Proof) and proof.by == OPEN_THREES:
        bound, by = " at most", f", by {proof.by}"
    mover = position.rules.colour_of(position.side).capitalize()
    rows += [
        f"winning chance 100 % for {mover}",
        f"{proof.verdict}: win in {proof.win_in}{bound}, {spell_move(position, best)}{by}  {cost}",
        *textwrap.wrap(
            "main line  " + " ".join(spell_line(position, proof.pv)),
            width(),
            subsequent_indent=" " * 11,
        ),
    ]
    if with_tree and proof.tree is not None:
        first = " ".join(spell_line(position, turn_of(proof.tree)))
        rows += [first, *defences(position, proof.tree, fours, INDENT)]
    return "\n".join(rows)


def why_not(proof: Proof | GipfProof, fours: str, *, interrupted: bool) -> str:
    """The reason why there is no proof, in one line of 80 columns with the verdict.

    `fours` names a win by fours in this game.
    """
    end = "interrupted" if interrupted else "reached a limit"
    if isinstance(proof, GipfProof):
        none = f"no win in up to {proof.refuted} turns"
        return none if proof.verdict == REFUTED else f"{end}; {none}"
    none = f"no win by {fours} in up to {MOST_THREATS + 1} moves"
    if proof.verdict == REFUTED:
        return f"{none}, none by {OPEN_THREES}"
    return f"{none}; {OPEN_THREES} undecided" if proof.by == OPEN_THREES else end


def defences(
    position: AnyPosition, node: ProofNode | GipfProofNode, fours: str, indent: str
) -> list[str]:
    """A row `answer: our next turn` for each answer to a turn, with later turns indented below."""
    rows = []
    for moves, before, after, then in answers_of(position, node):
        reply = " ".join(spell_line(before, moves))
        ours = " ".join(spell_line(after, turn_of(then)))
        rows.append(f"{indent}{reply}: {ours}")
        rows += defences(after, then, fours, indent + INDENT)
    if isinstance(node, ProofNode) and node.otherwise is not None:
        threat = threat_of(node)
        loses = "wins at once"
        if threat is not None:
            move = spell_move(position, threat.point)
            loses = f"{move} wins in {threat.win_in} at most, by {fours}"
        rows.append(f"{indent}{'any other' if rows else 'any'}: {loses}")
    return rows
