r"""Makes problems from games: forced wins, look-alikes that a capture refutes, only defences.

    pente match engine engine:nodes=1000 --games 800 --clock nodes:2000 --seed 7 \
        --results games.jsonl
    .venv/bin/python -m tools.make.problems wins games.jsonl > own_forced_wins.jsonl
    .venv/bin/python -m tools.make.problems look-alikes games.jsonl > look_alikes.jsonl
    .venv/bin/python -m tools.make.problems defences games.jsonl data/results/self-5s.jsonl \
        > only_defences.jsonl

It accepts any number of results files and examines every position of every game, with its side to
move. It takes no position twice, not even rotated, mirrored or with exchanged colours. All limits
are nodes, so runs are reproducible. Each output line is a problem:

wins         `moves` is the length of the win, the last move included. `best` is the only first move
             of a win by threats of this length. The rules confirm it move by move. In wins of up to
             3 moves, the full-width search of plain mode (docs/evaluation.md) confirms it too.
look-alikes  `moves` is the length of the win if there were no captures, `lure` its first move.
             `refutation` is a line of it that ends with a capture, which wins or leaves no win by
             threats. A search of 200,000 nodes does not find a win, nor do as many nodes of the
             solver for open threes.
defences     `enemy_moves` is the length of the opponent's win if we passed. `best` is the only move
             after which the opponent has no win by threats within 100,000 nodes. A search of
             1,000,000 nodes and depth 8 or more finds no loss. All other moves lose by proof.
"""

from __future__ import annotations

import argparse
import json
import sys
from mmap import mmap
from typing import TYPE_CHECKING

from arena.foreign.harness_files import format_request
from arena.match.results import read_results
from games.five.points import format_harness_point, parse_point
from games.five.position import Position
from games.five.rules import PRESETS
from search.engine import Engine
from search.five.native import open_search, set_position
from search.limits import Limits
from search.score import WIN, is_loss, is_win
from search.solve.five_solver import Solver
from search.solve.solver import PROVED, REFUTED, ProofNode
from search.weights import Weights
from tools.make.likeness import likeness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from search.kernel.five import FiveSearch
    from tools.make.likeness import Likeness

    Problem = dict[str, object]

PENTE, NO_CAPTURES = PRESETS["pente"], PRESETS["five-19"]
FIRST_PLY = 4  # the opening rule applies before
SHORTEST, LONGEST = 2, 8  # own moves of a win
FULL_WIDTH_MOVES = 3  # up to this length, full-width search confirms a win too
MOST_OF_LENGTH = 120  # wins of one length
MOST_LOOK_ALIKES = 150
MOST_DEFENCES = 200
MOST_THREATS = LONGEST - 1
QUICK_NODES, SURE_NODES = 20_000, 100_000
LOOK_ALIKE_NODES = 200_000  # the search that must not find a win
DEFENCE_NODES = 1_000_000  # the search that must not find a loss
DEFENCE_DEPTH = 8
TABLE_BYTES = 1 << 22


def positions_of(files: Iterable[str]) -> Iterator[Position]:
    """Copies of the positions of recorded games, from the end of each game backwards."""
    for file in files:
        for record in read_results(file)[1]:
            position = Position(PENTE)
            for point in [*record.opening, *(move.point for move in record.moves)]:
                position.play(parse_point(point, PENTE.size))
            while len(position.moves) > FIRST_PLY:
                position.undo()
                yield position.copy()


def with_side(position: Position, side: int) -> Position:
    """The position with this side to move."""
    return Position(position.rules, position.cells, side, position.captured_stones)


def spelled(point: int) -> str:
    """A point as the harness spells it."""
    return format_harness_point(point, PENTE.size)


