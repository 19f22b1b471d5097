"""Confirms a win by open threes: it answers every legal reply to every stone.

After a stone that threatens to win at once, `search.solve.walk` confirms the rest. An open three
threatens to win by fours and captures; here every legal reply is played and the win after it
confirmed. Most replies lose to the same threat, so the tree shows one of them for all.
"""

from __future__ import annotations

from collections import Counter

from search.five.forced import win_by_threats
from search.score import WIN
from search.solve.solver import ProofNode
from search.solve.walk import ALL_NODES, Confirmation, WalkEnded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.position import Position
    from search.kernel.five import FiveSearch

    Reply = tuple[tuple[int, ...], ProofNode]


class AttackConfirmation(Confirmation):
    """Plays through a win by open threes; raises WalkEnded when `in_time` returns False."""

    __slots__ = ("_in_time",)

    def __init__(
        self,
        kernel: FiveSearch,
        forget: Callable[[], None],
        position: Position,
        in_time: Callable[[], bool],
        most: int | None = None,
    ) -> None:
        super().__init__(kernel, forget, position, most)
        self._in_time = in_time

    def attack(self, threes: int) -> ProofNode:
        """The winner's move and all defences, with at most `threes` open threes."""
        state = self._state()
        node = self._known.get(state)
        if node is None:
            node = self._known[state] = self._found(threes)
        return node

    def _found(self, threes: int) -> ProofNode:
        """The confirmed win that the kernel finds in this position."""
        kernel = self._kernel
        for _ in range(2):
            if kernel.wins_at_once():
                return self.next_move(1)
            line = win_by_threats(kernel, ALL_NODES)
            if line is not None:
                return self.next_move((WIN - line.score + 1) // 2)
            self._require_nodes()
            for stones in range(1, threes + 1):
                if kernel.prove_attack(stones, ALL_NODES) is not None:
                    return self._attacked(kernel.pv()[0], stones - 1)
                self._require_nodes()
            self._forget()  # a bound that another line left in the table may hide the win
        raise self._error(f"no win with {threes} open threes")

    def _attacked(self, point: int, threes: int) -> ProofNode:
        """The node of this stone of the attack, which needs `threes` more."""
        self._play(point)
        if self._position.outcome is not None:
            raise self._error("a stone of the attack ends the game")
        if self._kernel.must_answer():
            answers = self._kernel.answers()
            otherwise = self._otherwise(frozenset(answers))
            node = ProofNode((point,), self._replies(answers, threes), otherwise)
        else:
            answered, otherwise = _grouped(self._replies(self._position.legal_moves(), threes))
            node = ProofNode((point,), answered, otherwise, quiet=True)
        self._undo()
        return node

    def _replies(self, points: list[int], threes: int) -> tuple[Reply, ...]:
        """Each of these replies with the winner's next node."""
        replies = []
        for point in points:
            if not self._in_time():
                raise WalkEnded
            self._play(point)
            if self._position.outcome is not None:
                raise self._error("a reply to the attack ends the game")
            replies.append(((point,), self.attack(threes)))
            self._undo()
        return tuple(replies)


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
