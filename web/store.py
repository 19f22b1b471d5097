"""Saved games: one SQLite file of the standard library in the player's data folder.

A game's id is a key of a table and never a part of a path. Each save is a transaction: a game is
saved whole or as it was before. At most so many games and bytes are kept.
"""

from __future__ import annotations

import os
import sqlite3

from web.errors import TooLarge

FILE = "games.sqlite3"
MOST_GAMES = 5_000
MOST_BYTES = 256 << 20
SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id       TEXT PRIMARY KEY,
    saved_at TEXT NOT NULL,
    preset   TEXT NOT NULL,
    title    TEXT NOT NULL,
    plies    INTEGER NOT NULL,
    result   TEXT NOT NULL,
    body     BLOB NOT NULL
)
"""
Row = tuple[str, str, str, str, int, str]  # all columns but the body


def data_folder() -> str:
    """Where games are kept unless another folder is named (XDG base directory specification)."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(base, "pente-engine")


class Store:
    """The table of saved games."""

    def __init__(
        self, folder: str, *, most_games: int = MOST_GAMES, most_bytes: int = MOST_BYTES
    ) -> None:
        """Open or make the file in a folder, which is made if missing. Raises OSError."""
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self._most_games = most_games
        self._most_bytes = most_bytes
        try:
            # Not tied to the thread that opens it: a server may be made in one and run in another.
            self._base = sqlite3.connect(
                os.path.join(folder, FILE), isolation_level=None, check_same_thread=False
            )
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = NORMAL")
            self._base.execute(SCHEMA)
        except sqlite3.Error as error:
            raise OSError(f"{os.path.join(folder, FILE)}: {error}") from error

    def save(self, row: Row, body: bytes) -> None:
        """Save a game, new or again. Raises TooLarge where that would pass the quota."""
        games, size = self._base.execute(
            "SELECT count(*), coalesce(sum(length(body)), 0) FROM games WHERE id != ?", (row[0],)
        ).fetchone()
        if games >= self._most_games or size + len(body) > self._most_bytes:
            raise TooLarge(
                f"{games} games are saved already ({size >> 20} MB): delete some to save more"
            )
        self._base.execute(
            "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, body)
        )

    def load(self, id_: str) -> bytes | None:
        """The body of a saved game, or None."""
        found = self._base.execute("SELECT body FROM games WHERE id = ?", (id_,)).fetchone()
        return None if found is None else bytes(found[0])

    def delete(self, id_: str) -> bool:
        """Delete a game; whether it was there."""
        return self._base.execute("DELETE FROM games WHERE id = ?", (id_,)).rowcount > 0

    def rows(self, limit: int = 500) -> list[Row]:
        """The saved games, latest first."""
        return self._base.execute(
            "SELECT id, saved_at, preset, title, plies, result FROM games "
            "ORDER BY saved_at DESC LIMIT ?",
            (limit,),
        ).fetchall()

    def close(self) -> None:
        """Close the file."""
        self._base.close()