class Prover:
    """A kernel for many short proofs, with an empty table for each position."""

    def __init__(self) -> None:
        self.kernel: FiveSearch = open_search(PENTE, Weights())

    def set(self, position: Position) -> FiveSearch:
        """Set up the kernel for this position and return it."""
        self.kernel.use_table(mmap(-1, TABLE_BYTES))
        set_position(self.kernel, position)
        self.kernel.begin(selective=True)
        return self.kernel

    def wins(self, moves: int, nodes: int = QUICK_NODES) -> int | None:
        """The length of a win of the side to move in at most `moves` own moves, or None."""
        if self.kernel.wins_at_once():
            return 1
        last = self.kernel.nodes + nodes
        for threats in range(1, moves):
            if self.kernel.nodes >= last:
                break
            if self.kernel.prove_vcf(threats, last - self.kernel.nodes) is not None:
                return threats + 1
        return None

    def holds(self, point: int, moves: int) -> bool:
        """Whether this move threatens, and wins in at most `moves` more after every answer."""
        kernel = self.kernel
        kernel.play(point)
        held = kernel.must_answer() and not kernel.wins_at_once()
        for answer in kernel.answers() if held else ():
            kernel.play(answer)
            held = self.wins(moves) is not None
            kernel.undo()
            if not held:
                break
        kernel.undo()
        return held


# Wins


def wins(positions: Iterable[Position]) -> Iterator[Problem]:
    """The forced wins with one key move, at most MOST_OF_LENGTH of each length."""
    prover, of_length = Prover(), dict.fromkeys(range(SHORTEST, LONGEST + 1), 0)
    with Solver(PENTE, table_mb=4) as solver:
        for position in positions:
            prover.set(position)
            moves = prover.wins(LONGEST)
            if moves is None or of_length.get(moves, MOST_OF_LENGTH) >= MOST_OF_LENGTH:
                continue
            proof = solver.solve(position, Limits(nodes=SURE_NODES))
            if proof.verdict != PROVED or proof.win_in != moves or proof.best is None:
                continue
            if is_only_key(prover, position, proof.best, moves):
                of_length[moves] += 1
                yield {
                    "moves": moves,
                    "best": spelled(proof.best),
                    "input": format_request(position, 100.0),
                }


def is_only_key(prover: Prover, position: Position, best: int, moves: int) -> bool:
    """Whether no other first move wins as soon; for short wins, also by full-width search."""
    prover.set(position)
    others = [point for point in position.legal_moves() if point != best]
    if any(prover.holds(point, moves - 1) for point in others):
        return False
    return moves > FULL_WIDTH_MOVES or is_key_by_full_width(prover.kernel, best, moves)


def is_key_by_full_width(kernel: FiveSearch, best: int, moves: int) -> bool:
    """Whether the plain search of all candidates finds this win, but none without this move."""
    plies = 2 * moves - 1
    kernel.use_table(None)
    kernel.begin()
    score = kernel.iterate(plies, WIN - plies - 1, WIN - plies)
    if score is None or score < WIN - plies:
        return False
    kernel.exclude([best])
    without = kernel.iterate(plies, WIN - plies - 1, WIN - plies)
    return without is not None and without < WIN - plies


# Look-alikes


def look_alikes(positions: Iterable[Position]) -> Iterator[Problem]:
    """Positions that would be won without captures, but a capture refutes the win."""
    found = 0
    with Solver(PENTE, table_mb=4) as solver, Solver(NO_CAPTURES, table_mb=4) as without:
        for position in positions:
            if found >= MOST_LOOK_ALIKES:
                return
            seeming = without.solve(
                Position(NO_CAPTURES, position.cells, position.side), Limits(nodes=QUICK_NODES)
            )
            if seeming.tree is None or not SHORTEST <= seeming.tree.win_in <= LONGEST:
                continue
            if solver.solve(position, Limits(nodes=SURE_NODES)).verdict != REFUTED:
                continue
            line = refutation(solver, position, seeming.tree)
            if line and not called_won(position, solver):
                found += 1
                yield {
                    "moves": seeming.tree.win_in,
                    "lure": spelled(line[0]),
                    "refutation": [spelled(point) for point in line],
                    "input": format_request(position, 100.0),
                }


