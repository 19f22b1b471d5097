"""Proves forced wins in Gipf: the opponent runs out of pieces, or of GIPF-pieces, in n turns.

The kernel searches all legal moves (search/kernel/gipf_game/proof.pxi); the readable rules replay
the main line. Turns are counted as players write them down. All consecutive decisions of a player
are one turn, including removals from rows that the opponent made.
"""

from __future__ import annotations

from search.errors import ProofError
from search.gipf.main_line import ALL_NODES, main_line, turns_needed, winning_move
from search.gipf.native import open_gipf_search, set_gipf_position
from search.limits import Limits
from search.solve.solver import PROVED, REFUTED, UNDECIDED, KernelSolver, ProofNode, Verdict
from search.weights import Weights, built_in_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.gipf.position import GipfPosition
    from games.gipf.rules import GipfRules
    from search.kernel.gipf import GipfSearch
    from search.pace import Stopwatch
    from search.solve.solver import Listener, Win

    Known = dict[int, "ProofNode"]

EVERY_MOVE = "every move"  # the solver searches all of them
MOST_TURNS = 30  # the solver does not look for longer wins


class GipfSolver(KernelSolver):
    """Proves forced wins of one game, in as few turns as can be.

    `limits.depth` is the greatest number of own turns, MOST_TURNS by default. No limit applies to
    the main line and the tree of a win that was found in time.
    """

    most_turns = MOST_TURNS
    _kernel: GipfSearch

    def __init__(
        self, rules: GipfRules, weights: Weights | None = None, *, table_mb: float = 64
    ) -> None:
        """A solver for these rules; the weights decide what is tried first.

        Raises KernelMissing where the extension was not built.
        """
        self._weights = weights or built_in_weights(rules)
        super().__init__(rules, open_gipf_search(rules, self._weights), table_mb)

    def _set_position(self, position: GipfPosition) -> None:
        set_gipf_position(self._kernel, position)

    def _begin(self, limits: Limits, cpu_ns: int = 0, wall_ns: int = 0) -> None:
        weights = self._weights
        self._kernel.begin(
            killer_bonus=weights["killer_bonus"],
            history_limit=weights["history_limit"],
            nodes=limits.nodes,
            cpu_ns=cpu_ns,
            wall_ns=wall_ns,
        )

    def _find(self, limits: Limits, listener: Listener | None, **_: object) -> Verdict:
        kernel = self._kernel
        most = min(limits.depth or MOST_TURNS, MOST_TURNS)
        for turns in range(1, most + 1):
            # A win by the reserve is quicker to find; shorter wins are already refuted.
            wins = kernel.prove_turns(turns, ALL_NODES, by_reserve=True)
            if not wins and not kernel.stopped_by:
                wins = kernel.prove_turns(turns, ALL_NODES)
            if wins is None or kernel.stopped_by:
                return _verdict(UNDECIDED, turns, turns - 1)
            if wins:
                return _verdict(PROVED, turns, turns - 1)
            if listener:
                listener(f"no win in {counted(turns)}", kernel.nodes)
        return _verdict(REFUTED, most, most)

    def _confirmed(
        self,
        position: GipfPosition,
        claim: Verdict,
        _limits: Limits,
        _started: Stopwatch,
        *,
        with_tree: bool,
    ) -> Win:
        """The main line, confirmed by the readable rules; no limit applies. Raises ProofError."""
        self._won = True
        self._begin(Limits())
        line = main_line(self._kernel, claim.size)
        played = position.copy()
        for move in line:
            played.play(move)
        if played.outcome is None or played.outcome.winner != position.side:
            raise ProofError(f"the rules do not confirm the kernel's win: {line}")
        tree = whole_tree(self._kernel, claim.size) if with_tree else None
        return claim.size, line, tree


def _verdict(verdict: str, turns: int, refuted: int) -> Verdict:
    excluded = f"no win in up to {counted(refuted)}" if refuted else ""
    return Verdict(verdict, turns, EVERY_MOVE, excluded, refuted)


def counted(turns: int) -> str:
    """A number of turns in words."""
    return "1 turn" if turns == 1 else f"{turns} turns"


def whole_tree(kernel: GipfSearch, turns: int) -> ProofNode:
    """The winner's turn and all defences, in a position that is won in `turns` turns."""
    return _winners_turn(kernel, kernel.side, turns, {})


def _winners_turn(kernel: GipfSearch, winner: int, turns: int, known: Known) -> ProofNode:
    """The node of the kernel's position; repeated positions share one node."""
    key = kernel.key
    if key in known:
        return known[key]
    moves: list[int] = []
    while kernel.side == winner and not kernel.is_over():
        move = winning_move(kernel, turns)
        if move is None:
            raise ProofError(f"the kernel does not find its win again: {moves}")
        kernel.play(move)
        moves.append(move)
    answers = []
    for way in _turns_of_loser(kernel, winner):
        for move in way:
            kernel.play(move)
        needed = turns_needed(kernel, winner, turns - 1)
        answers.append((way, _winners_turn(kernel, winner, needed, known)))
        for _ in way:
            kernel.undo()
    for _ in moves:
        kernel.undo()
    node = known[key] = ProofNode(tuple(moves), tuple(answers))
    return node


def _turns_of_loser(kernel: GipfSearch, winner: int) -> list[tuple[int, ...]]:
    """The opponent's turns that do not end the game, one for each position reached."""
    turns: dict[int, tuple[int, ...]] = {}

    def collect(way: tuple[int, ...]) -> None:
        if kernel.is_over():
            return
        if kernel.side == winner:
            turns.setdefault(kernel.key, way)
            return
        for move, _ in kernel.candidates():
            kernel.play(move)
            collect((*way, move))
            kernel.undo()

    collect(())
    return list(turns.values())
