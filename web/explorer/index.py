"""The explorer's games in one SQLite file: by position, what was played and how it ended.

A game stands once, however many collections hold it; it goes with the last of them. The saved games
of the board are held by their ids. The file can be made anew from them and from the collections.
"""

from __future__ import annotations

import datetime as dt
import os
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.result import RESULTS
from games.share import parse_share
from web.contract.study import Collection, ExplorerGame
from web.databases import Database
from web.errors import NotFound, TooLarge
from web.explorer.entries import images_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from web.explorer.entries import Entry

FILE = "explorer.sqlite3"
VERSION = 1  # of the tables and of the keys
MOST_GAMES = 300_000
MOST_COLLECTIONS = 200
FEW = 20  # games that are removed by replaying them; more by reading the whole table
SCHEMA = """
CREATE TABLE IF NOT EXISTS collections (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, imported_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB UNIQUE NOT NULL, preset TEXT NOT NULL,
    first TEXT NOT NULL, second TEXT NOT NULL, date TEXT NOT NULL, result INTEGER NOT NULL,
    plies INTEGER NOT NULL, share TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS held (
    collection INTEGER, game INTEGER, PRIMARY KEY (collection, game)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS holders ON held (game);
CREATE TABLE IF NOT EXISTS saved (id TEXT PRIMARY KEY, saved_at TEXT NOT NULL, game INTEGER);
CREATE INDEX IF NOT EXISTS saved_as ON saved (game);
CREATE TABLE IF NOT EXISTS texts (
    digest BLOB PRIMARY KEY, game INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS texts_of ON texts (game);
CREATE TABLE IF NOT EXISTS visits (
    key INTEGER, game INTEGER, move INTEGER NOT NULL, ply INTEGER NOT NULL, result INTEGER NOT NULL,
    PRIMARY KEY (key, game)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS scores (
    key INTEGER PRIMARY KEY, kind TEXT NOT NULL, value INTEGER NOT NULL, percent REAL NOT NULL
);
CREATE VIEW IF NOT EXISTS unheld AS SELECT id, share FROM games
WHERE NOT EXISTS (SELECT 1 FROM held WHERE game = games.id)
AND NOT EXISTS (SELECT 1 FROM saved WHERE game = games.id);
"""
ScoreRow = tuple[int, str, int, float]  # the columns of `scores`


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which games count: all but one, with these words in names or date, with one result.

    words   folded; a game must have all of them
    result  an index of RESULTS, or None for all
    """

    but: int | None
    words: tuple[str, ...]
    result: int | None

    def condition(self) -> tuple[str, tuple[int | str, ...]]:
        """The condition on visits and, for words, games; and the values for its places."""
        but = -1 if self.but is None else self.but
        told = " AND instr(folded(first || ' ' || second || ' ' || date), ?)" * len(self.words)
        if self.result is None:
            return f" AND game != ?{told}", (but, *self.words)
        return f" AND game != ? AND visits.result = ?{told}", (but, self.result, *self.words)


class Index(Database):
    """The tables. One thread may read while another writes.

    All methods raise DiskFull or NotSaved where the file fails; a change is then undone.
    """

    def __init__(self, folder: str, *, most_games: int = MOST_GAMES) -> None:
        """Open or create the file and its folder. Raises OSError, DiskFull or NotSaved."""
        os.makedirs(folder, mode=0o700, exist_ok=True)
        remedy = f" Remove the file {FILE} from the folder of the saved games, and import again."
        super().__init__(os.path.join(folder, FILE), "the games of the explorer", remedy)
        self._most_games = most_games
        with self._told(), self._connected():
            (version,) = self._base.execute("PRAGMA user_version").fetchone()
            if version not in (0, VERSION):
                raise sqlite3.DatabaseError(f"it has version {version}, expected {VERSION}")
            self._base.executescript(SCHEMA)
            self._reader.create_function("folded", 1, str.casefold, deterministic=True)
            self._base.execute(f"PRAGMA user_version = {VERSION}")

    # Changes

    def begin_collection(self, name: str) -> int:
        """The id of the collection of this name, made if there is none. Raises TooLarge."""
        with self._told(), self._transaction():
            row = self._base.execute(
                "SELECT id FROM collections WHERE name = ?", (name,)
            ).fetchone()
            if row:
                return int(row[0])
            (count,) = self._base.execute("SELECT count(*) FROM collections").fetchone()
            if count >= MOST_COLLECTIONS:
                raise TooLarge(f"there are {count} collections already: remove some to add more")
            made = self._base.execute(
                "INSERT INTO collections (name, imported_at) VALUES (?, ?)", (name, _now())
            )
            return int(made.lastrowid or 0)

    def hold_known(self, collection: int, texts: Sequence[bytes]) -> list[bool]:
        """Hold the games that were read from these texts before; return which were known."""
        with self._told(), self._transaction():
            known = []
            for text in texts:
                row = self._base.execute(
                    "SELECT game FROM texts WHERE digest = ?", (text,)
                ).fetchone()
                known.append(row is not None)
                if row:
                    self._hold(collection, row[0])
            return known

    def add(self, collection: int, entries: Iterable[tuple[bytes, Entry]]) -> int:
        """Add games with the digests of their texts; return how many are new. Raises TooLarge."""
        new = 0
        with self._told(), self._transaction():
            for text, entry in entries:
                game, is_new = self._put(entry)
                new += is_new
                self._hold(collection, game)
                self._base.execute("INSERT OR REPLACE INTO texts VALUES (?, ?)", (text, game))
        return new

    def remove_collection(self, collection: int) -> None:
        """Remove a collection, and its games that nothing else holds. Raises NotFound."""
        with self._told(), self._transaction():
            gone = self._base.execute("DELETE FROM collections WHERE id = ?", (collection,))
            if not gone.rowcount:
                raise NotFound("that collection is no longer in the explorer")
            self._base.execute("DELETE FROM held WHERE collection = ?", (collection,))
            self._sweep()

    def put_saved(
        self, id_: str, saved_at: str, entry: Entry | None, scores: Iterable[ScoreRow] = ()
    ) -> None:
        """Keep a saved game as it is now, or only that it does not count (`entry` is None)."""
        with self._told(), self._transaction():
            before = self._base.execute("SELECT game FROM saved WHERE id = ?", (id_,)).fetchone()
            game = None if entry is None else self._put(entry)[0]
            self._base.execute(
                "INSERT OR REPLACE INTO saved VALUES (?, ?, ?)", (id_, saved_at, game)
            )
            self._base.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?)", scores)
            if before and before[0] not in (None, game):
                self._remove(
                    self._base.execute(
                        "SELECT id, share FROM unheld WHERE id = ?", before
                    ).fetchall()
                )

    def drop_saved(self, ids: Iterable[str]) -> None:
        """Forget saved games that were deleted."""
        with self._told(), self._transaction():
            self._base.executemany("DELETE FROM saved WHERE id = ?", [(id_,) for id_ in ids])
            self._sweep()

    def _put(self, entry: Entry) -> tuple[int, bool]:
        """The id of a game, and whether it was added now. Raises TooLarge."""
        row = self._base.execute(
            "SELECT id FROM games WHERE digest = ?", (entry.digest,)
        ).fetchone()
        if row:
            return int(row[0]), False
        (count,) = self._base.execute("SELECT count(*) FROM games").fetchone()
        if count >= self._most_games:
            raise TooLarge(f"the explorer has {count} games already: remove a collection first")
        made = self._base.execute(
            "INSERT INTO games (digest, preset, first, second, date, result, plies, share) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(entry.digest, entry.preset, *entry.names, entry.date, entry.result),
                *(len(entry.visits), entry.share),
            ),
        )
        game = int(made.lastrowid or 0)
        self._base.executemany(
            "INSERT OR IGNORE INTO visits VALUES (?, ?, ?, ?, ?)",
            [(key, game, move, ply, entry.result) for ply, (key, move) in enumerate(entry.visits)],
        )
        return game, True

    def _hold(self, collection: int, game: int) -> None:
        self._base.execute("INSERT OR IGNORE INTO held VALUES (?, ?)", (collection, game))

    def _sweep(self) -> None:
        """Remove all games that nothing holds."""
        gone = self._base.execute("SELECT id, share FROM unheld").fetchall()
        if len(gone) <= FEW:
            self._remove(gone)
            return
        self._base.execute("DELETE FROM visits WHERE game IN (SELECT id FROM unheld)")
        self._base.execute("DELETE FROM texts WHERE game IN (SELECT id FROM unheld)")
        self._base.execute("DELETE FROM games WHERE id IN (SELECT id FROM unheld)")

    def _remove(self, games: Iterable[tuple[int, str]]) -> None:
        """Remove a few games; their positions are found by replaying them."""
        for game, share in games:
            self._base.executemany(
                "DELETE FROM visits WHERE key = ? AND game = ?",
                [(key, game) for key in _keys_of(share)],
            )
            self._base.execute("DELETE FROM texts WHERE game = ?", (game,))
            self._base.execute("DELETE FROM games WHERE id = ?", (game,))

    # Questions

    def moves_at(self, key: int, wanted: Wanted) -> dict[int, list[int]]:
        """The moves that were played in a position, by name: the games by result, as in RESULTS."""
        condition, values = wanted.condition()
        games = "JOIN games ON games.id = game" if wanted.words else ""
        rows = self._rows(
            f"SELECT move, visits.result, count(*) FROM visits {games} WHERE key = ?"  # noqa: S608 - ours
            f"{condition} GROUP BY move, visits.result",
            *(key, *values),
        )
        counts: dict[int, list[int]] = {}
        for move, result, count in rows:
            counts.setdefault(move, [0] * len(RESULTS))[result] += count
        return counts

    def games_at(self, key: int, limit: int, wanted: Wanted) -> list[ExplorerGame]:
        """The games that went through a position and on, those that were added last first."""
        condition, values = wanted.condition()
        rows = self._rows(
            "SELECT id, first, second, date, games.result, plies, ply "  # noqa: S608 - ours
            f"FROM visits JOIN games ON games.id = game WHERE key = ?{condition} "
            "ORDER BY game DESC LIMIT ?",
            *(key, *values, limit),
        )
        return [_game(*row) for row in rows]

    def game(self, id_: int) -> tuple[ExplorerGame, str]:
        """A game, with its start and main line as one word. Raises NotFound."""
        row = self._row(
            "SELECT share, id, first, second, date, result, plies, plies FROM games WHERE id = ?",
            id_,
        )
        if row is None:
            raise NotFound("that game is no longer in the explorer")
        return _game(*row[1:]), str(row[0])

    def scores_of(self, keys: Sequence[int]) -> dict[int, ScoreRow]:
        """The known scores of positions, by key."""
        rows = [self._row("SELECT * FROM scores WHERE key = ?", key) for key in keys]
        scores: dict[int, Any] = {row[0]: row for row in rows if row is not None}
        return scores

    def saved_stamps(self) -> dict[str, str]:
        """When the saved games that the explorer knows had been saved, by id."""
        return dict(self._rows("SELECT id, saved_at FROM saved"))

    def saved_game(self, id_: str) -> int | None:
        """The game that only a saved game holds; None if it does not count or others hold it."""
        row = self._row(
            "SELECT game FROM saved WHERE id = ? AND NOT EXISTS "
            "(SELECT 1 FROM held WHERE held.game = saved.game)",
            id_,
        )
        return None if row is None else row[0]

    def saved_as(self, game: int) -> str | None:
        """The id of a saved game that is this game, or None."""
        row = self._row("SELECT id FROM saved WHERE game = ?", game)
        return None if row is None else str(row[0])

    def collections(self) -> list[Collection]:
        """All collections, the latest first."""
        rows = self._rows(
            "SELECT id, name, imported_at, (SELECT count(*) FROM held WHERE collection = id) "
            "FROM collections ORDER BY id DESC"
        )
        return [
            Collection(id=id_, name=name, imported_at=imported_at, games=games)
            for id_, name, imported_at, games in rows
        ]

    def sizes(self) -> tuple[int, int]:
        """The number of games, and of those that are saved games of the board."""
        ((games, saved),) = self._rows(
            "SELECT (SELECT count(*) FROM games), count(game) FROM saved"
        )
        return int(games), int(saved)


def _game(  # noqa: PLR0917 - a row
    id_: int, first: str, second: str, date: str, result: int, plies: int, ply: int
) -> ExplorerGame:
    return ExplorerGame(
        id=id_, names=(first, second), date=date, result=RESULTS[result], plies=plies, ply=ply
    )


def _keys_of(share: str) -> list[int]:
    record = parse_share(share)
    return [key for key, _ in images_of(record.rules).visits(record.start, record.moves)]


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
