"""Every format of records, there and back, for every game that it has."""

from __future__ import annotations

import pytest

from games.registry import FOLDERS, family_class
from tests.conformance.laws import DRAWN, names_of, rules_of
from tests.conformance.records import formats_of, record_is_read_back
from tests.families import ALL_GAMES, Games
from tests.test_imports import ROOT

CASES = [
    pytest.param(games, name, format_, id=f"{name}-{format_}")
    for games in ALL_GAMES
    for name in names_of(games)
    if (games.name, name) != ("five", DRAWN)  # a file names a preset
    for format_ in formats_of(games, rules_of(games, name, 0))
]


@pytest.mark.parametrize(("games", "name", "format_"), CASES)
def test_records_are_read_back(games: Games, name: str, format_: str) -> None:
    """Games from the start or elsewhere, with variations and comments where the format has them."""
    for seed in range(8):
        record_is_read_back(games, rules_of(games, name, seed), format_, f"{name} {seed}")


def test_a_plugged_family_s_records_are_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connect Four has the formats of every family."""
    monkeypatch.setenv(FOLDERS, str(ROOT / "tests/games/plugs/connect_four"))
    family = family_class("connect-four")
    games = Games(family.name, family.presets)
    for name, rules in family.presets.items():
        assert formats_of(games, rules) == ["json", "share"]
        for format_ in formats_of(games, rules):
            for seed in range(8):
                record_is_read_back(games, rules, format_, f"{name} {seed}")
