"""Proves forced wins in the five-in-a-row family: every move threatens, every defence is answered.

With fours and captures, each move threatens to win at once. With open threes, some moves threaten
to win by fours and captures, and the solver tries every legal reply to them. The kernel finds the
win; the readable rules confirm it move by move and give the tree of defences.
"""

from __future__ import annotations

from games.rules import Immutable
from search.five.forced import MOST_THREATS, MOST_THREES
from search.five.native import open_search, set_position
from search.native import table_memory
from search.pace import Stopwatch
from search.solve.attack_walk import AttackConfirmation
from search.solve.verdict import PROVED, REFUTED, UNDECIDED
from search.solve.walk import ALL_NODES, Confirmation, WalkEnded
from search.weights import Weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from games.five.position import Position
    from games.five.rules import Rules
    from search.limits import Limits
    from search.solve.walk import ProofNode

    Listener = Callable[[str, int, int], object]

FOURS, FOURS_ALONE = "fours and captures", "fours"  # the second in games without captures
OPEN_THREES = "open threes"

MIB = 1 << 20
PAST_NS = 1  # a deadline that every clock has already passed
LEAST_WALK = 100_000  # positions of the readable rules, and kernel nodes: about a second


def by_fours(rules: Rules) -> str:
    """The name of a win by threats to win at once: fours, and captures where the game has them."""
    return FOURS if rules.capture_lengths else FOURS_ALONE


class Proof(Immutable):
    """The result of the solver; immutable.

    verdict      PROVED; REFUTED: no win by fours and captures exists in up to MOST_THREATS + 1 own
                 moves, and no other was found; UNDECIDED: a limit was reached
    by           the kind of win that the verdict is about, `by_fours` or OPEN_THREES. REFUTED is
                 always about the former. OPEN_THREES implies that no win by fours exists
    tree         the winner's first move and all defences, of a proved win; else None
    nodes        positions entered by the kernel, including the confirmation
    seconds_cpu, seconds_wall  including the confirmation
    """

    __slots__ = ("by", "nodes", "seconds_cpu", "seconds_wall", "tree", "verdict")

    verdict: str
    by: str
    tree: ProofNode | None
    nodes: int
    seconds_cpu: float
    seconds_wall: float

    def __init__(
        self,
        verdict: str,
        tree: ProofNode | None,
        *,
        by: str,
        nodes: int,
        seconds_cpu: float,
        seconds_wall: float,
    ) -> None:
        self._put(
            verdict=verdict,
            tree=tree,
            by=by,
            nodes=nodes,
            seconds_cpu=seconds_cpu,
            seconds_wall=seconds_wall,
        )

    @property
    def win_in(self) -> int | None:
        """Own moves to the win, the last included, or None.

        A win by fours and captures is the shortest of its kind; one by open threes need not be.
        """
        return self.tree.win_in if self.tree else None

    @property
    def best(self) -> int | None:
        """The first move of the win, or None."""
        return self.tree.point if self.tree else None

    @property
    def pv(self) -> tuple[int, ...]:
        """The main line, against the longest defence; () if no win is proved."""
        return self.tree.pv if self.tree else ()


