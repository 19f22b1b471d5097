"""The one-ply player: it looks one move ahead and has no evaluation (`Family.one_ply`).

The lowest level of `search.levels` is weaker than it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.players.base import Choice, InProcessPlayer
from arena.players.turns import own_decisions
from games.registry import family_of

if TYPE_CHECKING:
    from arena.game.clock import Allowance
    from games.family import AnyPosition


class OnePlyPlayer(InProcessPlayer):
    """Plays a win if there is one, else prevents one, else plays any sensible move."""

    def choice(self, position: AnyPosition, allowance: Allowance) -> Choice:  # noqa: ARG002 - see Player
        """Return moves of the first kind there is; the seed picks among several."""
        family = family_of(position.rules)
        first, *more = own_decisions(
            position.copy(), lambda now, _legal: self.dice.choice(family.one_ply(now))
        )
        return Choice(point=first, more=tuple(more))
