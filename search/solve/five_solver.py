"""Proves forced wins in the five-in-a-row family: every move threatens, every defence is answered.

With fours and captures, each move threatens to win at once. With open threes, some moves threaten
to win by fours and captures, and the solver tries every legal reply to them. The kernel finds the
win; the readable rules confirm it move by move and give the tree of defences.
"""

from __future__ import annotations

from search.five.forced import MOST_THREATS, MOST_THREES
from search.five.native import open_search, set_position
from search.pace import Stopwatch
from search.solve.attack_walk import AttackConfirmation
from search.solve.solver import PROVED, REFUTED, UNDECIDED, KernelSolver, Proof
from search.solve.walk import ALL_NODES, Confirmation, WalkEnded
from search.weights import Weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.position import Position
    from games.five.rules import Rules
    from search.kernel.five import FiveSearch
    from search.limits import Limits
    from search.solve.solver import Listener, ProofNode


FOURS, FOURS_ALONE = "fours and captures", "fours"  # the second in games without captures
OPEN_THREES = "open threes"

LEAST_WALK = 100_000  # positions of the readable rules, and kernel nodes: about a second


def by_fours(rules: Rules) -> str:
    """The name of a win by threats to win at once: fours, and captures where the game has them."""
    return FOURS if rules.capture_lengths else FOURS_ALONE


class Solver(KernelSolver):
    """Proves forced wins of one game, with a kernel search and table of its own."""

    _kernel: FiveSearch

    def __init__(
        self, rules: Rules, weights: Weights | None = None, *, table_mb: float = 16
    ) -> None:
        """A solver for these rules; the weights set the move order.

        Raises KernelMissing if the extension was not built.
        """
        super().__init__(rules, open_search(rules, weights or Weights()), table_mb)

    def solve(
        self,
        position: Position,
        limits: Limits,
        *,
        open_threes: bool = False,
        with_tree: bool = False,  # noqa: ARG002  # the tree is the confirmation
        listener: Listener | None = None,
    ) -> Proof:
        """Whether the side to move has a forced win: the shortest by fours and captures.

        If there is none, `open_threes` adds a search for a win by open threes, which need not be
        the shortest. `limits.depth` is ignored. A limit of nodes applies again to the confirmation,
        for kernel nodes and for positions of the readable rules, with at least LEAST_WALK of each.
        The limits of time apply to the confirmation of a win by open threes only. A confirmation
        that reaches a limit is UNDECIDED. Fours are refuted in up to MOST_THREATS + 1 own moves;
        REFUTED after a search for open threes is about those that the kernel tries.
        """
        self._check(position)
        started = Stopwatch()
        by = by_fours(self.rules)
        verdict, size = self._find(position, limits, started, listener)
        excluded = f"no win by {by} in up to {MOST_THREATS + 1} moves" if verdict == REFUTED else ""
        if verdict == REFUTED and open_threes:
            attack_verdict, size = self._find_attack(listener)
            if attack_verdict == REFUTED:
                excluded += f", none by {OPEN_THREES}"
            else:
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
            verdict=verdict,
            win_in=tree.win_in if tree else None,
            pv=tree.pv if tree else (),
            tree=tree,
            by=by,
            excluded=excluded,
            nodes=nodes,
            seconds_cpu=started.cpu_s(),
            seconds_wall=started.wall_s(),
        )

    def _find(
        self, position: Position, limits: Limits, started: Stopwatch, listener: Listener | None
    ) -> tuple[str, int]:
        """The kernel's verdict, and the number of own moves of a proved win."""
        kernel = self._kernel
        self._forget()
        set_position(kernel, position)
        cpu_ns, wall_ns = started.deadlines(limits)
        kernel.begin(selective=True, nodes=limits.nodes, cpu_ns=cpu_ns, wall_ns=wall_ns)
        self._obey_stop()
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
                size = f"with {stones} of them" if by == OPEN_THREES else f"in {stones + 1} moves"
                listener(f"no win by {by} {size}", kernel.nodes)
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
