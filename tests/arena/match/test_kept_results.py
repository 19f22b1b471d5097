"""The results files in data/ stay readable."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.game.record import format_game, replay
from arena.match.results import read_results

RESULTS = Path(__file__).resolve().parents[3] / "data" / "results"
MATCHES = [
    path for path in sorted(RESULTS.glob("*.jsonl")) if path.read_text().startswith('{"match":')
]


@pytest.mark.parametrize("path", MATCHES, ids=[path.stem for path in MATCHES])
def test_kept_match_is_read_as_it_was_written(path: Path) -> None:
    """Every line of a kept match is a record that is written as it stands there, and replays."""
    _, records, _ = read_results(str(path))
    lines = path.read_text().splitlines()[1:]
    assert [format_game(record) for record in records] == lines
    assert len(records) >= 10
    for record in (records[0], records[-1]):
        replay(record)


def test_kept_matches_are_found() -> None:
    """data/ has results files."""
    assert len(MATCHES) > 10
