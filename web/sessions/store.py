"""Saved games: one SQLite file in the user's data folder.

The id of a game is a key of a table, never part of a path. Each save is a transaction. The numbers
of games and bytes are limited. A deleted game is marked and can be restored for a week, unless its
space is needed for another.
"""

from __future__ import annotations

import datetime as dt
import os
import sqlite3

from web.errors import TooLarge

FILE = "games.sqlite3"
MOST_GAMES = 5_000
MOST_BYTES = 256 << 20
KEPT_DELETED = dt.timedelta(days=7)
SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id       TEXT PRIMARY KEY,
    saved_at TEXT NOT NULL,
    preset   TEXT NOT NULL,
    title    TEXT NOT NULL,
    plies    INTEGER NOT NULL,
    result   TEXT NOT NULL,
    body     BLOB NOT NULL,
    deleted_at TEXT
)
"""
Row = tuple[str, str, str, str, int, str]  # all columns but the body


def data_folder() -> str:
    """The default folder of saved games (XDG base directory specification)."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(base, "pente-engine")


class Store:
    """The table of saved games."""

    def __init__(
        self, folder: str, *, most_games: int = MOST_GAMES, most_bytes: int = MOST_BYTES
    ) -> None:
        """Open or create the file and its folder. Raises OSError."""
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self._most_games = most_games
        self._most_bytes = most_bytes
        try:
            # A server can be created in one thread and run in another.
            self._base = sqlite3.connect(
                os.path.join(folder, FILE), isolation_level=None, check_same_thread=False
            )
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = NORMAL")
            self._base.execute(SCHEMA)
            self._add_mark()
            self._purge()
        except sqlite3.Error as error:
            raise OSError(f"{os.path.join(folder, FILE)}: {error}") from error

    def save(self, row: Row, body: bytes) -> None:
        """Save or replace a game. Raises TooLarge if that would exceed the quota."""
        games, size = self._room(row[0])
        while games >= self._most_games or size + len(body) > self._most_bytes:
            if not self._purge_oldest(row[0]):
                raise TooLarge(
                    f"{games} games are saved already ({size >> 20} MB): delete some to save more"
                )
            games, size = self._room(row[0])
        self._base.execute(
            "INSERT OR REPLACE INTO games (id, saved_at, preset, title, plies, result, body) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*row, body),
        )

    def load(self, id_: str) -> bytes | None:
        """The body of a saved game, or None."""
        found = self._base.execute(
            "SELECT body FROM games WHERE id = ? AND deleted_at IS NULL", (id_,)
        ).fetchone()
        return None if found is None else bytes(found[0])

    def delete(self, id_: str) -> bool:
        """Mark a game as deleted; return whether it existed."""
        self._purge()
        marked = self._base.execute(
            "UPDATE games SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL",
            (dt.datetime.now(dt.UTC).isoformat(), id_),
        )
        return marked.rowcount > 0

    def restore(self, id_: str) -> bool:
        """Undo the deletion of a game; return whether the game was still kept."""
        self._purge()
        marked = self._base.execute(
            "UPDATE games SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL", (id_,)
        )
        return marked.rowcount > 0

    def rows(self, *, deleted: bool = False, limit: int = 500) -> list[Row]:
        """The saved games, latest first, or the deleted ones, latest deleted first."""
        self._purge()
        return self._base.execute(
            "SELECT id, saved_at, preset, title, plies, result FROM games "
            "WHERE (deleted_at IS NOT NULL) = ? "
            "ORDER BY coalesce(deleted_at, saved_at) DESC LIMIT ?",
            (deleted, limit),
        ).fetchall()

    def _add_mark(self) -> None:
        """Add the column `deleted_at` to a file of an older version."""
        columns = [column[1] for column in self._base.execute("PRAGMA table_info(games)")]
        if "deleted_at" not in columns:
            self._base.execute("ALTER TABLE games ADD COLUMN deleted_at TEXT")

    def _room(self, id_: str) -> tuple[int, int]:
        """The number of other games, and their size in bytes."""
        games, size = self._base.execute(
            "SELECT count(*), coalesce(sum(length(body)), 0) FROM games WHERE id != ?", (id_,)
        ).fetchone()
        return int(games), int(size)

    def _purge(self) -> None:
        """Erase the games that were deleted longer ago than they are kept."""
        since = (dt.datetime.now(dt.UTC) - KEPT_DELETED).isoformat()
        self._base.execute("DELETE FROM games WHERE deleted_at < ?", (since,))

    def _purge_oldest(self, but: str) -> bool:
        """Erase the game that was deleted first, except this one; return whether there was one."""
        purged = self._base.execute(
            "DELETE FROM games WHERE id = (SELECT id FROM games "
            "WHERE deleted_at IS NOT NULL AND id != ? ORDER BY deleted_at LIMIT 1)",
            (but,),
        )
        return purged.rowcount > 0

    def close(self) -> None:
        """Close the file."""
        self._base.close()
