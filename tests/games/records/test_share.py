"""A game as one word."""

from __future__ import annotations

import pytest
from games.records.gipf_game import GipfGame

from games.records.share import format_share, parse_share


@pytest.mark.parametrize(
    ("word", "limit", "result"),
    [
        ("gipf-basic:c1-c2.d1-d2", 0, "?"),
        ("gipf-basic@limit=2:c1-c2.d1-d2", 2, "1/2-1/2"),
        ("gipf-basic@w_3_3_Kh2_Wb2_turns=8_limit=10:c1-c2.d1-d2", 10, "1/2-1/2"),
        ("gipf-basic@w_3_3_Kh2_Wb2:c1-c2.d1-d2", 0, "?"),
    ],
)
def test_a_shared_game_has_its_limit_of_turns(word: str, limit: int, result: str) -> None:
    """A shared game keeps its limit of turns; older words without a limit are still read."""
    game = parse_share(word)
    assert isinstance(game, GipfGame)
    assert (game.start.rules.most_turns, game.result) == (limit, result)
    assert format_share(game) == word
