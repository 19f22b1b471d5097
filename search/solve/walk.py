"""Confirms a forced win that the kernel has found, and builds its tree of defences.

The kernel gives the moves and the possible answers. The readable rules play them, captures
included.
"""

from __future__ import annotations

from games.five.points import format_point
from games.five.position import rays
from games.rules import EMPTY
from search.errors import ProofError
from search.solve.solver import ProofNode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.position import Position
    from search.kernel.five import FiveSearch

    State = tuple[bytes, int, tuple[int, ...]]

ALL_NODES = 1 << 62


class WalkEnded(Exception):  # noqa: N818 - a limit, not an error
    """A confirmation has reached its limit."""


class Confirmation:
    """Plays through a win on the readable position and the kernel's board together.

    `most` limits the positions of the readable rules; the caller's `begin` limits the kernel's
    nodes. Beyond either limit it raises WalkEnded. None: no limit.
    """

    __slots__ = ("_forget", "_kernel", "_known", "_left", "_position", "_winner")

    def __init__(
        self,
        kernel: FiveSearch,
        forget: Callable[[], None],
        position: Position,
        most: int | None = None,
    ) -> None:
        self._kernel = kernel
        self._forget = forget
        self._position = position
        self._winner = position.side
        self._known: dict[State, ProofNode] = {}
        self._left = ALL_NODES if most is None else most

    def next_move(self, moves: int) -> ProofNode:
        """The winner's move and all defences, for a win in at most `moves` own moves."""
        state = self._state()
        node = self._known.get(state)
        if node is None or node.win_in > moves:
            point = self._winning_move(moves)
            self._play(point)
            node = self._known[state] = self._after(point, moves - 1)
            self._undo()
        return node

    def _state(self) -> State:
        """A key of the position."""
        position = self._position
        return bytes(position.cells), position.side, tuple(position.captured_stones)

    def _winning_move(self, moves: int) -> int:
        """The first move of the shortest win that the kernel knows."""
        kernel = self._kernel
        if kernel.wins_at_once():
            return kernel.winning_points()[0]
        for _ in range(2):
            for threats in range(1, moves):
                if kernel.prove(threats, ALL_NODES) is not None:
                    return kernel.pv()[0]
                self._require_nodes()
            self._forget()  # a bound that a longer line left in the table may hide the win
        raise self._error(f"no win in {moves}")

    def _after(self, point: int, moves: int) -> ProofNode:
        """The node of the move just played; the winner may need `moves` more."""
        outcome = self._position.outcome
        if outcome is not None:
            if outcome.winner != self._winner:
                raise self._error(f"the game ends differently ({outcome.termination})")
            return ProofNode((point,))
        if moves < 1:
            raise self._error("the last move does not win")
        answers = self._kernel.answers()
        otherwise = self._otherwise(frozenset(answers))
        replies = (((answer,), self._answered(answer, moves)) for answer in answers)
        return ProofNode((point,), tuple(replies), otherwise)

    def _answered(self, answer: int, moves: int) -> ProofNode:
        """The winner's node after this answer."""
        self._play(answer)
        if self._position.outcome is not None:
            raise self._error("an answer ends the game")
        node = self.next_move(moves)
        self._undo()
        return node

    def _otherwise(self, answers: frozenset[int]) -> tuple[tuple[int, ...], ProofNode] | None:
        """Check that the winner wins at once after every other legal move; an example, or None.

        An idle stone, one that cannot capture or complete a row, only blocks its own point. So a
        move that wins after one idle stone wins after any idle stone on another point.
        """
        win, example, win_after_idle = None, None, None
        busy = self._next_to_pairs()
        for other in self._position.legal_moves():
            idle = other not in busy
            if other in answers or (idle and win_after_idle not in (None, other)):
                continue
            self._play(other)
            if self._position.outcome is not None:
                raise self._error("a move outside the answers ends the game")
            if win is None or not self._wins(win):
                win = next(filter(self._wins, self._kernel.winning_points()), None)
                if win is None:
                    raise self._error("a move outside the answers stops the win")
            example = example or ((other,), ProofNode((win,)))
            if idle and win_after_idle is None:
                win_after_idle = win
            self._undo()
        return example

    def _next_to_pairs(self) -> set[int]:
        """The points, empty or not, that extend a line of two adjacent stones of one colour.

        No other point can capture two or three stones, or complete a row of five.
        """
        cells, size = self._position.cells, self._position.rules.size
        found = set()
        for point, cell in enumerate(cells):
            if cell != EMPTY:
                around = rays(point, size)
                for direction, ray in enumerate(around):
                    back = around[direction ^ 1]
                    if ray and back and cells[ray[0]] == cell:
                        found.add(back[0])
        return found

    def _wins(self, point: int) -> bool:
        """Whether the rules allow this move and it wins the game."""
        position = self._position
        if position.why_illegal(point) is not None:
            return False
        position.play(point)
        outcome = position.outcome
        position.undo()
        return outcome is not None and outcome.winner == self._winner

    def _require_nodes(self) -> None:
        """Raise WalkEnded if the kernel found nothing because it reached a limit."""
        if self._kernel.stopped_by:
            raise WalkEnded

    def _play(self, point: int) -> None:
        self._left -= 1
        if self._left < 0:
            raise WalkEnded
        self._position.play(point)
        self._kernel.play(point)

    def _undo(self) -> None:
        self._position.undo()
        self._kernel.undo()

    def _error(self, reason: str) -> ProofError:
        position = self._position
        line = " ".join(format_point(p, position.rules.size) for p in position.moves)
        return ProofError(f"the rules do not confirm the kernel's win: after {line}: {reason}")
