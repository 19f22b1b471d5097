"""The compiled kernel of Gipf, adapted to the engine; looks for a forced win before a search.

The side that runs out of pieces first loses, often beyond the depth of the search. A proof search
costs almost nothing while the opponent has more in reserve than it can place in time
(search/kernel/gipf_game/proof.pxi). So the engine spends a part of the limits on it.
"""

from __future__ import annotations

from games.gipf.rules import gipf_rules_named
from games.gipf.text import parse_position
from search.gipf.main_line import main_line
from search.gipf.native import open_gipf_search, set_gipf_position
from search.limits import nodes_within
from search.result import Line
from search.score import lost_in, win_in
from search.textbook.rules_game import RulesAdapter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from games.gipf.position import GipfPosition
    from games.gipf.rules import GipfRules
    from search.limits import Limits
    from search.weights import Weights

MOST_TURNS = 8  # longest win to look for, in own turns
FULL_TURNS = 1  # longest win by captured GIPF-pieces to look for; the search finds longer ones
PROOF_PART = 1 / 20  # of the limits, for the proofs of a win and of a loss together


class GipfAdapter(RulesAdapter):
    """Adapts the compiled kernel of one game to the engine."""

    __slots__ = ()

    logistic = True  # wins are seldom proven early
    shares = True
    # In Gipf the same mistakes cost far less: any of the best dozen lines is nearly as good as the
    # best, and any search beats none. So the lower levels differ by how often they search.
    levels: tuple[tuple[Any, ...], ...] = (
        # number, name, depth, nodes, lines, margin, slips, careless
        (1, "newcomer", 1, 20_000, 4, 10, 0, 99),
        (2, "beginner", 1, 20_000, 4, 10, 0, 90),
        (3, "learner", 2, 20_000, 4, 10, 0, 36),
        (4, "casual", 2, 20_000, 4, 10, 0, 26),
        (5, "regular", 2, 20_000, 4, 10, 0, 5),
        (6, "player", 3, 20_000, 4, 10, 0, 6),
        (7, "club", 3, 20_000, 4, 10),
        (8, "strong", 4, 20_000, 4, 10),
        (9, "expert", None, 6_000),
    )
    bench = "gipf"
    quick_plies = 3
    evaluation = "material"

    def __init__(self, rules: GipfRules, weights: Weights) -> None:
        """Raises KernelMissing, WeightsError."""
        self.kernel = open_gipf_search(rules, weights)

    @staticmethod
    def scale(rules: GipfRules) -> float:
        """A piece ahead decides sooner where no GIPF-pieces can be lost."""
        return 115.0 if rules.has_gipf_pieces else 58.0

    def set_position(self, position: GipfPosition) -> None:
        """Set the kernel's board to a position whose game is not over."""
        set_gipf_position(self.kernel, position)

    def won_lines(self, limits: Limits, multipv: int) -> tuple[Line, ...]:
        """If `multipv` is 1, the line of the shortest forced win found in a part of the limits."""
        if multipv > 1:
            return ()
        kernel = self.kernel
        turns = self._fewest_turns(kernel.prove_turns, _last_node(limits))
        if turns is None:
            return ()
        begun = kernel.pv()
        line = main_line(kernel, turns, by_reserve=turns > FULL_TURNS) or begun
        return (Line(win_in(2 * turns - 1), line, min(len(line), 2 * turns - 1)),)

    def lost_moves(self, moves: list[int], limits: Limits) -> tuple[list[int], int | None]:
        """The moves that are not worth a search, and the score if all lose.

        These are moves after which the opponent wins by force within MOST_TURNS of its turns, as
        far as a part of the limits tells. If all moves lose, it is those that lose sooner than need
        be.
        """
        last = _last_node(limits)
        turns = self._fewest_turns(self.kernel.prove_loss, last)
        lost = self._losing(moves, MOST_TURNS if turns is None else turns - 1, last)
        if len(lost) == len(moves):  # none lasts longer than another
            lost = []
        return lost, None if turns is None else lost_in(2 * turns)

    def _fewest_turns(self, prove: Callable[..., bool | None], last: int) -> int | None:
        """The fewest turns that `prove` proves before node `last`, or None."""
        for turns in range(1, MOST_TURNS + 1):
            left = last - self.kernel.nodes
            proved = prove(turns, left, by_reserve=turns > FULL_TURNS) if left > 0 else None
            if proved is None:
                break
            if proved:
                return turns
        return None

    def _losing(self, moves: list[int], most: int, last: int) -> list[int]:
        """The moves known before node `last` to lose within `most` turns, the soonest first."""
        lost: list[int] = []
        for turns in range(1, most + 1):
            for move in [move for move in moves if move not in lost]:
                loses = self._loses(move, turns, last - self.kernel.nodes)
                if loses is None:
                    return lost
                if loses:
                    lost.append(move)
        return lost

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

    def perft(self, depth: int) -> dict[str, int]:
        """Leaves."""
        return {"leaves": self.kernel.perft(depth)}

    @staticmethod
    def parse_position(game: str, text: str) -> GipfPosition:
        """The position of a line of `games.gipf.text`. Raises ValueError."""
        return parse_position(text, gipf_rules_named(game))


def _last_node(limits: Limits) -> int:
    return int(nodes_within(limits) * PROOF_PART)
