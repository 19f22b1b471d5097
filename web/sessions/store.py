"""Saved games: one SQLite file in the user's data folder.

The id of a game is a key of a table, never part of a path. Each save is a transaction. The numbers
of games and bytes are limited. A deleted game is marked and can be restored for a week, unless its
space is needed for another. A game without a move is a draft: it is in no list, and only the latest
drafts are kept.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec

from web.databases import Database
from web.errors import Refusal, TooLarge

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE = "games.sqlite3"
MOST_GAMES = 20_000
MOST_DRAFTS = 64
MOST_LISTED = 500
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
    deleted_at TEXT,
    words    TEXT
);
CREATE TABLE IF NOT EXISTS drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT UNIQUE NOT NULL, body BLOB NOT NULL
)
"""
# Lists and searches read this index alone, none of the bodies.
LISTED = (
    "CREATE INDEX IF NOT EXISTS listed ON games "
    "(deleted_at, saved_at, id, preset, title, plies, result, words)"
)
Row = tuple[str, str, str, str, int, str]  # the columns of a list
Wish = tuple[tuple[Row, bytes], bool]  # a game to save, and whether it has begun; else a draft
LONGEST = 2_000  # characters
FIRST_WAIT_S = 0.1  # the same at the start, where nothing must be written
TO_SAVE = (
    "INSERT OR REPLACE INTO games (id, saved_at, preset, title, plies, result, body, words) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


def data_folder() -> str:
    """The default folder of saved games (XDG base directory specification)."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(base, "pente-engine")


class Store(Database):
    """The table of saved games. One thread may read while another writes.

    All methods raise DiskFull or NotSaved where the file fails; a change is then undone.
    """

    def __init__(
        self, folder: str, *, most_games: int = MOST_GAMES, most_bytes: int = MOST_BYTES
    ) -> None:
        """Open or create the file and its folder. Raises OSError."""
        os.makedirs(folder, mode=0o700, exist_ok=True)
        super().__init__(os.path.join(folder, FILE), "the saved games")
        self._most_games = most_games
        self._most_bytes = most_bytes
        try:
            with self._connected():
                self._base.executescript(SCHEMA)
                self._add_columns()
                self.wait(FIRST_WAIT_S)
                with contextlib.suppress(Refusal), self._told(), self._transaction():
                    self._purge()  # games can be read from a full disk as well
                    self._add_words()
        except sqlite3.Error as error:
            raise OSError(f"{self.path}: {self.refusal(error).detail}") from error

    def save(self, row: Row, body: bytes, *, begun: bool = True) -> None:
        """Save or replace a game. Raises TooLarge if that would exceed the quota."""
        self.save_all([((row, body), begun)])

    def save_all(self, games: Iterable[Wish]) -> None:
        """Save or replace games, all or none. Raises TooLarge if that would exceed the quota."""
        with self._told(), self._transaction():
            for (row, body), begun in games:
                self._base.execute("DELETE FROM drafts WHERE game = ?", row[:1])
                if begun:
                    self._make_room(row[0], len(body))
                    self._base.execute(TO_SAVE, (*row, body, words_of(row, body)))
                else:
                    self._draft(row[0], body)

    def _draft(self, id_: str, body: bytes) -> None:
        """Keep a game that has not begun, as the latest draft."""
        made = self._base.execute("INSERT INTO drafts (game, body) VALUES (?, ?)", (id_, body))
        latest = int(made.lastrowid or 0)
        self._base.execute("DELETE FROM drafts WHERE id <= ?", (latest - MOST_DRAFTS,))

    def _make_room(self, id_: str, more: int) -> None:
        """Erase deleted games until a game fits into the quota. Raises TooLarge."""
        games, size = self._room(id_, more)
        while games >= self._most_games or size + more > self._most_bytes:
            if not self._purge_oldest(id_):
                raise TooLarge(
                    f"{games} games are saved already ({size >> 20} MB): delete some to save more"
                )
            games, size = self._room(id_, more)

    def load(self, id_: str) -> bytes | None:
        """The body of a saved game or a draft, or None."""
        row = self._row(
            "SELECT body FROM games WHERE id = ? AND deleted_at IS NULL "
            "UNION ALL SELECT body FROM drafts WHERE game = ?",
            *(id_, id_),
        )
        return None if row is None else bytes(row[0])

    def delete(self, id_: str) -> bool:
        """Mark a game as deleted, or forget a draft; return whether it existed."""
        if self._mark("deleted_at = ? WHERE id = ? AND deleted_at IS NULL", _now(), id_):
            return True
        with self._told():
            gone = self._base.execute("DELETE FROM drafts WHERE game = ?", (id_,))
        return gone.rowcount > 0

    def restore(self, id_: str) -> bool:
        """Undo the deletion of a game; return whether the game was still kept."""
        return self._mark("deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL", id_)

    def _mark(self, change: str, *values: str) -> bool:
        """Set the mark of a game; return whether there was such a game."""
        with self._told(), self._transaction():
            self._purge()
            marked = self._base.execute(f"UPDATE games SET {change}", values)  # noqa: S608 - ours
        return marked.rowcount > 0

    def rows(
        self, *, deleted: bool = False, find: str = "", skip: int = 0, limit: int = MOST_LISTED
    ) -> list[Row]:
        """The saved games, latest first, or the deleted ones, latest deleted first.

        Only those with all words of `find`; `limit` of them, after the first `skip`.
        """
        terms = find.casefold().split()
        which = "deleted_at >= ?" if deleted else "deleted_at IS NULL"
        has_words = " AND instr(words, ?)" * len(terms)
        rows: list[Any] = self._rows(
            f"SELECT id, saved_at, preset, title, plies, result FROM games WHERE {which}{has_words}"  # noqa: S608 - ours
            " ORDER BY deleted_at DESC, saved_at DESC, id DESC LIMIT ? OFFSET ?",
            *([_oldest_kept()] if deleted else []),
            *(*terms, limit, skip),
        )
        return rows

    def stamps(self) -> dict[str, str]:
        """When each saved game that is not deleted was last saved, by id."""
        return dict(self._rows("SELECT id, saved_at FROM games WHERE deleted_at IS NULL"))

    def _add_columns(self) -> None:
        """Add what a file of an older version lacks: the columns `deleted_at` and `words`."""
        columns = [column[1] for column in self._base.execute("PRAGMA table_info(games)")]
        for name in ("deleted_at", "words"):
            if name not in columns:
                self._base.execute(f"ALTER TABLE games ADD COLUMN {name} TEXT")
        self._base.execute(LISTED)

    def _add_words(self) -> None:
        """Add the words of the games that an older version saved."""
        without = self._base.execute(
            "SELECT id, saved_at, preset, title, plies, result FROM games WHERE words IS NULL"
        ).fetchall()
        for row in without:
            (body,) = self._base.execute("SELECT body FROM games WHERE id = ?", row[:1]).fetchone()
            words = words_of(row, bytes(body))
            self._base.execute("UPDATE games SET words = ? WHERE id = ?", (words, row[0]))

    def _room(self, id_: str, more: int) -> tuple[int, int]:
        """The number of other games, and the bytes that they take at most.

        The bodies are only added up if the whole file is near the quota: that reads all of it.
        """
        query = "SELECT {} FROM games WHERE id != ?"
        (games,) = self._base.execute(query.format("count(*)"), (id_,)).fetchone()
        (pages,) = self._base.execute("PRAGMA page_count").fetchone()
        (page,) = self._base.execute("PRAGMA page_size").fetchone()
        size = pages * page
        if size + more > self._most_bytes:
            total = query.format("coalesce(sum(length(body)), 0)")
            (size,) = self._base.execute(total, (id_,)).fetchone()
        return int(games), int(size)

    def _purge(self) -> None:
        """Erase the games that were deleted longer ago than they are kept."""
        self._base.execute("DELETE FROM games WHERE deleted_at < ?", (_oldest_kept(),))

    def _purge_oldest(self, but: str) -> bool:
        """Erase the game that was deleted first, except this one; return whether there was one."""
        purged = self._base.execute(
            "DELETE FROM games WHERE id = (SELECT id FROM games "
            "WHERE deleted_at IS NOT NULL AND id != ? ORDER BY deleted_at LIMIT 1)",
            (but,),
        )
        return purged.rowcount > 0


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat()


def _oldest_kept() -> str:
    """Games that were deleted before this time are erased."""
    return (dt.datetime.now(dt.UTC) - KEPT_DELETED).isoformat()


class _Player(msgspec.Struct):
    name: str = ""


class _Named(msgspec.Struct):
    """The part of a saved game that names people and events; nothing else is decoded."""

    players: list[_Player] = []
    tags: dict[str, str] = {}


def words_of(row: Row, body: bytes) -> str:
    """The text that a search looks in."""
    _, _, preset, title, _, result = row
    try:
        named = msgspec.json.decode(body, type=_Named)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        named = _Named()  # the list shows a game that cannot be read, too
    names = (player.name for player in named.players)
    return "\n".join([title, preset, result, *names, *named.tags.values()])[:LONGEST].casefold()
