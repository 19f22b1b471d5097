"""Plays blocks of self-play in this process."""

from __future__ import annotations

from arena.processes.pool import InProcess
from tuning.net.errors import LearningError
from tuning.net.games.blocks import BLOCKS, Block
from tuning.net.games.record import LearnedGame


class Here(InProcess[Block, list[LearnedGame]]):
    """Plays blocks in this process; fails before the block of this number."""

    def __init__(self, fails_at: int = 1_000) -> None:
        super().__init__(BLOCKS)
        self._left = fails_at
        self.played: list[int] = []

    def next(self) -> list[LearnedGame]:
        """Play the oldest block."""
        if not self._left:
            raise LearningError("killed")
        self._left -= 1
        self.played.append(self._tasks[0].first)
        return super().next()
