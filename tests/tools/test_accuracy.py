"""The trial of accuracy: its laws see what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tools.trials import accuracy
from tools.trials.accuracy import changed_marks, reversed_games, told


def entry(player: str, number: int, nodes: int = 500, **more: Any) -> dict[str, Any]:
    """A review in which side 0 won and played better."""
    base = 20.0 + 20 * accuracy.PLAYERS.index(player) + number % 2
    about = {"game": "pente", "player": player, "number": number, "nodes": nodes}
    return about | {"winner": 0, "accuracy": [base + 5, base - 5], "marks": [None] * 10} | more


@pytest.mark.parametrize(
    ("law", "wrong"),
    [
        ("none", {}),
        ("order", {"accuracy": [30.0, 20.0]}),
        ("loser", {"accuracy": [70.0, 90.0]}),
        ("marks", {"marks": ["blunder"] * 2 + [None] * 8}),
    ],
)
def test_each_law_is_seen(law: str, wrong: dict[str, Any]) -> None:
    """Players out of order, losers above winners and changed marks are told from a good result."""
    found = {player: [entry(player, one) for one in range(8)] for player in accuracy.PLAYERS}
    long = entry("level:9", 0, **wrong)
    if law in {"order", "loser"}:
        found["level:9"] = [entry("level:9", one, **wrong) for one in range(8)]
    pairs = [(entry("level:9", 0), long)]
    assert told("pente", found, pairs) == (law == "none")
    assert reversed_games(found["level:9"])[0] == (8 if law == "loser" else 0)
    assert changed_marks(pairs)[0] == (2 if law == "marks" else 0)
