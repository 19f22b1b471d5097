"""Every format of records, there and back, for every game that it has."""

from __future__ import annotations

from random import Random

import pytest

from tests.conformance.laws import DRAWN, names_of, rules_of
from tests.conformance.records import FORMATS, Format, record_is_read_back
from tests.families import ALL_GAMES, Games

CASES = [
    pytest.param(games, kept, id=f"{games}-{kept.name}")
    for games in ALL_GAMES
    for kept in FORMATS[games.name]
]


@pytest.mark.parametrize(("games", "kept"), CASES)
def test_records_are_read_back(games: Games, kept: Format) -> None:
    """Games from the start or elsewhere, with variations and comments where the format has them."""
    for name in kept.games or names_of(games):
        if name == DRAWN and games.name == "five":
            continue  # a file names a preset
        for seed in range(8):
            dice = Random(f"{name} {seed}")
            record_is_read_back(games, rules_of(games, name, seed), kept, dice)
