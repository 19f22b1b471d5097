"""Saved games: one SQLite file of the standard library in the player's data folder.

A game's id is a key of a table and never a part of a path. Each save is a transaction: a game is
saved whole or as it was before. At most so many games and bytes are kept. A deleted game is marked
and can be restored for a week, unless its room is needed for another.
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
            self._add_mark()
            self._purge()
        except sqlite3.Error as error:
            raise OSError(f"{os.path.join(folder, FILE)}: {error}") from error

    def save(self, row: Row, body: bytes) -> None:
        """Save a game, new or again. Raises TooLarge where that would pass the quota."""
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
        """Mark a game as deleted; whether it was there."""
        self._purge()
        marked = self._base.execute(
            "UPDATE games SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL",
            (dt.datetime.now(dt.UTC).isoformat(), id_),
        )
        return marked.rowcount > 0

    def restore(self, id_: str) -> bool:
        """Take the mark off a deleted game; whether there was one that was still kept."""
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
        """Add the column of the mark to a file that was made without it."""
        columns = [column[1] for column in self._base.execute("PRAGMA table_info(games)")]
        if "deleted_at" not in columns:
            self._base.execute("ALTER TABLE games ADD COLUMN deleted_at TEXT")

    def _room(self, id_: str) -> tuple[int, int]:
        """How many games there are beside this one, and the bytes that they take."""
        games, size = self._base.execute(
            "SELECT count(*), coalesce(sum(length(body)), 0) FROM games WHERE id != ?", (id_,)
        ).fetchone()
        return int(games), int(size)

    def _purge(self) -> None:
        """Delete for ever what was marked long ago."""
        since = (dt.datetime.now(dt.UTC) - KEPT_DELETED).isoformat()
        self._base.execute("DELETE FROM games WHERE deleted_at < ?", (since,))

    def _purge_oldest(self, but: str) -> bool:
        """Delete for ever the game that was marked first, but not this one; whether there was."""
        purged = self._base.execute(
            "DELETE FROM games WHERE id = (SELECT id FROM games "
            "WHERE deleted_at IS NOT NULL AND id != ? ORDER BY deleted_at LIMIT 1)",
            (but,),
        )
        return purged.rowcount > 0

    def close(self) -> None:
        """Close the file."""
        self._base.close()
