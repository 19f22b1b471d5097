"""Finds puzzles of the five-in-a-row family in positions of games.

All limits are nodes, so results are reproducible. What is proved of each puzzle is stated in
data/puzzles/README.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from mmap import mmap
from typing import TYPE_CHECKING

from arena.puzzles import CAPTURES, DEFENCE, FOURS, THREES, WIN
from games.five.position import CAPTURES as BY_CAPTURES
from games.five.position import FivePosition
from games.rules import FIVE_FAMILY
from search.engine import Engine
from search.five.forced import win_by_vcf, win_by_vct
from search.five.native import open_search, set_position
from search.limits import Limits
from search.score import is_win
from search.solve.five_solver import OPEN_THREES, Solver
from search.solve.solver import PROVED
from search.weights.file import game_weights

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.five.rules import FiveRules
    from search.kernel.five import FiveSearch
    from search.result import Line
    from search.solve.solver import Proof

FIRST_PLY = 6  # puzzles come later in a game
MOST_THREES = 3  # open threes in a win; the proofs of longer ones take seconds
THREAT_NODES = 20_000  # to decide whether fours and captures win
ATTACK_NODES = 10_000  # to look for a win by open threes
PROOF_NODES = 200_000  # to prove the solution with all its defences
JUDGE_NODES = 300_000  # of the search that must not contradict
JUDGE_DEPTH = 8
REPLIES = 12  # of the opponent that are tried against a wrong move
TABLE_BYTES = 1 << 22
REST = 6  # moves shown after the answer of a defence


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A puzzle found in a position; fields as in `arena.puzzles.Puzzle`."""

    kind: str
    theme: str
    moves: int
    nodes: int
    line: tuple[int, ...]


