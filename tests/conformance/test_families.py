"""Every family keeps every law, by each of its presets and by rules of all kinds."""

from __future__ import annotations

import pytest

from games.registry import FOLDERS, family_class
from tests.conformance.laws import DRAWN, KERNEL_LAWS, LAWS, Law, conform, keep, names_of, rules_of
from tests.families import ALL_GAMES, Games
from tests.test_imports import ROOT

CASES = [(games, name) for games in ALL_GAMES for name in names_of(games)]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("games", "name"), CASES)
def test_family_keeps_the_law(games: Games, name: str, law: Law) -> None:
    """In random games and positions, most of them where rules are small and of all kinds."""
    keep(games, name, law, range((16 if law in KERNEL_LAWS else 8) if name == DRAWN else 4))


def test_a_plugged_family_conforms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connect Four is run through the laws by one call, without a kernel or a reference."""
    monkeypatch.setenv(FOLDERS, str(ROOT / "tests/games/plugs/connect_four"))
    family = family_class("connect-four")
    ends = tuple(family.won_by)
    conform(Games(family.name, family.presets, moves=lambda _: range(42), ends=ends), range(6))


@pytest.mark.parametrize("games", ALL_GAMES, ids=repr)
def test_random_games_show_every_end_and_captures(games: Games) -> None:
    """So the laws are tried where they matter."""
    ends, captures = set(), 0
    for name in names_of(games):
        for seed in range(8 if name == DRAWN else 4):
            position = games.play_randomly(rules_of(games, name, seed), seed)
            captures += any(games.of(position.rules).captured(position, side) for side in (0, 1))
            assert position.outcome is not None, name
            ends.add(position.outcome.termination)
    assert captures > 4
    assert len(ends) >= 2
