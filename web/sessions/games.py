"""The games of a server: those in memory, their locks, and how they are loaded and saved."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from web.databases import Desk
from web.errors import NotFound, Refusal
from web.log import LOG, log_failure
from web.sessions.saved import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from web.sessions.session import Session
    from web.sessions.store import Row, Store

KEPT_SESSIONS = 64  # in memory; others are read from disk on request
KEPT_BYTES = 8 << 20  # of their saved forms; in memory a game takes about ten times as much
GONE = "this board no longer has the game: it was deleted, or another server keeps it"
AGAIN_S = 3.0  # between attempts to save


class Games:
    """Games by id. Whoever changes a game holds its lock until the change is saved or undone."""

    def __init__(
        self,
        store: Store,
        on_load: Callable[[Session], None],
        on_saved: Callable[[Session], object],
        is_busy: Callable[[Session], bool],
    ) -> None:
        """`on_load` gets a game that was read; `on_saved` one that could not be saved before.

        A game that `is_busy` stays in memory.
        """
        self.store = store
        self.archive = Desk(lambda: store)
        self._on_load = on_load
        self._on_saved = on_saved
        self._is_busy = is_busy
        self._known: dict[str, Session] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._unsaved: dict[str, str] = {}  # games in memory that are newer, and the notice
        self._retry: asyncio.Task[None] | None = None

    def __iter__(self) -> Iterator[Session]:
        return iter(list(self._known.values()))

    def lock(self, id_: str) -> asyncio.Lock:
        """The lock of a game."""
        return self._locks.setdefault(id_, asyncio.Lock())

    def known(self, id_: str) -> Session | None:
        """The game if it is in memory."""
        return self._known.get(id_)

    async def session(self, id_: str) -> Session:
        """The game, from memory or disk. Raises NotFound or NotSaved."""
        if id_ in self._known:
            return await self.locked_session(id_)
        async with self.lock(id_):
            return await self.locked_session(id_)

    async def locked_session(self, id_: str) -> Session:
        """The same for a caller who holds the lock."""
        session = self._known.pop(id_, None)
        if session is not None:
            self._known[id_] = session  # the most recently used are last
            return session
        body = await self.saved(id_)
        try:
            session = decode(body)
        except (ValueError, KeyError, AssertionError) as error:
            LOG.exception("game %s cannot be read", id_)
            raise NotFound("the saved game cannot be read") from error
        session.body = body
        self.add(session)
        self._on_load(session)
        return session

    async def saved(self, id_: str) -> bytes:
        """The saved form of a game. Raises NotFound or NotSaved."""
        body = await self.archive.ask(lambda store: store.load(id_))
        if body is None:
            raise NotFound(GONE)
        return body

    def add(self, session: Session) -> None:
        """Keep a game that was just saved or loaded; old ones that nobody uses make room."""
        self._known[session.id] = session
        session.all_told()
        size = sum(len(game.body) for game in self)
        for game in self:
            if len(self._known) <= KEPT_SESSIONS and size <= KEPT_BYTES:
                return
            if game is not session and not self._is_needed(game):
                del self._known[game.id]
                size -= len(game.body)

    def _is_needed(self, session: Session) -> bool:
        id_, clocks = session.id, session.clocks
        locked = id_ in self._locks and self._locks[id_].locked()
        runs = clocks is not None and clocks.running is not None
        return locked or runs or id_ in self._unsaved or self._is_busy(session)

    def forget(self, id_: str) -> None:
        """Drop a game from memory."""
        self._known.pop(id_, None)
        self._unsaved.pop(id_, None)

    async def save(self, *sessions: Session) -> None:
        """Save games, all or none. Raises TooLarge, DiskFull or NotSaved.

        One that has not begun becomes a draft, which no list shows.
        """
        await self._save(sessions, [_encoded(session) for session in sessions])

    async def _save(self, sessions: Sequence[Session], encoded: list[tuple[Row, bytes]]) -> None:
        begun = [session.is_begun for session in sessions]
        wishes = list(zip(encoded, begun, strict=True))
        await self.archive.change(lambda store: store.save_all(wishes))
        for session, (_, body), kept in zip(sessions, encoded, begun, strict=True):
            session.body, session.kept = body, kept
            self._unsaved.pop(session.id, None)

    def save_now(self, session: Session) -> None:
        """Save a game before the event loop runs, and keep it. Raises as `save` does."""
        row, session.body = _encoded(session)
        self.store.save(row, session.body, begun=session.is_begun)
        session.kept = session.is_begun
        self.add(session)

    async def save_or_retry(self, session: Session) -> None:
        """Save a change that must not be undone; if that fails, try again until it succeeds.

        Until then the game has a notice.
        """
        try:
            await self.save(session)
        except Refusal as error:
            session.body = encode(session)
            detail = error.detail.replace("nothing was changed", "the last moves are not saved yet")
            session.notices = [*session.notices, detail]
            session.version += 1
            self._unsaved[session.id] = detail
            if self._retry is None or self._retry.done():
                self._retry = asyncio.get_running_loop().create_task(self._save_again())
                self._retry.add_done_callback(log_failure)
            self._on_saved(session)

    async def _save_again(self) -> None:
        """Try again to save, until nothing is left."""
        while self._unsaved:
            await asyncio.sleep(AGAIN_S)
            for id_, notice in list(self._unsaved.items()):
                async with self.lock(id_):
                    session = self._known.get(id_)
                    if session is not None and id_ in self._unsaved:
                        await self._save_without(session, notice)

    async def _save_without(self, session: Session, notice: str) -> None:
        """Try again to save a game; then its notice disappears."""
        shown = session.notices
        session.notices = rest = [other for other in shown if other != notice]
        session.version += 1
        encoded = _encoded(session)
        session.notices = shown
        with contextlib.suppress(Refusal):
            await self._save([session], [encoded])
            session.notices = rest
            self._on_saved(session)

    async def close(self) -> None:
        """Save what is not saved, and the time that is left on clocks; close the file."""
        if self._retry is not None:
            self._retry.cancel()
        left = [game for game in self if game.clocks or game.id in self._unsaved]
        for session in left:
            if session.clocks:
                session.clocks.pause()
        try:
            await self.save(*left)
        except Refusal:
            LOG.exception("not saved: games %s", ", ".join(game.id for game in left))
        self.archive.close()


def _encoded(session: Session) -> tuple[Row, bytes]:
    """The row and the body of a game, with the present time."""
    session.saved_at = dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
    result = session.last_result()
    row = (
        *(session.id, session.saved_at, session.family.rules.name, session.title),
        *(len(session.tree.main_line()) - 1, result.text if result else ""),
    )
    return row, encode(session)
