"""Proves forced wins in the five-in-a-row family: every move threatens, every defence is answered.

With fours and captures, each move threatens to win at once. With open threes, some moves threaten
to win by fours and captures, and the solver tries every legal reply to them. The kernel finds the
win; the readable rules confirm it move by move and give the tree of defences.
"""

from __future__ import annotations

from search.five.forced import MOST_THREATS, MOST_THREES
from search.five.native import open_search, set_position
from search.solve.five_walk import ALL_NODES, Confirmation, WalkEnded
from search.solve.solver import PROVED, REFUTED, UNDECIDED, KernelSolver, Verdict
from search.weights import Weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.position import FivePosition
    from games.five.rules import FiveRules
    from search.kernel.five import FiveSearch
    from search.limits import Limits
    from search.pace import Stopwatch
    from search.solve.solver import Listener, Win


FOURS, FOURS_ALONE = "fours and captures", "fours"  # the second in games without captures
OPEN_THREES = "open threes"

LEAST_WALK = 100_000  # positions of the readable rules, and kernel nodes: about a second


def by_fours(rules: FiveRules) -> str:
    """The name of a win by threats to win at once: fours, and captures where the game has them."""
    return FOURS if rules.capture_lengths else FOURS_ALONE


class Solver(KernelSolver):
    """Proves forced wins of one game, with a kernel search and table of its own.

    First the shortest win by fours and captures (VCF). If there is none, `open_threes` adds a
    search for a win by open threes (VCT), which need not be the shortest. `limits.depth` is
    ignored. A limit of nodes applies again to the confirmation, for kernel nodes and for positions
    of the readable rules, with at least LEAST_WALK of each. The limits of time apply to the
    confirmation of a VCT only. A confirmation that reaches a limit is UNDECIDED. Fours are refuted
    in up to MOST_THREATS + 1 own moves; REFUTED after a search for open threes is about those that
    the kernel tries.
    """

    _kernel: FiveSearch

    def __init__(
        self, rules: FiveRules, weights: Weights | None = None, *, table_mb: float = 16
    ) -> None:
        """A solver for these rules; the weights set the move order.

        Raises KernelMissing if the extension was not built.
        """
        super().__init__(rules, open_search(rules, weights or Weights()), table_mb)

    def _set_position(self, position: FivePosition) -> None:
        set_position(self._kernel, position)

    def _begin(self, limits: Limits, cpu_ns: int = 0, wall_ns: int = 0) -> None:
        self._kernel.begin(selective=True, nodes=limits.nodes, cpu_ns=cpu_ns, wall_ns=wall_ns)

    def _find(self, _limits: Limits, listener: Listener | None, *, open_threes: bool) -> Verdict:
        by = by_fours(self.rules)
        if self._kernel.wins_at_once():
            return Verdict(PROVED, 1, by)
        verdict, threats = self._fewest(self._vcf, MOST_THREATS, by, listener)
        if verdict != REFUTED:
            return Verdict(verdict, threats + 1, by)
        excluded = f"no win by {by} in up to {MOST_THREATS + 1} moves"
        if not open_threes:
            return Verdict(REFUTED, 0, by, excluded)
        verdict, threes = self._fewest(self._kernel.prove_vct, MOST_THREES, OPEN_THREES, listener)
        if verdict == REFUTED:
            return Verdict(REFUTED, 0, by, f"{excluded}, none by {OPEN_THREES}")
        return Verdict(verdict, threes, OPEN_THREES, excluded)

    def _vcf(self, threats: int, nodes: int) -> int | None:
        if threats == MOST_THREATS:  # a refutation must not use bounds of shorter searches
            self._forget()
        return self._kernel.prove_vcf(threats, nodes)

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
        position: FivePosition,
        claim: Verdict,
        limits: Limits,
        started: Stopwatch,
        **_: object,
    ) -> Win | None:
        most = None if limits.nodes is None else max(limits.nodes, LEAST_WALK)
        self._kernel.begin(selective=True, nodes=most)
        walk = Confirmation(
            self._kernel,
            self._forget,
            position.copy(),
            lambda: started.within(limits) and not self._halted,
            most,
        )
        try:
            tree = (walk.vct if claim.by == OPEN_THREES else walk.vcf)(claim.size)
        except WalkEnded:
            return None
        return tree.win_in, tree.pv, tree
