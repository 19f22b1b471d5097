"""Positions whose moves have no alternative take the value of what follows.

A search of such a position would end at once with the value of a glance. So the server searches the
position after the forced moves, and translates the result back.
"""

from __future__ import annotations

import msgspec

from search.forced import ForcedMoves
from web.engines.orders import Found, FoundLine

FLIPPED = {"win": "loss", "loss": "win", "": ""}


class Forced(ForcedMoves):
    """The forced moves from a position, and the position after them."""

    def value(self, found: Found) -> Found:
        """A result of a search after the forced moves, as a result before them."""
        if not self.moves:
            return found
        lines = [self._line(line) for line in found.lines[:1]]
        depth = found.depth + len(self.moves)
        return msgspec.structs.replace(found, move=self.moves[0], lines=lines, depth=depth)

    def _line(self, line: FoundLine) -> FoundLine:
        """The same for a line."""
        win_in = line.win_in
        if win_in is not None:
            winner = self.position.side if line.proven == "win" else 1 - self.position.side
            win_in += self.turns[winner]
        return FoundLine(
            score=-line.score if self.turned else line.score,
            pv=[*self.moves, *line.pv],
            proven=FLIPPED[line.proven] if self.turned else line.proven,  # type: ignore[arg-type]  # of three words
            win_in=win_in,
        )
