"""The kernel of Gipf, with a look for a forced win before the search.

Near the end of a game it counts who runs out of pieces first, often deeper than the search sees. A
proof costs next to nothing where the opponent has more in reserve than it can bring in in time
(search/kernel/gipf_game/proof.pxi), so a part of the limits is well spent on it.
"""

from __future__ import annotations

from search.gipf.main_line import main_line
from search.gipf.native import open_gipf_search, set_gipf_position
from search.limits import nodes_within
from search.result import Line
from search.score import win_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.gipf.position import GipfPosition
    from games.gipf.rules import GipfRules
    from search.limits import Limits
    from search.weights import Weights

MOST_TURNS = 8  # own turns in which a win is looked for
FULL_TURNS = 1  # up to here also by GIPF-pieces captured; further on the search sees it
PROOF_PART = 1 / 20  # of the limits


class GipfMachine:
    """The kernel of a game of Gipf, and what the engine asks of the game beside it."""

    __slots__ = ("kernel",)

    def __init__(self, rules: GipfRules, weights: Weights) -> None:
        """Raises KernelMissing, WeightsError."""
        self.kernel = open_gipf_search(rules, weights)

    def set_position(self, position: GipfPosition) -> None:
        """Set the kernel's board to a position whose game goes on."""
        set_gipf_position(self.kernel, position)

    def won_lines(self, limits: Limits, multipv: int) -> tuple[Line, ...]:
        """If one line is requested, that of the shortest forced win that a part finds."""
        if multipv > 1:
            return ()
        kernel = self.kernel
        last = kernel.nodes + int(nodes_within(limits) * PROOF_PART)
        for turns in range(1, MOST_TURNS + 1):
            before = kernel.nodes
            if before >= last:
                break
            by_reserve = turns > FULL_TURNS
            wins = kernel.prove_turns(turns, last - before, by_reserve=by_reserve)
            if wins is None or kernel.stopped_by:
                break
            if wins:
                begun = kernel.pv()
                line = main_line(kernel, turns, by_reserve=by_reserve) or begun
                return (Line(win_in(2 * turns - 1), line),)
        return ()

    def root_moves(self) -> list[int]:
        """The moves worth a look: all, of pushes that make the same board one."""
        return [move for move, _ in self.kernel.candidates()]

    @staticmethod
    def lost_moves(_moves: list[int], _limits: Limits) -> list[int]:
        """Those known to lose before the search: none, it finds them itself."""
        return []

    @staticmethod
    def with_win(pv: tuple[int, ...], _score: int) -> tuple[int, ...]:
        """The whole variation: the search has played what wins."""
        return pv

    @staticmethod
    def last_depth(_position: GipfPosition, most: int) -> int:
        """The depth beyond which nothing is left to look at: games of Gipf do not run full."""
        return most
