"""Confirms a forced win that the kernel has found, and builds its tree of defences.

The kernel gives the moves and the possible answers. The readable rules play them, captures
included. A move of a VCF threatens to win at once. An open three (VCT) threatens a VCF: there every
legal reply is played and the win after it confirmed. Most replies lose to the same threat, so the
tree shows one of them for all.
"""

from __future__ import annotations

from collections import Counter

from games.five.points import format_point
from games.five.position import rays
from games.rules import EMPTY
from search.errors import ProofError
from search.five.forced import win_by_vcf
from search.score import WIN
from search.solve.solver import ProofNode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.position import FivePosition
    from search.kernel.five import FiveSearch

    Reply = tuple[tuple[int, ...], ProofNode]
    State = tuple[bytes, int, tuple[int, ...]]

ALL_NODES = 1 << 62


class WalkEnded(Exception):  # noqa: N818 - a limit, not an error
    """A confirmation has reached its limit."""


class Confirmation:
    """Plays through a win on the readable position and the kernel's board together.

    `most` limits the positions of the readable rules (None: no limit), `in_time` a win by open
    threes; the caller's `begin` limits the kernel's nodes. Beyond a limit it raises WalkEnded.
    """

    __slots__ = ("_forget", "_in_time", "_kernel", "_known", "_left", "_position", "_winner")

    def __init__(
        self,
        kernel: FiveSearch,
        forget: Callable[[], None],
        position: FivePosition,
        in_time: Callable[[], bool],
        most: int | None = None,
    ) -> None:
        self._in_time = in_time
        self._kernel = kernel
        self._forget = forget
        self._position = position
        self._winner = position.side
        self._known: dict[State, ProofNode] = {}
        self._left = ALL_NODES if most is None else most

    def vcf(self, moves: int) -> ProofNode:
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
        position = self._position
        return bytes(position.cells), position.side, tuple(position.captured_stones)

    def _winning_move(self, moves: int) -> int:
        """The first move of the shortest win that the kernel knows."""
        kernel = self._kernel
        if kernel.wins_at_once():
            return kernel.winning_points()[0]
        for _ in range(2):
            for threats in range(1, moves):
                if kernel.prove_vcf(threats, ALL_NODES) is not None:
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
        replies = self._replies(answers, lambda: self.vcf(moves))
        return ProofNode((point,), replies, otherwise)

    def vct(self, threes: int) -> ProofNode:
        """The winner's move and all defences, with at most `threes` open threes."""
        state = self._state()
        node = self._known.get(state)
        if node is None:
            node = self._known[state] = self._threatened(threes)
        return node

    def _threatened(self, threes: int) -> ProofNode:
        """The confirmed win that the kernel finds in this position."""
        kernel = self._kernel
        for _ in range(2):
            if kernel.wins_at_once():
                return self.vcf(1)
            line = win_by_vcf(kernel, ALL_NODES)
            if line is not None:
                return self.vcf((WIN - line.score + 1) // 2)
            self._require_nodes()
            for stones in range(1, threes + 1):
                if kernel.prove_vct(stones, ALL_NODES) is not None:
                    return self._after_three(kernel.pv()[0], stones - 1)
                self._require_nodes()
            self._forget()  # a bound that another line left in the table may hide the win
        raise self._error(f"no win with {threes} open threes")

    def _after_three(self, point: int, threes: int) -> ProofNode:
        """The node of this stone of a VCT, which needs `threes` more."""
        self._play(point)
        if self._position.outcome is not None:
            raise self._error("a stone of the attack ends the game")
        forced = self._kernel.must_answer()
        points = self._kernel.answers() if forced else self._nearest(point)
        otherwise = self._otherwise(frozenset(points)) if forced else None
        replies = self._replies(points, lambda: self._in_time_vct(threes))
        if not forced:
            replies, otherwise = _grouped(replies)
        self._undo()
        return ProofNode((point,), replies, otherwise, quiet=not forced)

    def _nearest(self, point: int) -> list[int]:
        """The legal moves, the nearest to a point first: of equal defences the first counts."""
        size = self._position.rules.size
        row, column = divmod(point, size)

        def steps(other: int) -> int:
            return max(abs(other // size - row), abs(other % size - column))

        return sorted(self._position.legal_moves(), key=steps)

    def _in_time_vct(self, threes: int) -> ProofNode:
        if not self._in_time():
            raise WalkEnded
        return self.vct(threes)

    def _replies(self, points: list[int], node: Callable[[], ProofNode]) -> tuple[Reply, ...]:
        """Each of these replies with the winner's next node."""
        replies = []
        for point in points:
            self._play(point)
            if self._position.outcome is not None:
                raise self._error("a reply ends the game")
            replies.append(((point,), node()))
            self._undo()
        return tuple(replies)

    def _otherwise(self, answers: frozenset[int]) -> Reply | None:
        """Check that the winner wins at once after every other legal move; an example, or None.

        The example takes a point where the winner would win, if there is one. An idle stone, one
        that cannot capture or complete a row, only blocks its own point. So a move that wins after
        one idle stone wins after any idle stone on another point.
        """
        win, example, win_after_idle = None, None, None
        busy, threatened = self._next_to_pairs(), self._threatened_points()
        legal = self._position.legal_moves()
        for other in sorted(legal, key=lambda point: point not in threatened):
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

    def _threatened_points(self) -> list[int]:
        """The points where the winner, not to move, would win at once."""
        kernel = self._kernel
        kernel.pass_turn()
        points = kernel.winning_points()
        kernel.pass_turn()
        return points

    def _next_to_pairs(self) -> set[int]:
        """The points, empty or not, that extend a line of two adjacent stones of one colour.

        No other point can capture two or three stones, or complete a row of five.
        """
        cells, size = self._position.cells, self._position.rules.size
        points = set()
        for point, cell in enumerate(cells):
            if cell != EMPTY:
                around = rays(point, size)
                for direction, ray in enumerate(around):
                    back = around[direction ^ 1]
                    if ray and back and cells[ray[0]] == cell:
                        points.add(back[0])
        return points

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


def _grouped(replies: tuple[Reply, ...]) -> tuple[tuple[Reply, ...], Reply | None]:
    """The replies without the largest group that one threat beats, and the longest of that group.

    A threat is the first move of a win in which every move threatens to win at once.
    """
    threats = Counter(node.moves for _, node in replies if node.by_threats)
    if not threats:
        return replies, None
    threat = min(threats, key=lambda moves: (-threats[moves], moves))
    alike = {reply for reply, node in replies if node.by_threats and node.moves == threat}
    apart = tuple(reply for reply in replies if reply[0] not in alike)
    together = (reply for reply in replies if reply[0] in alike)
    return apart, max(together, key=lambda reply: reply[1].win_in)
