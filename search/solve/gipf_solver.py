"""Proves forced wins in Gipf: the opponent runs out of pieces, or of GIPF-pieces, in n turns.

The kernel searches all legal moves (search/kernel/gipf_game/proof.pxi); the readable rules replay
the main line. Turns are counted as players write them down. All consecutive decisions of a player
are one turn, including removals from rows that the opponent made.
"""

from __future__ import annotations

from games.rules import Immutable
from search.errors import ProofError
from search.gipf.main_line import ALL_NODES, main_line, turns_needed, winning_move
from search.gipf.native import open_gipf_search, set_gipf_position
from search.limits import Limits
from search.native import table_memory
from search.pace import Stopwatch
from search.solve.verdict import PROVED, REFUTED, UNDECIDED
from search.weights import Weights, built_in_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from games.gipf.position import GipfPosition
    from games.gipf.rules import GipfRules
    from search.kernel.gipf import GipfSearch

    Known = dict[int, "GipfProofNode"]
    Listener = Callable[[int, int], object]

MOST_TURNS = 30  # the solver does not look for longer wins
MIB = 1 << 20
PAST_NS = 1  # a deadline that every clock has already passed


class GipfProofNode(Immutable):
    """A turn of the winner, and its reply to each turn of the opponent; immutable.

    moves    the decisions of the turn
    answers  (the decisions of the opponent's turn, the winner's next node), one for each position
             that those turns lead to; () where the game is over
    win_in   own turns to the win, this and the last included
    """

    __slots__ = ("answers", "moves", "win_in")

    moves: tuple[int, ...]
    answers: tuple[tuple[tuple[int, ...], GipfProofNode], ...]
    win_in: int

    def __init__(
        self,
        moves: tuple[int, ...],
        answers: tuple[tuple[tuple[int, ...], GipfProofNode], ...] = (),
    ) -> None:
        self._put(
            moves=moves,
            answers=answers,
            win_in=1 + max((node.win_in for _, node in answers), default=0),
        )


class GipfProof(Immutable):
    """The result of the solver; immutable.

    verdict      PROVED; REFUTED: no win exists within the requested own turns; UNDECIDED: a limit
                 was reached
    win_in       own turns to a proved win, the last included; else None
    pv           decisions of the main line, against the longest defence; or ()
    refuted      own turns within which no win exists
    tree         the winner's first turn and all defences, if proved and requested; else None
    nodes        positions entered by the kernel
    seconds_cpu, seconds_wall  including the tree and the replay of the main line
    """

    __slots__ = (
        *("nodes", "pv", "refuted", "seconds_cpu", "seconds_wall"),
        *("tree", "verdict", "win_in"),
    )

    verdict: str
    win_in: int | None
    pv: tuple[int, ...]
    refuted: int
    tree: GipfProofNode | None
    nodes: int
    seconds_cpu: float
    seconds_wall: float

    def __init__(
        self,
        verdict: str,
        *,
        win_in: int | None,
        pv: tuple[int, ...],
        refuted: int,
        tree: GipfProofNode | None,
        nodes: int,
        seconds_cpu: float,
        seconds_wall: float,
    ) -> None:
        self._put(
            verdict=verdict,
            win_in=win_in,
            pv=pv,
            refuted=refuted,
            tree=tree,
            nodes=nodes,
            seconds_cpu=seconds_cpu,
            seconds_wall=seconds_wall,
        )

    @property
    def best(self) -> int | None:
        """The first decision of the win, or None."""
        return self.pv[0] if self.pv else None