class FiveFinder:
    """Kernel, solver and engine of one game."""

    family = FIVE_FAMILY

    def __init__(self, rules: FiveRules) -> None:
        self._kernel = open_search(rules, game_weights(rules))
        self._table = mmap(-1, TABLE_BYTES)
        self._kernel.use_table(self._table)
        self._solver = Solver(rules, table_mb=4)
        self._judge = Engine(rules)

    def find(self, position: FivePosition, wanted: frozenset[str]) -> Found | None:
        """The puzzle of a wanted kind that a position is, or None."""
        kernel = self._set(position)
        if len(position.moves) < FIRST_PLY or kernel.wins_at_once() or kernel.must_answer():
            return None
        line = self._line_of_win()
        if line is not None:
            return self._win(position, line.pv[0]) if WIN in wanted else None
        return self._defence(position) if DEFENCE in wanted else None

    def _set(self, position: FivePosition) -> FiveSearch:
        """Give the kernel this position and an empty table."""
        self._kernel.empty_table()
        set_position(self._kernel, position)
        self._kernel.begin(selective=True)
        return self._kernel

    # Wins

    def _win(self, position: FivePosition, first: int) -> Found | None:
        if not self._is_short(position) or not self._others_fail(position, first):
            return None
        proof = self._solver.solve(position, Limits(nodes=PROOF_NODES), open_threes=True)
        if proof.verdict != PROVED or proof.best != first or proof.win_in is None:
            return None
        if self._second_line_wins(position):
            return None
        return Found(
            kind=WIN,
            theme=theme_of(position, proof),
            moves=proof.win_in,
            nodes=proof.nodes,
            line=proof.pv,
        )

    def _is_short(self, position: FivePosition) -> bool:
        kernel = self._set(position)
        if win_by_vcf(kernel, THREAT_NODES) is not None:
            return True
        numbers = range(1, MOST_THREES + 1)
        return any(kernel.prove_vct(threes, ATTACK_NODES) is not None for threes in numbers)

    def _others_fail(self, position: FivePosition, best: int) -> bool:
        """Whether each other first move has a reply after which no win is found."""
        kernel, replies = self._kernel, [best]
        for point in self._in_order(position, position.legal_moves()):
            if point != best:
                kernel.play(point)
                fails = self._fails(replies)
                kernel.undo()
                if not fails:
                    return False
        return True

    def _fails(self, replies: list[int]) -> bool:
        """Whether the opponent, now to move, has a win or a reply that leaves none.

        `replies` are good replies to earlier moves, the latest first.
        """
        kernel = self._kernel
        if kernel.wins_at_once() or self._line_of_win() is not None:
            return True
        near = [point for point, _ in kernel.candidates()]
        if kernel.must_answer():
            tried = kernel.answers()
        else:
            known = [point for point in replies if point in near]
            tried = known + [point for point in near if point not in known][:REPLIES]
        for reply in tried:
            kernel.play(reply)
            holds = self._has_no_win()
            kernel.undo()
            if holds:
                if reply in replies:
                    replies.remove(reply)
                replies.insert(0, reply)
                return True
        return False

    def _second_line_wins(self, position: FivePosition) -> bool:
        self._judge.new_game()
        result = self._judge.search(position, Limits(nodes=JUDGE_NODES), multipv=2)
        return len(result.lines) > 1 and is_win(result.lines[1].score)

    # Defences

    def _defence(self, position: FivePosition) -> Found | None:
        """The puzzle of a position in which all moves but one lose, or None."""
        kernel = self._kernel
        kernel.pass_turn()
        threatens = not kernel.wins_at_once() and self._line_of_win() is not None
        kernel.pass_turn()
        if not threatens:
            return None
        saving = self._saving_moves(position)
        if len(saving) != 1:
            return None
        nodes = kernel.nodes
        kernel.play(saving[0])
        holds = self._has_no_win()
        kernel.undo()
        rest = self._held(position, saving[0]) if holds else None
        threat = None if rest is None else self._threat(position)
        if rest is None or threat is None:
            return None
        theme, moves = threat
        return Found(kind=DEFENCE, theme=theme, moves=moves, nodes=nodes, line=(saving[0], *rest))

    def _saving_moves(self, position: FivePosition) -> list[int]:
        """The moves after which no win of the opponent is found, at most two of them."""
        kernel, saving = self._kernel, list[int]()
        for point in self._in_order(position, position.legal_moves()):
            kernel.play(point)
            lost = kernel.wins_at_once() or self._line_of_win() is not None
            kernel.undo()
            if not lost:
                saving.append(point)
            if len(saving) > 1:
                break
        return saving

    def _held(self, position: FivePosition, saving: int) -> tuple[int, ...] | None:
        """The engine's line after the saving move; None if it finds that it loses."""
        after = position.copy()
        after.play(saving)
        if after.outcome is not None:
            return None
        self._judge.new_game()
        result = self._judge.search(after, Limits(nodes=JUDGE_NODES))
        if is_win(result.score) or result.depth < JUDGE_DEPTH:
            return None
        return result.pv[:REST]

    def _threat(self, position: FivePosition) -> tuple[str, int] | None:
        """How the opponent would win after a pass, and in how many own moves.

        None if the readable rules do not confirm it within the limits.
        """
        passed = FivePosition(
            position.rules, position.cells, 1 - position.side, position.captured_stones
        )
        proof = self._solver.solve(passed, Limits(nodes=PROOF_NODES), open_threes=True)
        return (theme_of(passed, proof), proof.win_in) if proof.win_in else None

    # Proofs on the kernel's board

    def _in_order(self, position: FivePosition, points: Iterable[int]) -> list[int]:
        """Points, the most promising first; begins anew with this position on the board."""
        likely = dict(self._set(position).candidates())
        return sorted(points, key=lambda point: (-likely.get(point, -1), point))

    def _line_of_win(self) -> Line | None:
        """A proved win of the side to move, which does not win at once; or None."""
        kernel = self._kernel
        return win_by_vcf(kernel, THREAT_NODES) or win_by_vct(kernel, ATTACK_NODES)

    def _has_no_win(self) -> bool:
        """Whether no win by fours and captures exists, and none by open threes is found."""
        kernel = self._kernel
        if kernel.wins_at_once():
            return False
        last = kernel.nodes + THREAT_NODES
        if win_by_vcf(kernel, THREAT_NODES) is not None or kernel.nodes >= last:
            return False
        return win_by_vct(kernel, ATTACK_NODES) is None


def theme_of(position: FivePosition, proof: Proof) -> str:
    """The theme of a proved win: how its main line ends, and whether it needs open threes."""
    played = position.copy()
    for point in proof.pv:
        played.play(point)
    if played.outcome is not None and played.outcome.termination == BY_CAPTURES:
        return CAPTURES
    return THREES if proof.by == OPEN_THREES else FOURS
