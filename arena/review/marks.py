"""Which moves are mistakes, and how accurately a side played: the definitions of all reviews.

The board in the browser and `pente review` use these functions, so they mark the same moves. Both
compare winning chances in percent (`search.chance`), as the side that made the move sees them:
before the move with best play, and after it.

- A move *loses* the difference, at least 0. The engine's own choice loses nothing, even if the
  search after it is less hopeful. A move without an alternative is not judged at all.
- A loss of 8 percent is an inaccuracy, of 16 a mistake, of 30 a blunder. A move that leaves a
  proven win without a proof is a missed win.
- The *accuracy* of a side is 100 percent minus the average loss of its judged moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Mark = Literal["inaccuracy", "mistake", "blunder", "missed win"]
INACCURACY, MISTAKE, BLUNDER = 8.0, 16.0, 30.0  # percent of winning chances that a move loses
CERTAIN = 100.0


def lost_percent(before: float, after: float) -> float:
    """The winning chance that a move loses, in percent, from the mover's chances before and after.

    The values are those of a judged move that was not the engine's own choice.
    """
    return max(0.0, before - after)


def mark_of(before: float, after: float, *, winning: bool) -> Mark | None:
    """The mark of a judged move that was not the engine's choice.

    `before` and `after` are the mover's chances in percent; `winning`: a win was proven before.
    """
    lost = before - after
    if winning and after < CERTAIN:
        return "missed win"
    if lost >= BLUNDER:
        return "blunder"
    if lost >= MISTAKE:
        return "mistake"
    return "inaccuracy" if lost >= INACCURACY else None


def accuracy(lost: Sequence[float]) -> float | None:
    """The accuracy in percent of moves that lost this much each; None without any."""
    return CERTAIN - sum(lost) / len(lost) if lost else None
