"""The explorer for the event loop: what was played, and imports of collections.

The file is opened when it is first needed: a damaged one does not stop the board.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from games.share import parse_share
from web.contract import study
from web.databases import Desk
from web.errors import Busy, NotSaved, Refusal, Unreadable, unreadable
from web.explorer.entries import read_saved
from web.explorer.importing import Importing
from web.explorer.index import Index
from web.explorer.looking import Looking
from web.log import end_all, log_failure
from web.records.reading import session_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from web.contract import requests
    from web.explorer.importing import Course
    from web.sessions.session import Session
    from web.sessions.store import Store

AT_ONCE = 20  # saved games that a question takes over at most
PAUSE_S = 0.005  # between steps of an import: in a page without threads, requests come then


class Explorer:
    """All games of the explorer. Methods raise DiskFull or NotSaved where its file fails."""

    def __init__(self, folder: str, archive: Desk[Store]) -> None:
        self._archive = archive
        self._index = Desk(lambda: _opened(folder))
        self._syncing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._claimed = False
        self._course: Course | None = None

    # Questions

    async def look(
        self, session: Session, node: int, words: str = "", result: int | None = None
    ) -> study.Explored:
        """What was played in the position of a node, in games as `Looking` wants them.

        Raises NotFound.
        """
        board = session.tree.board_at(node).copy()
        key = session.views.key_of(board)
        waiting = 0
        with contextlib.suppress(Refusal):  # what is known can be read where nothing can be written
            waiting = await self._sync()

        def explored(index: Index) -> study.Explored:
            looking = Looking(index, session.views, board, session.id, words, result)
            moves, latest = looking.moves(), looking.latest()
            return study.Explored(
                node=node,
                key=key,
                games=sum(move.games for move in moves),
                moves=moves,
                latest=latest,
                waiting=waiting,
            )

        return await self._index.ask(explored)

    async def view(self) -> study.Explorer:
        """The collections, the numbers of games, and the import."""
        (games, saved), collections = await self._index.ask(
            lambda index: (index.sizes(), index.collections())
        )
        return study.Explorer(
            games=games,
            saved=saved,
            collections=collections,
            importing=self._course_view(),
        )

    async def find(self, game: int) -> Session | str:
        """A game as a new session, or the id of the saved game that it is. Raises NotFound."""
        id_, (stored, share) = await self._index.ask(
            lambda index: (index.saved_as(game), index.game(game))
        )
        if id_ is not None and await self._body(id_) is not None:
            return id_
        return await asyncio.to_thread(_session_of, stored, share)

    # Changes

    @contextlib.contextmanager
    def import_claimed(self) -> Iterator[None]:
        """The right to import, which one request has: before it is read, until its import runs.

        Raises Busy during another import.
        """
        if self._claimed or self._task is not None:
            raise Busy("the explorer imports another collection; wait, or stop it", retry_after_s=2)
        self._claimed = True
        try:
            yield
        finally:
            self._claimed = False

    async def begin_import(self, request: requests.ImportGames) -> None:
        """Start to import a collection, with the right to do so. Raises Unreadable."""
        if (request.text is None) == (request.files is None):
            raise Unreadable("expected either text or files")
        games: Any = request.files if request.text is None else request.text
        with unreadable():
            importing = await asyncio.to_thread(Importing, games, request.name, request.preset)
        await self._index.change(lambda _: None)  # a file that cannot be used is told at once
        self._course = importing.course
        self._task = asyncio.get_running_loop().create_task(self._import(importing))
        self._task.add_done_callback(log_failure)
        self._task.add_done_callback(self._imported)

    def _imported(self, task: object) -> None:
        """Forget an import that has ended; what it has read must not stay in memory."""
        del task
        self._task = None
        asyncio.get_running_loop().call_soon(_give_memory_back)

    async def stop_import(self) -> None:
        """End the import after its current step; what was read stays."""
        if self._task is not None:
            await end_all([self._task])

    async def remove(self, collection: int) -> None:
        """Remove a collection. Raises NotFound."""
        await self._index.change(lambda index: index.remove_collection(collection))

    async def _import(self, importing: Importing) -> None:
        """Read step by step, so that questions and other changes come between."""
        index = await self._index.change(lambda index: index)
        steps, course = importing.steps(index), importing.course
        try:
            while await self._index.change(lambda _: next(steps, None)) is not None:  # noqa: ASYNC110 - no event
                await asyncio.sleep(PAUSE_S)
            course.state = "done"
        except Refusal as refusal:
            course.state, course.failure = "failed", refusal.detail
        except asyncio.CancelledError:
            course.state = "stopped"
            raise
        except BaseException:
            course.state = "failed"
            course.failure = "the import has failed; the server's log says why"
            raise

    async def _sync(self) -> int:
        """Take over saved games that have changed; the number of those that are left."""
        async with self._syncing:
            stamps = await self._archive.ask(lambda store: store.stamps())
            known = await self._index.ask(lambda index: index.saved_stamps())
            gone = known.keys() - stamps.keys()
            if gone:
                await self._index.change(lambda index: index.drop_saved(gone))
            changed = [id_ for id_, at in stamps.items() if known.get(id_) != at]
            for id_ in changed[:AT_ONCE]:
                body = await self._body(id_)
                if body is not None:
                    await self._index.change(_taking(id_, stamps[id_], body))
            return max(0, len(changed) - AT_ONCE)

    async def _body(self, id_: str) -> bytes | None:
        return await self._archive.ask(lambda store: store.load(id_))

    def _course_view(self) -> study.ImportCourse | None:
        course = self._course
        if course is None:
            return None
        return study.ImportCourse(
            name=course.name,
            state=course.state,
            total=course.total,
            done=course.done,
            added=course.added,
            known=course.known,
            refused=course.refused.total(),
            reasons=course.reasons(),
            failure=course.failure,
        )

    async def close(self) -> None:
        """Stop the import and close the file."""
        await self.stop_import()
        self._index.close()


def _give_memory_back() -> None:
    """Return freed memory to the system; glibc would keep it for the next import."""
    with contextlib.suppress(ImportError, OSError, AttributeError):  # another C library
        import ctypes  # noqa: PLC0415 - most servers never need it

        ctypes.CDLL(None).malloc_trim(0)


def _opened(folder: str) -> Index:
    """The index in a folder. Raises DiskFull or NotSaved."""
    try:
        return Index(folder)
    except OSError as error:
        raise NotSaved(f"The games of the explorer cannot be used ({error.strerror}).") from error


def _taking(id_: str, saved_at: str, body: bytes) -> Callable[[Index], None]:
    return lambda index: index.put_saved(id_, saved_at, *read_saved(body))


def _session_of(game: study.ExplorerGame, share: str) -> Session:
    tags = {"Date": game.date} if game.date else {}
    return session_of(parse_share(share).record(names=game.names, result=game.result, tags=tags))
