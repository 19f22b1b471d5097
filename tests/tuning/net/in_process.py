"""Plays blocks of self-play in this process."""

from __future__ import annotations

from tuning.net.errors import LearningError
from tuning.net.games.blocks import BlockPlayer, parse_block


class Here:
    """Plays blocks in this process; fails before the block of this number."""

    workers = 1

    def __init__(self, fails_at: int = 1_000) -> None:
        self._player = BlockPlayer()
        self._blocks: list[str] = []
        self._left = fails_at
        self.played: list[int] = []

    def submit(self, block: str) -> None:
        """Keep the block."""
        self._blocks.append(block)

    def next(self) -> str:
        """Play the oldest block."""
        if not self._left:
            raise LearningError("killed")
        self._left -= 1
        block = self._blocks.pop(0)
        self.played.append(parse_block(block).first)
        return self._player.play(block)

    def close(self) -> None:
        """Nothing to release."""
