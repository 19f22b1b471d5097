"""A plugged family over HTTP: Connect Four is listed, played, analysed and saved like any game."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from games.registry import FOLDERS
from tests.test_imports import ROOT
from tests.web.conftest import AGAINST_ENGINE, Running, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from web.settings import Settings

PLUG = "tests/games/plugs/connect_four"


@pytest.fixture
def plugged(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server with the family, named from where the server was started."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv(FOLDERS, PLUG)
    with serving(settings) as running:
        yield running


def test_a_plugged_game_is_played_against_the_engine_and_kept(
    plugged: Running, settings: Settings
) -> None:
    """It says what is offered; moves by column or square; undo and redo; a restart; records."""
    game = plugged.new_game("connect-4", AGAINST_ENGINE)
    assert (game["offers"], game["formats"]) == ([], ["json", "position"])
    game = plugged.answered(plugged.play(game, "d"))
    assert game["position"]["ply"] == 2
    at = f"games/{game['id']}"
    assert plugged.post(f"{at}/undo")["position"]["stones"] == {}
    assert plugged.post(f"{at}/redo")["position"] == game["position"]
    assert "chess" in plugged.post(f"{at}/play", 422, node=2, move="chess")["detail"]
    text = plugged.get(f"{at}/export", format="json")["text"]
    read = plugged.post("import", text=text, preset="connect-4")
    assert read["position"]["stones"] == game["position"]["stones"]
    plugged.end()
    with serving(settings) as again:
        assert again.get(at)["position"] == game["position"]


def test_a_plugged_game_that_cannot_be_read_ends_the_server_at_its_start(tmp_path: Path) -> None:
    """`pente serve` names the folder in one line, before it opens a port."""
    done = subprocess.run(
        [sys.executable, "-m", "pente", "serve", "--port", "0", "--data", str(tmp_path)],
        env={**os.environ, FOLDERS: str(tmp_path / "none")},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert str(tmp_path / "none") in done.stderr
    assert "Traceback" not in done.stderr
