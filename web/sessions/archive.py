"""The saved games for the event loop: threads use SQLite, so that no request waits for another."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from web.databases import WAIT_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.sessions.store import Row, Store, Wish

LEAST_WAIT_S = 0.02  # for a change whose time has passed while others waited
Answer = TypeVar("Answer")


class Archive:
    """A store, with one thread for changes and one for questions.

    All methods raise DiskFull or NotSaved, within WAIT_S if another program uses the file.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._writer = ThreadPoolExecutor(1, "saves")
        self._reader = ThreadPoolExecutor(1, "loads")

    async def save(self, games: list[Wish]) -> None:
        """Save or replace games, all or none. Raises TooLarge if that would exceed the quota."""
        await self._change(lambda: self.store.save_all(games))

    async def delete(self, id_: str) -> bool:
        """Mark a game as deleted; return whether it existed."""
        return await self._change(lambda: self.store.delete(id_))

    async def restore(self, id_: str) -> bool:
        """Undo the deletion of a game; return whether the game was still kept."""
        return await self._change(lambda: self.store.restore(id_))

    async def load(self, id_: str) -> bytes | None:
        """The body of a saved game, or None."""
        return await self._ask(lambda: self.store.load(id_))

    async def rows(self, *, deleted: bool, find: str, skip: int, limit: int) -> list[Row]:
        """Some of the saved games, or of the deleted ones."""
        return await self._ask(
            lambda: self.store.rows(deleted=deleted, find=find, skip=skip, limit=limit)
        )

    async def stamps(self) -> dict[str, str]:
        """When each saved game was last saved, by id."""
        return await self._ask(self.store.stamps)

    async def _change(self, work: Callable[[], Answer]) -> Answer:
        return await self._run(self._writer, work, to_read=False)

    async def _ask(self, work: Callable[[], Answer]) -> Answer:
        return await self._run(self._reader, work, to_read=True)

    async def _run(
        self, threads: ThreadPoolExecutor, work: Callable[[], Answer], *, to_read: bool
    ) -> Answer:
        """The answer of a thread; time in its queue counts as time that the work has waited."""
        asked_s = time.monotonic()

        def timed() -> Answer:
            left_s = WAIT_S - (time.monotonic() - asked_s)
            self.store.wait(max(LEAST_WAIT_S, left_s), to_read=to_read)
            return work()

        return await asyncio.get_running_loop().run_in_executor(threads, timed)

    def close(self) -> None:
        """End the threads and close the file."""
        for threads in (self._writer, self._reader):
            threads.shutdown()
        self.store.close()
