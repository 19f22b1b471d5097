"""Positions whose moves have no alternative: a search would return the static evaluation at once.

Who wants to know what such a position is worth searches the position after the forced moves.
"""

from __future__ import annotations

from search.result import Line, SearchResult
from search.score import is_loss, is_win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from search.engine import Engine
    from search.limits import Limits

MOST_FORCED = 20  # moves in a row


class ForcedMoves:
    """The forced moves from a position, and the position after them.

    moves     without alternative; none of them ends the game
    position  the position after them, a copy
    turned    whether the other side is to move there
    turns     turns that the forced moves end, by side
    """

    def __init__(self, start: Any) -> None:
        self.position = start.copy()
        self.moves: list[int] = []
        self.turns = [0, 0]
        while self.position.outcome is None and len(self.moves) < MOST_FORCED:
            legal, side = self.position.legal_moves(), self.position.side
            if len(legal) != 1:
                break
            self.position.play(legal[0])
            if self.position.outcome is not None:
                self.position.undo()
                break
            self.moves.append(legal[0])
            self.turns[side] += self.position.side != side
        self.turned = self.position.side != start.side

    def score(self, after: int) -> int:
        """The score of the first position, from that of the position after the moves."""
        score = -after if self.turned else after
        if is_win(score):
            return score - sum(self.turns)
        return score + sum(self.turns) if is_loss(score) else score

    def result(self, after: SearchResult) -> SearchResult:
        """A result of a search after the moves, as a result before them: it has one line."""
        line = Line(self.score(after.score), (*self.moves, *after.pv))
        return SearchResult(
            lines=(line,),
            depth=after.depth + sum(self.turns),
            nodes=after.nodes,
            seconds_wall=after.seconds_wall,
            seconds_cpu=after.seconds_cpu,
            stopped_by=after.stopped_by,
        )


def search_past_forced(
    engine: Engine,
    position: Any,
    limits: Limits,
    *,
    multipv: int = 1,
    listener: Callable[[SearchResult], None] | None = None,
) -> SearchResult:
    """Search a position; if its moves are forced, the position after them."""
    forced = ForcedMoves(position)
    if not forced.moves:
        return engine.search(position, limits, multipv=multipv, listener=listener)

    def hear(result: SearchResult) -> None:
        if listener is not None:
            listener(forced.result(result))

    return forced.result(engine.search(forced.position, limits, listener=hear))
