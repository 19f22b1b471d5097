"""The registry finds plugged families; Connect Four needs nothing but its folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pente
from games.errors import GameError, UnknownRules
from games.images import Images
from games.registry import FOLDERS, GAMES, all_games, families, family_named, family_of
from search.engine import Engine
from search.limits import Limits
from search.score import win_in
from tests.test_imports import ROOT

PLUG = ROOT / "tests/games/plugs/connect_four"


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plug Connect Four in."""
    monkeypatch.setenv(FOLDERS, str(PLUG))


def test_plugged_games_follow_those_built_in(plugged: None) -> None:
    """All presets are listed; the family of a plugged game's rules is found by name."""
    del plugged
    assert all_games() == (*GAMES, "connect-4")
    family = family_named("connect-4")
    assert type(family_of(family.rules)) is type(family) is families()[-1]


def test_unknown_names_list_all_games() -> None:
    """Without the plug the game is unknown."""
    with pytest.raises(UnknownRules, match=r"connect-4.*gipf"):
        family_named("connect-4")


@pytest.mark.parametrize(
    ("text", "told"),
    [("", "FAMILY"), ("FAMILY = 3", "Family"), ("1 / 0", "division")],
)
def test_folders_without_a_family_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    """The error names the folder and what was expected."""
    folder = tmp_path / f"empty{len(text)}"
    folder.mkdir()
    (folder / "family.py").write_text(text)
    monkeypatch.setenv(FOLDERS, str(folder))
    with pytest.raises(GameError, match=rf"{folder.name}.*{told}"):
        families()


def test_names_that_are_taken_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same family twice is an error that names it."""
    monkeypatch.setenv(FOLDERS, f"{PLUG}:{PLUG}")
    with pytest.raises(GameError, match="connect-four"):
        families()


def test_textbook_search_plays_a_plugged_game(plugged: None) -> None:
    """The engine keeps its limits, finds a win in two and gives several lines."""
    del plugged
    family = family_named("connect-4")
    position = family.after([38, 31, 39, 24])  # White has d1 and e1: c1 makes three, open
    with Engine(family.rules) as engine:
        found = engine.search(position, Limits(depth=4), multipv=2)
        assert found.score == win_in(3)
        assert len(found.lines) == 2
        few = engine.search(family.start(), Limits(nodes=30))
    assert (few.stopped_by, few.nodes) == ("nodes", 30)
    assert position.moves == [38, 31, 39, 24]


def test_plugged_game_has_pictures_keys_and_openings(plugged: None) -> None:
    """Defaults of the family: layout, legal moves, keys, drawn openings."""
    del plugged
    game = pente.Game("connect-4").play("d1 d e1")
    assert game.svg().count("<circle") >= 3
    assert game.legal_moves == ("d3", "e2", "a1", "b1", "c1", "f1", "g1")
    with pytest.raises(ValueError, match="connect-4 has no solver"):
        pente.solve(game)
    family = family_named("connect-4")
    assert len(family.draw_opening(3, seed=1)) == 3
    assert Images(family.rules).visits(family.start(), [38, 31])


def test_a_click_in_a_column_drops_a_piece(plugged: None) -> None:
    """Every square of a column with room stands for its move; elsewhere a place is its move."""
    del plugged
    family = family_named("connect-4")
    clicks = family.clicks(family.after([38, 31, 24, 17, 10, 3]))
    assert {at % 7 for at in clicks} == {0, 1, 2, 4, 5, 6}
    assert {clicks[at] for at in range(0, 42, 7)} == {35}
    assert family_named("gomoku-9").clicks(family_named("gomoku-9").start()) == {
        place: place for place in range(81)
    }


def test_match_between_processes_plays_a_plugged_game(tmp_path: Path) -> None:
    """`pente match` plays it with two workers; each finds the folder by the environment."""
    words = ["match", "engine", "random", "-g", "connect-4", "--games", "4", "--clock", "nodes:300"]
    out = tmp_path / "games.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "pente", *words, "--workers", "2", "--results", str(out)],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", FOLDERS: str(PLUG)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
