"""Moves without an alternative: a search of their position would return the static evaluation.

Who wants to know what such a position is worth searches the position after the forced moves. This
module is the only place where that is done: the Python library, the commands and the server use it.
"""

from __future__ import annotations

from search.engine import Engine, adapter_class
from search.limits import Limits
from search.result import Line, SearchResult
from search.score import is_loss, is_win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from games.family import AnyPosition
    from search.engine import Listener

MOST_FORCED = 20  # moves in a row


class ForcedMoves:
    """The forced moves from a position, and the position after them.

    moves     without alternative; none of them ends the game
    position  the position after them, a copy
    turned    whether the other side is to move there
    turns     turns that the forced moves end, by both sides together
    """

    def __init__(self, start: AnyPosition) -> None:
        self.position: Any = start.copy()
        self.moves: list[int] = []
        self.turns = 0
        while self.position.outcome is None and len(self.moves) < MOST_FORCED:
            move, side = only_move(self.position), self.position.side
            if move is None:
                break
            self.position.play(move)
            if self.position.outcome is not None:
                self.position.undo()
                break
            self.moves.append(move)
            self.turns += self.position.side != side
        self.turned = self.position.side != start.side

    def limits(self, given: Limits) -> Limits:
        """The limits of a search after the moves, which are part of the depth."""
        return given.replaced(
            depth=None if given.depth is None else max(1, given.depth - self.turns),
            first_depth=max(1, given.first_depth - self.turns),
        )

    def score(self, after: int) -> int:
        """The score of the first position, from that of the position after the moves."""
        score = -after if self.turned else after
        if is_win(score):
            return score - self.turns
        return score + self.turns if is_loss(score) else score

    def result(self, after: SearchResult) -> SearchResult:
        """A result of a search after the moves, as a result before them: it has one line."""
        depth = after.lines[0].depth + self.turns
        line = Line(self.score(after.score), (*self.moves, *after.pv), depth)
        return SearchResult(
            lines=(line,),
            depth=after.depth + self.turns,
            nodes=after.nodes,
            seconds_wall=after.seconds_wall,
            seconds_cpu=after.seconds_cpu,
            stopped_by=after.stopped_by,
        )


def only_move(position: Any) -> int | None:
    """The only legal move; the centre of an empty board, where the search knows no other move.

    None if there are several.
    """
    legal: list[int] = position.legal_moves()
    if len(legal) == 1:
        return legal[0]
    return adapter_class(position.rules.family).opening_move(position)


def search_past_forced(
    engine: Engine,
    position: AnyPosition,
    limits: Limits,
    *,
    multipv: int = 1,
    listener: Listener | None = None,
) -> SearchResult:
    """Search a position; if its moves are forced, the position after them."""
    forced = ForcedMoves(position)
    if not forced.moves:
        return engine.search(position, limits, multipv=multipv, listener=listener)

    def hear(result: SearchResult) -> None:
        if listener is not None:
            listener(forced.result(result))

    return forced.result(engine.search(forced.position, forced.limits(limits), listener=hear))
