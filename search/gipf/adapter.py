"""The compiled kernel of Gipf, adapted to the engine; looks for a forced win before a search.

The side that runs out of pieces first loses, often beyond the depth of the search. A proof search
costs almost nothing while the opponent has more in reserve than it can place in time
(search/kernel/gipf_game/proof.pxi). So the engine spends a part of the limits on it.
"""

from __future__ import annotations

from search.gipf.main_line import main_line
from search.gipf.native import open_gipf_search, set_gipf_position
from search.limits import nodes_within
from search.result import Line
from search.score import lost_in, win_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.gipf.position import GipfPosition
    from games.gipf.rules import GipfRules
    from search.limits import Limits
    from search.weights import Weights

MOST_TURNS = 8  # longest win to look for, in own turns
FULL_TURNS = 1  # longest win by captured GIPF-pieces to look for; the search finds longer ones
PROOF_PART = 1 / 20  # of the limits, for the proofs of a win and of a loss together


class GipfAdapter:
    """Adapts the compiled kernel of one game to the engine."""

    __slots__ = ("kernel",)

    def __init__(self, rules: GipfRules, weights: Weights) -> None:
        """Raises KernelMissing, WeightsError."""
        self.kernel = open_gipf_search(rules, weights)

    def set_position(self, position: GipfPosition) -> None:
        """Set the kernel's board to a position whose game is not over."""
        set_gipf_position(self.kernel, position)

    def won_lines(self, limits: Limits, multipv: int) -> tuple[Line, ...]:
        """If `multipv` is 1, the line of the shortest forced win found in a part of the limits."""
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
        """All moves, but only one of several pushes that lead to the same board."""
        return [move for move, _ in self.kernel.candidates()]

    def lost_moves(self, moves: list[int], limits: Limits) -> tuple[list[int], int | None]:
        """The moves that are not worth a search, and the score if all lose.

        These are moves after which the opponent wins by force within MOST_TURNS of its turns, as
        far as a part of the limits tells. If all moves lose, it is those that lose sooner than need
        be.
        """
        kernel = self.kernel
        last = int(nodes_within(limits) * PROOF_PART)
        turns = self._turns_to_loss(last)
        lost: list[int] = []
        for sooner in range(1, turns or MOST_TURNS + 1):
            for move in [move for move in moves if move not in lost]:
                loses = self._loses(move, sooner, last - kernel.nodes)
                if loses is None:
                    break
                if loses:
                    lost.append(move)
        if len(lost) == len(moves):  # none lasts longer than another
            lost = []
        return lost, None if turns is None else lost_in(2 * turns)

    def _turns_to_loss(self, last: int) -> int | None:
        """The opponent's turns to its forced win, proved before node `last`; None: not known."""
        kernel = self.kernel
        for turns in range(1, MOST_TURNS + 1):
            left = last - kernel.nodes
            loses = left > 0 and kernel.prove_loss(turns, left, by_reserve=turns > FULL_TURNS)
            if loses:
                return turns
            if not left > 0 or loses is None:
                break
        return None

    def _loses(self, move: int, turns: int, nodes: int) -> bool | None:
        """Whether the opponent wins within so many turns after this move; None: not known."""
        kernel = self.kernel
        if nodes <= 0:
            return None
        side = kernel.side
        kernel.play(move)
        prove = kernel.prove_loss if kernel.side == side else kernel.prove_turns
        loses = prove(turns, nodes, by_reserve=turns > FULL_TURNS)
        kernel.undo()
        return None if kernel.stopped_by else loses

    @staticmethod
    def with_win(pv: tuple[int, ...], _score: int) -> tuple[int, ...]:
        """The variation, unchanged: the search plays every winning move."""
        return pv

    @staticmethod
    def last_depth(_position: GipfPosition, most: int) -> int:
        """The greatest useful depth: `most`, since a Gipf board does not fill up."""
        return most
