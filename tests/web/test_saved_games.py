"""Databases of saved games that older servers wrote: today's server opens and lists them.

`data/samples/README.md` tells which commits wrote them, and what played the games.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import serving
from web.sessions.store import FILE
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.conftest import Running

SAMPLES = sorted((Path(__file__).resolve().parents[2] / "data" / "samples").glob("*.sqlite3"))
SAMPLE = pytest.mark.parametrize("sample", SAMPLES, ids=[path.stem for path in SAMPLES])
# The text, side, captures and comment of each node after the start.
PENTE_NODES = [
    ("K10", 0, 0, ""),
    ("K11", 1, 0, ""),
    ("N10", 0, 0, ""),
    ("K12", 1, 0, ""),
    ("K13", 0, 2, ""),
    ("L12", 1, 0, ""),
    ("M11", 0, 0, ""),
    ("M12", 1, 0, ""),
    ("H9", 0, 0, "A variation."),
]
GIPF_NODES = [
    ("e1-e3", 0, 0, "The first piece."),
    ("c2", 1, 0, ""),
    ("d2", 0, 0, ""),
    ("c2", 0, 0, "From the other side."),
]
START = "The start.\nTwo lines, with ünïcode."


@contextlib.contextmanager
def server_on(sample: Path, folder: Path) -> Iterator[Running]:
    """A server on a copy of the database that an older server left."""
    shutil.copy(sample, folder / FILE)
    with serving(Settings(data=str(folder), slots=1)) as running:
        yield running


def opened(old: Running, preset: str) -> Any:
    """The oldest saved game of this preset, as the page gets it."""
    *_, id_ = (game["id"] for game in old.get("games") if game["preset"] == preset)
    return old.get(f"games/{id_}")


def gist(game: Any) -> list[tuple[Any, ...]]:
    """What people see of each node after the start."""
    shown = ("move", "side", "captures", "comment")
    return [tuple(node[name] for name in shown) for node in game["nodes"][1:]]


@SAMPLE
def test_old_games_are_listed_and_go_on(sample: Path, tmp_path: Path) -> None:
    """The list and a search show what the older server wrote, and a deletion is undone.

    A move is saved, and the other game kept.
    """
    fields = ("id", "title", "plies", "result", "saved_at")
    query = f"SELECT {', '.join(fields)} FROM games ORDER BY saved_at DESC"  # noqa: S608
    with sqlite3.connect(f"file:{sample}?immutable=1", uri=True) as base:
        written = base.execute(query).fetchall()
    base.close()
    with server_on(sample, tmp_path) as running:
        shown = [tuple(game[field] for field in fields) for game in running.get("games")]
        assert shown == written
        assert len(shown) == 2
        assert running.get("games", skip=1, limit=1) == running.get("games")[1:]
        assert len(running.get("games", limit=1)) == 1
        (old,) = running.get("games", find="ada pente")
        running.delete(f"games/{old['id']}")
        assert [one["id"] for one in running.get("games", deleted="true")] == [old["id"]]
        running.post(f"games/{old['id']}/restore")
        game = opened(running, "gipf-basic")
        running.play(game, game["position"]["moves"][0]["move"])
        listed = {game["preset"]: game["plies"] for game in running.get("games")}
        assert listed == {"gipf-basic": 4, "pente": 7}


@SAMPLE
def test_old_games_are_whole(sample: Path, tmp_path: Path) -> None:
    """Moves, variations, comments, captures, clocks, names, result and review are as saved.

    So is a handicap, which a record keeps.
    """
    with server_on(sample, tmp_path) as old:
        game, other = opened(old, "pente"), opened(old, "gipf-basic")
        again = old.post(
            "import", text=old.get(f"games/{other['id']}/export", format="sgf")["text"]
        )
        text = old.get(f"games/{again['id']}/export", format="gipf")["text"]
    assert gist(game) == PENTE_NODES
    assert game["nodes"][0]["comment"] == START
    assert [node["parent"] for node in game["nodes"]] == [None, 0, 1, 2, 3, 4, 5, 6, 3, 8]
    assert (game["current"], game["main"]) == (7, list(range(8)))
    assert [player["name"] for player in game["players"]] == ["Ada", "Ben"]
    assert game["clocks"]["initial_s"] == 600
    assert all(600 < left_s < 621 for left_s in game["clocks"]["left_s"])
    assert (game["result"]["winner"], game["result"]["termination"]) == (0, "resignation")
    scored = [node["id"] for node in game["nodes"] if node["score"] is not None]
    assert scored in ([], game["main"]), "if the older server reviewed it"
    assert ("blunder" in [node["mark"] for node in game["nodes"]]) == bool(scored)
    assert gist(other) == GIPF_NODES
    assert sorted(gist(again)) == sorted(GIPF_NODES)
    assert "pieces=15,17" in text
    assert [node["parent"] for node in other["nodes"]] == [None, 0, 1, 2, 0]
    assert other["result"] is None
