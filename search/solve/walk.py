"""The law's walk through a forced win that the kernel has found; the tree of defences it leaves.

The kernel says what to play and what may be answered; the law says what comes of it, move by move,
captures and all.
"""

from __future__ import annotations

from games.five.points import format_harness_point
from games.five.position import rays
from games.rules import EMPTY, Immutable
from search.errors import ProofError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.position import Position
    from search.kernel.five import FiveSearch

    State = tuple[bytes, int, tuple[int, ...]]

ALL_NODES = 1 << 62


class WalkEnded(Exception):  # noqa: N818 - no error: a limit
    """A walk has reached its limit."""


class ProofNode(Immutable):
    """A move of the winning side, and what follows whatever the other side does; immutable.

    point       our move
    answers     (answer, what we play then) for each move that keeps us from what we threaten;
                () where the game is over, or no answer is left
    otherwise   (any other move, what we play then), an example: after each of them we win at once
                or, where this move does not threaten that, as soon as in the example and with the
                same move first; None where the game is over, or no other move exists
    win_in      own moves to the win, this and the last included, against the longest defence
    by_threats  whether this and all our later moves threaten to win at once
    """

    __slots__ = ("answers", "by_threats", "otherwise", "point", "win_in")

    point: int
    answers: tuple[tuple[int, ProofNode], ...]
    otherwise: tuple[int, ProofNode] | None
    win_in: int
    by_threats: bool

    def __init__(
        self,
        point: int,
        answers: tuple[tuple[int, ProofNode], ...] = (),
        otherwise: tuple[int, ProofNode] | None = None,
        *,
        quiet: bool = False,
    ) -> None:
        replies = answers if otherwise is None else (*answers, otherwise)
        self._put(
            point=point,
            answers=answers,
            otherwise=otherwise,
            win_in=1 + max((node.win_in for _, node in replies), default=0),
            by_threats=not quiet and all(node.by_threats for _, node in replies),
        )

    @property
    def pv(self) -> tuple[int, ...]:
        """Our moves and the answers that hold out longest, to the end of the game."""
        replies = self.answers if self.otherwise is None else (*self.answers, self.otherwise)
        if not replies:
            return (self.point,)
        answer, node = max(replies, key=lambda reply: reply[1].win_in)
        return (self.point, answer, *node.pv)


class Confirmation:
    """The walk through a win: the law's position and the kernel's board, move by move.

    It may play so many positions by the law as `most` says, and enter as many nodes of the kernel
    as that was begun with; then it ends with WalkEnded. None: as many as it takes.
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
        """Our move in this position and all defences; we must win in at most so many own moves."""
        state = self._state()
        node = self._known.get(state)
        if node is None or node.win_in > moves:
            point = self._winning_move(moves)
            self._play(point)
            node = self._known[state] = self._after(point, moves - 1)
            self._undo()
        return node

    def _state(self) -> State:
        """What tells this position from others."""
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
        """The node of the move that was just played; we may need so many more."""
        outcome = self._position.outcome
        if outcome is not None:
            if outcome.winner != self._winner:
                raise self._error(f"the game ends otherwise ({outcome.termination})")
            return ProofNode(point)
        if moves < 1:
            raise self._error("our last move does not win")
        answers = self._kernel.answers()
        otherwise = self._otherwise(frozenset(answers))
        return ProofNode(
            point, tuple((answer, self._answered(answer, moves)) for answer in answers), otherwise
        )

    def _answered(self, answer: int, moves: int) -> ProofNode:
        """What we play after this answer."""
        self._play(answer)
        if self._position.outcome is not None:
            raise self._error("an answer ends the game")
        node = self.next_move(moves)
        self._undo()
        return node

    def _otherwise(self, answers: frozenset[int]) -> tuple[int, ProofNode] | None:
        """After every legal move that is no answer we win at once, by the law; one such pair.

        A stone that cannot take anything or complete a row stands in the way of nothing but its own
        point: what wins after one such stone wins after any other, elsewhere.
        """
        win, example, win_after_idle = None, None, None
        busy = self._beside_two_alike()
        for other in self._position.legal_moves():
            idle = other not in busy
            if other in answers or (idle and win_after_idle not in (None, other)):
                continue
            self._play(other)
            if self._position.outcome is not None:
                raise self._error("a move that is no answer ends the game")
            if win is None or not self._wins(win):
                win = next(filter(self._wins, self._kernel.winning_points()), None)
                if win is None:
                    raise self._error("a move that is no answer keeps us from winning at once")
            example = example or (other, ProofNode(win))
            if idle and win_after_idle is None:
                win_after_idle = win
            self._undo()
        return example

    def _beside_two_alike(self) -> set[int]:
        """The points, empty or not, next to two neighbours of one colour, in line with both.

        No other point takes a run of two or three, or has four in line around it.
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
        """Whether the law lets us play here, and the game is won then."""
        position = self._position
        if position.why_illegal(point) is not None:
            return False
        position.play(point)
        outcome = position.outcome
        position.undo()
        return outcome is not None and outcome.winner == self._winner

    def _require_nodes(self) -> None:
        """End the walk if the kernel's limit, and no refutation, is why it found nothing."""
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
        line = " ".join(format_harness_point(p, position.rules.size) for p in position.moves)
        return ProofError(f"the rules do not confirm a win that was found: after {line}: {reason}")
