"""Deleting a game sets a mark that can be removed for a week."""

from __future__ import annotations

import datetime as dt
import os
import sqlite3
from typing import TYPE_CHECKING

import pytest

from web.errors import TooLarge
from web.sessions.store import FILE, KEPT_DELETED, Store

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Running

ROW = ("2026-01-01", "pente", "Pente", 0, "")
OLD_SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, saved_at TEXT NOT NULL, preset TEXT NOT NULL, title TEXT NOT NULL,
    plies INTEGER NOT NULL, result TEXT NOT NULL, body BLOB NOT NULL
)
"""


def test_a_deletion_is_undone(board: Running) -> None:
    """A deleted game is in a list of its own; a tab hears that it is restored, and plays on."""
    game = board.played("gomoku-9", "E5 E6", clock={"initial_s": 100})
    at = f"games/{game['id']}"
    with board.tab(game, "one") as tab:
        board.delete(at)
        board.post(f"{at}/undo", 404)
        assert game["id"] not in [one["id"] for one in board.get("games")]
        assert board.get("games", deleted="true")[0]["id"] == game["id"]
        before = len(tab.of("game"))
        again = board.post(f"{at}/restore")
        assert again["clocks"]["running"] is None
        board.until(lambda: len(tab.of("game")) > before)
        assert game["id"] in [one["id"] for one in board.get("games", deleted="false")]
        assert "no deleted game" in board.post(f"{at}/restore", 404)["detail"]
        board.play(game, "D4")
        tab.wait("game", lambda news: news["current"] == 3)


def test_deleted_games_go_after_a_week(tmp_path: Path) -> None:
    """A game that was marked over a week ago is gone when the store is next used."""
    store = Store(str(tmp_path))
    for id_ in ("old", "new"):
        store.save((id_, *ROW), b"x")
        assert store.delete(id_)
    store.close()
    past = (dt.datetime.now(dt.UTC) - KEPT_DELETED - dt.timedelta(minutes=1)).isoformat()
    with sqlite3.connect(tmp_path / FILE) as base:
        base.execute("UPDATE games SET deleted_at = ? WHERE id = 'old'", (past,))
    base.close()
    store = Store(str(tmp_path))
    assert [row[0] for row in store.rows(deleted=True)] == ["new"]
    assert not store.restore("old")
    assert store.restore("new")
    assert store.load("new") == b"x"
    store.close()


def test_deleted_games_make_room(tmp_path: Path) -> None:
    """If the quota is reached, marked games go first and the others stay."""
    store = Store(str(tmp_path), most_games=3, most_bytes=100)
    for id_ in ("a", "b", "c"):
        store.save((id_, *ROW), b"x" * 30)
    for id_ in ("b", "a"):
        store.delete(id_)
    store.save(("d", *ROW), b"y" * 30)
    assert [row[0] for row in store.rows(deleted=True)] == ["a"]
    store.save(("d", *ROW), b"y" * 70)
    assert store.rows(deleted=True) == []
    with pytest.raises(TooLarge, match="delete some"):
        store.save(("d", *ROW), b"y" * 80)
    assert {row[0] for row in store.rows()} == {"c", "d"}
    store.close()


def test_games_saved_before_there_was_a_mark_are_read(tmp_path: Path) -> None:
    """A file of an older version gets the mark's column, and its games can be deleted."""
    with sqlite3.connect(os.path.join(tmp_path, FILE)) as base:
        base.execute(OLD_SCHEMA)
        base.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", ("a", *ROW, b"x"))
    base.close()
    store = Store(str(tmp_path))
    assert store.load("a") == b"x"
    assert store.delete("a")
    assert store.load("a") is None
    assert store.restore("a")
    assert [row[0] for row in store.rows()] == ["a"]
    store.close()
