"""A level of play as a contestant: the engine, weakened by `search.levels`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.players.base import Choice, InProcessPlayer
from arena.players.in_process import limits_for
from search.levels import play_level

if TYPE_CHECKING:
    from arena.game.clock import Allowance
    from search.engine import Engine
    from search.levels import Level


class LevelPlayer(InProcessPlayer):
    """An engine that plays at a level, or weaker where the clock allows less."""

    def __init__(self, engine: Engine, level: Level) -> None:
        super().__init__(engine)
        self._engine = engine
        self._level = level

    def choice(self, position: Any, allowance: Allowance) -> Choice:
        """Return the level's move within the allowance."""
        limits = limits_for(position, allowance, self._engine.weights)
        played = play_level(self._engine, position, self._level, self.dice, limits)
        result = played.result
        return Choice(
            point=played.move,
            depth=result.depth if result else None,
            score=played.line.score if played.line else None,
            nodes=result.nodes if result else None,
            searched_s=result.seconds_cpu if result else 0.0,
        )
