"""The job of a single game, for tests that bring their own players."""

from __future__ import annotations

from typing import Any

from arena.game.record import PlayerRecord
from arena.game.spec import GameSpec, Job

NAMES = (PlayerRecord(name="A", spec="a"), PlayerRecord(name="B", spec="b"))


def one_game(number: int = 0, moves: tuple[int, ...] = (), **terms: Any) -> Job:
    """A game of A, who moves first, against B, after the opening's moves."""
    spec = GameSpec(**terms)
    return Job(spec=spec, number=number, first=0, second=1, opening=0, players=NAMES, moves=moves)