class Solver:
    """Proves forced wins of one game, with a kernel search and table of its own."""

    def __init__(
        self, rules: Rules, weights: Weights | None = None, *, table_mb: float = 16
    ) -> None:
        """A solver for these rules; the weights set the move order.

        Raises KernelMissing if the extension was not built.
        """
        self.rules = rules
        self._kernel = open_search(rules, weights or Weights())
        self._table_bytes = max(4096, int(table_mb * MIB))
        self._halted = False

    def stop(self) -> None:
        """End the running search, which returns UNDECIDED unless it is decided; later ones too."""
        self._halted = True
        self._kernel.set_deadlines(PAST_NS, PAST_NS)

    def close(self) -> None:
        """Release the table's memory."""
        self._kernel.use_table(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def solve(
        self,
        position: Position,
        limits: Limits,
        *,
        open_threes: bool = False,
        listener: Listener | None = None,
    ) -> Proof:
        """Whether the side to move has a forced win: the shortest by fours and captures.

        If there is none, `open_threes` adds a search for a win by open threes. `limits.depth` is
        ignored. A limit of nodes applies again to the confirmation, for kernel nodes and for
        positions of the readable rules, with at least LEAST_WALK of each. The limits of time apply
        to the confirmation of a win by open threes only. A confirmation that reaches a limit is
        UNDECIDED. `listener` receives the kind of win, a number of stones and the nodes so far,
        whenever there is no win of this kind with so many stones. Raises ValueError if the game is
        over or for a position of other rules, ProofError if the readable rules do not confirm the
        kernel's win.
        """
        if position.rules != self.rules:
            raise ValueError(f"this solver plays {self.rules.name}, not {position.rules.name}")
        if position.outcome is not None:
            raise ValueError(f"nothing to prove: the game is over ({position.outcome.termination})")
        started = Stopwatch()
        by = by_fours(self.rules)
        verdict, size = self._find(position, limits, started, listener)
        if verdict == REFUTED and open_threes:
            attack_verdict, size = self._find_attack(listener)
            if attack_verdict != REFUTED:
                verdict, by = attack_verdict, OPEN_THREES
        nodes, tree = self._kernel.nodes, None
        if verdict == PROVED:
            most = None if limits.nodes is None else max(limits.nodes, LEAST_WALK)
            self._kernel.begin(selective=True, nodes=most)
            tree = self._confirmed(
                position, by, size, lambda: started.within(limits) and not self._halted, most
            )
            verdict = UNDECIDED if tree is None else PROVED
            nodes += self._kernel.nodes
        return Proof(
            verdict,
            tree,
            by=by,
            nodes=nodes,
            seconds_cpu=started.cpu_s(),
            seconds_wall=started.wall_s(),
        )

    def _forget(self) -> None:
        """Give the kernel an empty table."""
        self._kernel.use_table(table_memory(self._table_bytes))

    def _find(
        self, position: Position, limits: Limits, started: Stopwatch, listener: Listener | None
    ) -> tuple[str, int]:
        """The kernel's verdict, and the number of own moves of a proved win."""
        kernel = self._kernel
        self._forget()
        set_position(kernel, position)
        cpu_ns, wall_ns = started.deadlines(limits)
        kernel.begin(selective=True, nodes=limits.nodes, cpu_ns=cpu_ns, wall_ns=wall_ns)
        if self._halted:  # checked after the deadlines are set, so that no `stop` is lost
            self.stop()
        if kernel.wins_at_once():
            return PROVED, 1

        def prove(threats: int, nodes: int) -> int | None:
            if threats == MOST_THREATS:  # a refutation must not use bounds of shorter searches
                self._forget()
            return kernel.prove(threats, nodes)

        verdict, threats = self._fewest(prove, MOST_THREATS, by_fours(self.rules), listener)
        return verdict, threats + 1

    def _find_attack(self, listener: Listener | None) -> tuple[str, int]:
        """The kernel's verdict on a win by open threes, and the number of stones in it.

        The kernel does not try all stones; REFUTED is about those that it tries.
        """
        return self._fewest(self._kernel.prove_attack, MOST_THREES, OPEN_THREES, listener)

    def _fewest(
        self,
        prove: Callable[[int, int], int | None],
        most: int,
        by: str,
        listener: Listener | None,
    ) -> tuple[str, int]:
        """The verdict on a win with 1, 2, ..., `most` stones, and the number if it is proved."""
        kernel = self._kernel
        for stones in range(1, most + 1):
            before = kernel.nodes
            if prove(stones, ALL_NODES) is not None:
                return PROVED, stones
            if kernel.stopped_by:
                return UNDECIDED, 0
            if listener:
                listener(by, stones, kernel.nodes)
            if kernel.nodes == before + 1:  # nothing threatens
                break
        return REFUTED, 0

    def _confirmed(
        self,
        position: Position,
        by: str,
        size: int,
        in_time: Callable[[], bool],
        most: int | None,
    ) -> ProofNode | None:
        """The tree of a win in `size` own moves or open threes; None if a limit was reached."""
        position = position.copy()
        try:
            if by != OPEN_THREES:
                return Confirmation(self._kernel, self._forget, position, most).next_move(size)
            walk = AttackConfirmation(self._kernel, self._forget, position, in_time, most)
            return walk.attack(size)
        except WalkEnded:
            return None