def refutation(solver: Solver, position: Position, node: ProofNode) -> list[int] | None:
    """A line of the seeming win that ends with a capture that wins or leaves no win, or None."""
    if position.captures_of(node.moves[0]):
        return None  # with captures the line would go differently
    position.play(node.moves[0])
    line = None
    if position.outcome is None:
        line = capture_that_refutes(solver, position) or answer_refuted(solver, position, node)
    position.undo()
    return [*node.moves, *line] if line else None


def capture_that_refutes(solver: Solver, position: Position) -> list[int] | None:
    """A capture that wins, or after which the opponent has no win by threats; None if none does."""
    for point in position.legal_moves():
        if not position.captures_of(point):
            continue
        position.play(point)
        over = position.outcome is not None
        holds = over or solver.solve(position, Limits(nodes=SURE_NODES)).verdict == REFUTED
        position.undo()
        if holds:
            return [point]
    return None


def answer_refuted(solver: Solver, position: Position, node: ProofNode) -> list[int] | None:
    """An answer without capture, followed by a refutation of the rest of the seeming win."""
    for (answer,), then in node.answers:
        if position.captures_of(answer):
            continue
        position.play(answer)
        line = refutation(solver, position, then) if position.outcome is None else None
        position.undo()
        if line:
            return [answer, *line]
    return None


def called_won(position: Position, solver: Solver) -> bool:
    """Whether the engine finds a win, or the solver proves one by open threes."""
    limits = Limits(nodes=LOOK_ALIKE_NODES)
    with Engine(PENTE, table_mb=4) as engine:
        if is_win(engine.search(position, limits).score):
            return True
    return solver.solve(position, limits, open_threes=True).verdict == PROVED


# Defences


def defences(positions: Iterable[Position]) -> Iterator[Problem]:
    """Positions in which exactly one move saves us from a win by threats."""
    prover, found = Prover(), 0
    for position in positions:
        if found >= MOST_DEFENCES:
            return
        prover.set(with_side(position, 1 - position.side))
        enemy_moves = prover.wins(LONGEST)
        if enemy_moves is None or enemy_moves < SHORTEST:
            continue
        prover.set(position)
        if prover.wins(LONGEST) is not None:
            continue
        best = only_saving_move(prover, position)
        if best is not None and is_held(position):
            found += 1
            yield {
                "enemy_moves": enemy_moves,
                "best": spelled(best),
                "input": format_request(position, 100.0),
            }


def only_saving_move(prover: Prover, position: Position) -> int | None:
    """The only move that leaves the opponent no proven win; None if several or none do."""
    kernel = prover.set(position)
    likely = dict(kernel.candidates())
    saving: list[int] = []
    for point in sorted(position.legal_moves(), key=lambda point: -likely.get(point, 0)):
        kernel.play(point)
        lost = prover.wins(MOST_THREATS + 1) is not None
        kernel.undo()
        if not lost:
            saving.append(point)
        if len(saving) > 1:
            return None
    if not saving:
        return None
    kernel = prover.set(position)
    kernel.play(saving[0])
    return saving[0] if prover.wins(2 * LONGEST, SURE_NODES) is None else None


def is_held(position: Position) -> bool:
    """Whether a search to at least DEFENCE_DEPTH finds no loss."""
    with Engine(PENTE) as engine:
        result = engine.search(position, Limits(nodes=DEFENCE_NODES))
    return result.depth >= DEFENCE_DEPTH and not is_loss(result.score)


KINDS = {"wins": wins, "look-alikes": look_alikes, "defences": defences}


def main() -> None:
    """Print the problems of one kind."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("kind", choices=list(KINDS))
    options.add_argument("games", nargs="+", help="results files of matches")
    given = options.parse_args()
    seen: set[Likeness] = set()

    def unseen() -> Iterator[Position]:
        for position in positions_of(given.games):
            if (like := likeness(position)) not in seen:
                seen.add(like)
                yield position

    for number, problem in enumerate(KINDS[given.kind](unseen()), 1):
        print(json.dumps(problem), flush=True)
        print(f"\r{number} problems of {len(seen)} positions", end="", file=sys.stderr)


if __name__ == "__main__":
    main()
