"""A level of play as a contestant: the engine, held back as `search.levels` says."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from arena.game.player import Answer
from arena.players.in_process import limits_for
from search.levels import play_level

if TYPE_CHECKING:
    from arena.game.clock import Allowance
    from games.five.position import Position
    from search.engine import Engine
    from search.levels import Level


class LevelPlayer:
    """An engine that plays at a level, or weaker where the clock allows less."""

    def __init__(self, engine: Engine, level: Level) -> None:
        self._engine = engine
        self._level = level
        self._random = random.Random(0)

    def new_game(self, seed: int) -> None:
        """Empty the table, and choose from this seed on."""
        self._engine.new_game()
        self._random = random.Random(seed)

    def choose(self, position: Position, allowance: Allowance) -> Answer:
        """What the level plays within the allowance."""
        wall_s, cpu_s = time.monotonic(), time.process_time()
        limits = limits_for(position, allowance, self._engine.weights)
        played = play_level(self._engine, position, self._level, self._random, limits)
        result = played.result
        spent_s = time.process_time() - cpu_s
        return Answer(
            point=played.move,
            depth=result.depth if result else None,
            score=played.line.score if played.line else None,
            nodes=result.nodes if result else None,
            cpu_s=max(spent_s, result.seconds_cpu) if result else spent_s,
            wall_s=time.monotonic() - wall_s,
        )

    def close(self) -> None:
        """Close the engine."""
        self._engine.close()