class GipfSolver:
    """Proves forced wins of one game: a kernel search with a table of its own."""

    def __init__(
        self, rules: GipfRules, weights: Weights | None = None, *, table_mb: float = 64
    ) -> None:
        """A solver for these rules; the weights decide what is tried first.

        Raises KernelMissing where the extension was not built.
        """
        self.rules = rules
        self._weights = weights or built_in_weights(rules)
        self._kernel = open_gipf_search(rules, self._weights)
        self._table_bytes = max(4096, int(table_mb * MIB))
        self._halted = self._found = False

    def stop(self) -> None:
        """End the running search, which returns UNDECIDED unless it is decided; later ones too.

        The main line of a win that was found is still completed.
        """
        self._halted = True
        if not self._found:
            self._kernel.set_deadlines(PAST_NS, PAST_NS)

    def close(self) -> None:
        """Give the table's memory back."""
        self._kernel.use_table(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def solve(
        self,
        position: GipfPosition,
        limits: Limits,
        *,
        with_tree: bool = False,
        listener: Listener | None = None,
    ) -> GipfProof:
        """Whether the side to move wins by force, and in how few turns.

        `limits.depth` is the greatest number of own turns, MOST_TURNS by default. No limit applies
        to the main line and the tree of a win that was found in time. `listener` receives a number
        of own turns and the nodes so far, whenever there is no win in so many. Raises ValueError if
        the game is over or for a position of other rules, ProofError if the readable rules do not
        confirm the kernel's win.
        """
        if position.rules != self.rules:
            raise ValueError(f"this solver plays {self.rules.name}, not {position.rules.name}")
        if position.outcome is not None:
            raise ValueError(f"nothing to prove: the game is over ({position.outcome.termination})")
        started = Stopwatch()
        self._found = False
        self._kernel.use_table(table_memory(self._table_bytes))
        self._kernel.forget()
        set_gipf_position(self._kernel, position)
        self._begin(limits, *started.deadlines(limits))
        if self._halted:  # checked after the deadlines are set, so that no `stop` is lost
            self.stop()
        verdict, turns = self._find(limits, listener)
        pv: tuple[int, ...] = ()
        tree, nodes = None, self._kernel.nodes
        if verdict == PROVED:
            self._found = True
            self._begin(Limits())
            pv = self._main_line(position, turns)
            tree = whole_tree(self._kernel, turns) if with_tree else None
            nodes += self._kernel.nodes
        return GipfProof(
            verdict,
            win_in=turns if verdict == PROVED else None,
            pv=pv,
            refuted=turns if verdict == REFUTED else turns - 1,
            tree=tree,
            nodes=nodes,
            seconds_cpu=started.cpu_s(),
            seconds_wall=started.wall_s(),
        )

    def _begin(self, limits: Limits, cpu_ns: int = 0, wall_ns: int = 0) -> None:
        """Begin a search of the kernel's position."""
        weights = self._weights
        self._kernel.begin(
            killer_bonus=weights["killer_bonus"],
            history_limit=weights["history_limit"],
            nodes=limits.nodes,
            cpu_ns=cpu_ns,
            wall_ns=wall_ns,
        )

    def _find(self, limits: Limits, listener: Listener | None) -> tuple[str, int]:
        """The kernel's verdict, and the last number of own turns that it searched."""
        kernel = self._kernel
        most = min(limits.depth or MOST_TURNS, MOST_TURNS)
        for turns in range(1, most + 1):
            # A win by the reserve is quicker to find; shorter wins are already refuted.
            wins = kernel.prove_turns(turns, ALL_NODES, by_reserve=True)
            if not wins and not kernel.stopped_by:
                wins = kernel.prove_turns(turns, ALL_NODES)
            if wins is None or kernel.stopped_by:
                return UNDECIDED, turns
            if wins:
                return PROVED, turns
            if listener:
                listener(turns, kernel.nodes)
        return REFUTED, most

    def _main_line(self, position: GipfPosition, turns: int) -> tuple[int, ...]:
        """The main line, confirmed by the readable rules. Raises ProofError."""
        line = main_line(self._kernel, turns)
        played = position.copy()
        for move in line:
            played.play(move)
        if played.outcome is None or played.outcome.winner != position.side:
            raise ProofError(f"the rules do not confirm the kernel's win: {line}")
        return line


def whole_tree(kernel: GipfSearch, turns: int) -> GipfProofNode:
    """The winner's turn and all defences, in a position that is won in `turns` turns."""
    return _winners_turn(kernel, kernel.side, turns, {})


def _winners_turn(kernel: GipfSearch, winner: int, turns: int, known: Known) -> GipfProofNode:
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
    node = known[key] = GipfProofNode(tuple(moves), tuple(answers))
    return node


def _turns_of_loser(kernel: GipfSearch, winner: int) -> list[tuple[int, ...]]:
    """The opponent's turns that do not end the game, one for each position reached."""
    found: dict[int, tuple[int, ...]] = {}

    def collect(way: tuple[int, ...]) -> None:
        if kernel.is_over():
            return
        if kernel.side == winner:
            found.setdefault(kernel.key, way)
            return
        for move, _ in kernel.candidates():
            kernel.play(move)
            collect((*way, move))
            kernel.undo()

    collect(())
    return list(found.values())
