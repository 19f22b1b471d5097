"""The search of threats: fours, and captures that threaten to win, with every answer to them.

It values the leaves of the search (`search.pure.search`), and proves wins at the root. A side that
must answer tries all answers and nothing else, so a loss is proven. The other side accepts the
static value or threatens: a win by threats is proven, any other value is a lower bound.
"""

from __future__ import annotations

from search.pure.board import ANY_FOUR, ANY_PREY, Board
from search.python_kernel import LimitReached, PythonKernel
from search.score import EVALUATION_LIMIT, INFINITY, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.five.position import FivePosition
    from games.five.rules import FiveRules
    from search.weights import Weights

MOST_PLIES = 256
ANY_NUMBER = 99  # of threats: no more of them would win
REFUTED_REMEMBERED = 300_000


class ThreatSearch(PythonKernel):
    """The board of a search, and its search of threats.

    horizon_met  whether more threats might have changed the value of the last proof
    """

    def __init__(self, rules: FiveRules, weights: Weights) -> None:
        super().__init__()
        self._board = board = Board(rules, weights)
        self._check_at = 0
        # By ply: the best line found from there.
        self._lines: list[tuple[int, ...]] = [()] * MOST_PLIES
        self._refuted: dict[int, int] = {}  # by position: so many threats do not win
        self.horizon_met = False
        self.play, self.undo, self.pass_turn = board.play, board.undo, board.pass_turn
        self.evaluate, self.answers = board.evaluate, board.answers

    def set_position(self, position: FivePosition) -> None:
        """Search this position, whose game is not over; it stays as it is."""
        self._board.set_position(position)

    def candidates(self) -> list[tuple[int, int]]:
        """The candidates and their order scores, best first."""
        return self._board.candidates()

    def wins_at_once(self) -> bool:
        """Whether the side to move wins at once."""
        return self._board.can_win(self._board.side)

    def winning_points(self) -> list[int]:
        """The points on which the side to move wins at once."""
        return self._board.winning_points(self._board.side)

    def must_answer(self) -> bool:
        """Whether the opponent wins at once unless it is stopped."""
        return self._board.can_win(1 - self._board.side)

    def can_threaten(self) -> bool:
        """Whether a move may threaten to win at once."""
        side = self._board.side
        return bool(self._board.sums & (ANY_FOUR[side] | ANY_PREY[side]))

    def pv(self) -> tuple[int, ...]:
        """The best line of the last search; () before its first move was searched."""
        return self._lines[0]

    def empty_table(self) -> None:
        """Forget the values of positions."""
        self._refuted.clear()

    def prove_vcf(self, threats: int, nodes: int) -> int | None:
        """The score of a win by at most so many threats before the last stone; else None.

        It is a shortest one if fewer threats do not win; then `pv` is the longest defence. The
        search enters at most `nodes` nodes.
        """
        least, most_nodes = WIN - 2 * threats - 1, self._most_nodes
        self._most_nodes = min(most_nodes, self.nodes + nodes)
        self._check_at, self.horizon_met = self.nodes, False
        try:
            value = self._threats_value(least - 1, least, threats, 0)
        except LimitReached:
            value, self.stopped_by, self.horizon_met = -INFINITY, "", True
        finally:
            self._most_nodes, self._check_at = most_nodes, 0
            self._back_to_root()
        return value if value >= least else None

    def _back_to_root(self) -> None:
        while self._board.turns:
            self._board.undo()

    def _settled(self, ply: int) -> int | None:
        """The value of a position that needs no search, else None; counts the position.

        Raises LimitReached.
        """
        if self.nodes >= self._check_at:
            self._check_at = self._check(self.nodes)
        self.nodes += 1
        self._lines[ply] = ()
        board = self._board
        if board.has_lost():
            return ply - WIN
        if not board.empty:
            return 0
        return WIN - ply - 1 if board.can_win(board.side) else None

    def _key(self) -> int:
        """The key of the position, the side to move included."""
        return 2 * self._board.key + self._board.side

    def _threats_value(self, alpha: int, beta: int, threats: int, ply: int) -> int:
        """The value for the side to move, fail-soft, if only threats and answers are played."""
        settled, board = self._settled(ply), self._board
        if settled is not None:
            return settled
        if self.must_answer():
            lost = ply + 2 - WIN
            return self._best_line(
                board.answers(), alpha, beta, best=lost, threats=threats, ply=ply
            )
        best = board.evaluate()
        if best >= beta or not self.can_threaten():
            return best
        key = self._key()
        refuted = self._refuted.get(key, 0)
        if refuted >= threats or ply >= MOST_PLIES - 2:
            self.horizon_met |= refuted < ANY_NUMBER
            return best
        if WIN - ply - 3 <= alpha:  # a threat first, then the win
            self.horizon_met = True
            return WIN - ply - 3
        met, self.horizon_met = self.horizon_met, False
        best = self._best_line(
            board.threats(), max(alpha, best), beta, best=best, threats=threats - 1, ply=ply
        )
        if best < beta and best <= EVALUATION_LIMIT:
            if len(self._refuted) >= REFUTED_REMEMBERED:
                self._refuted.clear()
            self._refuted[key] = threats if self.horizon_met else ANY_NUMBER
        self.horizon_met |= met
        return best

    def _best_line(
        self, moves: Iterable[int], alpha: int, beta: int, *, best: int, threats: int, ply: int
    ) -> int:
        """The value of the best of these moves, or `best`; a threat that is none does not count."""
        board, lines = self._board, self._lines
        side, forced = board.side, self.must_answer()
        for move in moves:
            board.play(move)
            if forced or board.can_win(side):
                value = -self._threats_value(-beta, -alpha, threats, ply + 1)
                if value > best:
                    best, alpha = value, max(alpha, value)
                    lines[ply] = (move, *lines[ply + 1])
            board.undo()
            if best >= beta:
                break
        return best
