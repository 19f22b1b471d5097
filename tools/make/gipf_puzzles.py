"""Finds puzzles of Gipf in positions of games.

The kernel tries everything that the rules allow, so each "no win within n turns" is proved. What is
proved of each puzzle is stated in data/puzzles/README.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from mmap import mmap

from arena.puzzles import DEFENCE, GIPF_PIECES, RESERVE, WIN
from games.gipf.position import EMPTY_RESERVE, GipfPosition
from games.gipf.rules import GipfRules
from games.rules import GIPF_FAMILY
from search.engine import Engine
from search.gipf.native import open_gipf_search, set_gipf_position
from search.limits import Limits
from search.score import is_win
from search.solve.gipf_solver import GipfSolver
from search.weights.file import game_weights
from tools.make.five_puzzles import Found

SHORTEST, LONGEST = 2, 5  # own turns of a win
FURTHER = 1  # within so many turns more no other first move wins
MOST_RESERVE = 5  # of the side that has fewer; earlier positions are hardly ever decided
NODES = 300_000  # for each question
JUDGE_NODES = 100_000
TABLE_BYTES = 1 << 24
REST = 6  # decisions shown after the answer of a defence


class GipfFinder:
    """Kernel, solver and engine of one game."""

    family = GIPF_FAMILY

    def __init__(self, rules: GipfRules) -> None:
        self._weights = game_weights(rules)
        self._kernel = open_gipf_search(rules, self._weights)
        self._kernel.use_table(mmap(-1, TABLE_BYTES))
        self._solver = GipfSolver(rules, table_mb=16)
        self._judge = Engine(rules)

    def find(self, position: GipfPosition, wanted: frozenset[str]) -> Found | None:
        """The puzzle of a wanted kind that a position is, or None."""
        if min(position.reserves) > MOST_RESERVE or len(position.legal_moves()) < 2:
            return None
        self._kernel.forget()
        self._kernel.empty_table()
        set_gipf_position(self._kernel, position)
        turns = self._turns_of_win(LONGEST)
        if turns:
            return self._win(position, turns) if WIN in wanted and turns >= SHORTEST else None
        return self._defence(position) if DEFENCE in wanted and turns == 0 else None

    def _win(self, position: GipfPosition, turns: int) -> Found | None:
        winning = [move for move in position.legal_moves() if self._wins(move, turns + FURTHER)]
        if len(winning) != 1:
            return None
        proof = self._solver.solve(position, Limits(depth=turns))
        if proof.best != winning[0] or proof.win_in != turns:
            return None
        line, theme = proof.pv, theme_of(position, proof.pv)
        return Found(kind=WIN, theme=theme, moves=turns, nodes=proof.nodes, line=line)

    def _wins(self, move: int, turns: int) -> bool:
        """Whether a win in so many turns begins with this decision, or may within the nodes."""
        kernel = self._kernel
        side = kernel.side
        kernel.play(move)
        self._begin()
        if kernel.is_over():
            wins = False
        elif kernel.side == side:
            wins = kernel.prove_turns(turns, NODES) is not False
        else:
            wins = kernel.prove_loss(turns - 1, NODES) is not False
        stopped = bool(kernel.stopped_by)
        kernel.undo()
        return wins or stopped

    def _defence(self, position: GipfPosition) -> Found | None:
        """The puzzle of a position in which all decisions but one lose by proof, or None."""
        saving, longest, nodes = [], 0, 0
        losing = 0
        for move in position.legal_moves():
            turns, used = self._turns_of_loss(move)
            nodes += used
            if turns:
                longest, losing = max(longest, turns), move
            else:
                saving.append(move)
            if len(saving) > 1:
                return None
        if not saving or not longest or not self._holds(saving[0], longest + FURTHER):
            return None
        rest = self._held(position, saving[0])
        if rest is None:
            return None
        theme = self._theme_of_loss(position, losing)
        line = (saving[0], *rest)
        return Found(kind=DEFENCE, theme=theme, moves=longest, nodes=nodes, line=line)

    def _turns_of_loss(self, move: int) -> tuple[int, int]:
        """The opponent's turns to a proved win after this decision, 0 for none; nodes."""
        kernel = self._kernel
        side = kernel.side
        kernel.play(move)
        turns = 0
        if not kernel.is_over() and kernel.side != side:
            turns = self._turns_of_win(LONGEST - 1) or 0
        nodes = kernel.nodes
        kernel.undo()
        return turns, nodes

    def _holds(self, move: int, turns: int) -> bool:
        """Whether it is proved that the opponent has no win in so many turns after this move."""
        kernel = self._kernel
        side = kernel.side
        kernel.play(move)
        holds = not kernel.is_over() and kernel.side != side and self._turns_of_win(turns) == 0
        kernel.undo()
        return holds

    def _held(self, position: GipfPosition, saving: int) -> tuple[int, ...] | None:
        """The engine's line after the saving decision; None if it finds that it loses."""
        after = position.copy()
        after.play(saving)
        self._judge.new_game()
        result = self._judge.search(after, Limits(nodes=JUDGE_NODES))
        return None if is_win(result.score) else result.pv[:REST]

    def _theme_of_loss(self, position: GipfPosition, losing: int) -> str:
        """How the opponent wins after a losing decision, confirmed by the rules."""
        after = position.copy()
        after.play(losing)
        return theme_of(after, self._solver.solve(after, Limits(depth=LONGEST)).pv)

    def _turns_of_win(self, most: int) -> int | None:
        """Own turns to a win of the side to decide, 0: none in `most`; None: out of nodes."""
        kernel = self._kernel
        self._begin()
        for turns in range(1, most + 1):
            wins = kernel.prove_turns(turns, NODES)
            if kernel.stopped_by:
                return None
            if wins:
                return turns
        return 0

    def _begin(self) -> None:
        weights = self._weights
        self._kernel.begin(
            killer_bonus=weights["killer_bonus"],
            history_limit=weights["history_limit"],
            nodes=NODES,
        )


def theme_of(position: GipfPosition, line: Sequence[int]) -> str:
    """The theme of a win: why the loser of its main line has lost."""
    played = position.copy()
    for move in line:
        played.play(move)
    assert played.outcome is not None
    return RESERVE if played.outcome.termination == EMPTY_RESERVE else GIPF_PIECES
