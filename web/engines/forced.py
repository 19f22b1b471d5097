"""Positions whose moves have no alternative take the value of what follows.

A search of such a position would end at once with the value of a glance. So the server searches the
position after the forced moves, and translates the result back.
"""

from __future__ import annotations

from typing import Any

import msgspec

from web.engines.orders import Found, FoundLine

MOST_FORCED = 20  # moves in a row
FLIPPED = {"win": "loss", "loss": "win", "": ""}


class Forced:
    """The forced moves from a position, and the position after them.

    moves  without alternative; none ends the game
    board  the position after them, a copy
    """

    def __init__(self, board: Any) -> None:
        self.board = board.copy()
        self.moves: list[int] = []
        self._side = board.side
        self._turns = [0, 0]  # turns that the forced moves end, by side
        while self.board.outcome is None and len(self.moves) < MOST_FORCED:
            legal, side = self.board.legal_moves(), self.board.side
            if len(legal) != 1:
                break
            self.board.play(legal[0])
            if self.board.outcome is not None:
                self.board.undo()
                break
            self.moves.append(legal[0])
            self._turns[side] += self.board.side != side

    def value(self, found: Found) -> Found:
        """A result of a search after the forced moves, as a result before them."""
        if not self.moves:
            return found
        lines = [self._line(line) for line in found.lines[:1]]
        depth = found.depth + len(self.moves)
        return msgspec.structs.replace(found, move=self.moves[0], lines=lines, depth=depth)

    def _line(self, line: FoundLine) -> FoundLine:
        """The same for a line."""
        other = self.board.side != self._side
        win_in = line.win_in
        if win_in is not None:
            winner = self.board.side if line.proven == "win" else 1 - self.board.side
            win_in += self._turns[winner]
        return FoundLine(
            score=-line.score if other else line.score,
            pv=[*self.moves, *line.pv],
            proven=FLIPPED[line.proven] if other else line.proven,  # type: ignore[arg-type]  # of three words
            win_in=win_in,
        )
