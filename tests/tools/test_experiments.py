"""The figures of each experiment in `data/results/experiments.jsonl` agree with each other."""

from __future__ import annotations

import json
from pathlib import Path

from arena.strength.elo import elo_of_counts

DATA = Path(__file__).resolve().parents[2] / "data/results/experiments.jsonl"
FIELDS = [
    "idea",
    "game",
    "clock",
    "games",
    "pairs",
    "elo",
    "low",
    "high",
    "llr",
    "verdict",
    "commit",
    "note",
]


def test_the_figures_of_an_experiment_agree() -> None:
    """Its pairs give its games and its Elo, which lies within its interval."""
    counted = 0
    for number, line in enumerate(DATA.read_text(encoding="utf-8").splitlines(), 1):
        row = json.loads(line)
        assert list(row) == FIELDS, number
        assert row["verdict"] in ("kept", "left out"), number
        ends = [row[end] for end in ("low", "elo", "high") if row[end] is not None]
        assert len(ends) in (0, 3), number
        assert ends == sorted(ends), number
        if row["pairs"] and row["games"]:
            estimate = elo_of_counts(row["pairs"])
            assert estimate is not None
            assert abs(estimate.elo - row["elo"]) <= 1, number
            assert 0 <= row["games"] - 2 * sum(row["pairs"]) <= 1, number
            counted += 1
    assert counted > 100
