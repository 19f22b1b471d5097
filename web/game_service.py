"""The game service: sessions by id, saved at every change; engines, analyses and streams."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING

from web.contract import messages, schema, streamed
from web.engines.analysis import Analyses
from web.engines.launch import launch_process
from web.engines.lines import best_line
from web.engines.openings import Openings
from web.engines.opponents import Opponents
from web.engines.orders import order_of
from web.engines.pool import MOVE, EnginePool
from web.engines.review import Reviews
from web.errors import NotFound, Refusal
from web.events import Hub
from web.explorer.explorer import Explorer
from web.log import end_all, log_failure
from web.matches.matches import Matches
from web.sessions.games import GONE, Games
from web.sessions.saved import Before
from web.sessions.seats import PATIENCE_S, permit
from web.sessions.session import Session
from web.sessions.store import Store
from web.sharing.share import Sharing

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

    from web.http.route import Call
    from web.settings import Settings

HINT_S = 1.0
FLAG_GRACE_S = 0.02
RELOAD_S = 5.0  # for a page to reload


class GameService:
    """Everything that a server holds; created before it runs, closed afterwards.

    listener  is called with a game when it is opened and after each change
    """

    def __init__(self, settings: Settings) -> None:
        """Raises OSError if games cannot be saved."""
        self.settings = settings
        self.pool = EnginePool(
            settings.launch or partial(launch_process, settings.memory_mb),
            slots=settings.slots,
            idle_s=settings.engine_idle_s,
        )
        self.hub = Hub(self._tab_gone)
        self.analyses = Analyses(
            self.pool,
            lambda news: self.hub.publish(news.game, "analysis", news, news.tab),
            self.hub.listens,
        )
        self.opponents = Opponents(self.pool, self.amend, settings.seed)
        self.reviews = Reviews(
            self.pool, lambda news: self.hub.publish(news.game, "review", news), self.amend
        )
        self.games = Games(
            Store(settings.data),
            self._loaded,
            self._publish,
            lambda session: session.thinking or self.hub.listens(session.id),
        )
        self.explorer = Explorer(settings.data, self.games.archive)
        self.sharing = Sharing()
        self.openings = Openings(self.pool, settings.seed)
        self.matches = Matches(settings.data, self.pool, self.amend, self.games.known)
        self.reading = asyncio.Lock()  # of records: one at a time, each takes much memory
        self.listener: Callable[[Session], object] = lambda _: None
        self._flags: dict[str, asyncio.TimerHandle] = {}
        # By game with one of its two players there: the other's secret, and since when.
        self._gone: dict[str, tuple[str, float]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Games

    async def announcements(self, ids: Iterable[str]) -> list[messages.GameChange]:
        """The versions of these games, without missing ones. Raises NotFound if all are."""
        sessions, missing = [], NotFound(GONE)
        for id_ in ids:
            try:
                sessions.append(await self.games.session(id_))
            except NotFound as error:
                missing = error
        if not sessions:
            raise missing
        return [session.announcement() for session in sessions]

    async def admit(self, session: Session) -> Session:
        """Save a new game, and add it. Raises as `Games.save` does."""
        await self.games.save(session)
        self.games.add(session)
        self._loaded(session)
        return session

    def _loaded(self, session: Session) -> None:
        """A game is open: tell the listener; if an engine is to move, it starts to search."""
        self.listener(session)
        self.opponents.prompt(session)

    def begin(self, session: Session) -> None:
        """Let an engine move that waited for the server to run."""

        def go() -> bool:
            session.held = False
            return True

        self._spawn(self.amend(session, go))

    async def delete(self, call: Call) -> None:
        """Delete a game; it can be restored while the store keeps it. Raises NotFound."""
        id_ = call.id
        async with self.games.lock(id_):
            with contextlib.suppress(NotFound):  # a game that cannot be read is deleted, too
                await self.games.locked_session(id_)
            session = self.games.known(id_)
            if session is not None:
                permit(session, call.deed, call.body, call.seat)
            if not await self.games.archive.change(lambda store: store.delete(id_)):
                raise NotFound(GONE)
            if session is not None:
                self._drop_work(session)
                self.games.forget(id_)

    async def restore(self, id_: str) -> Session:
        """Undo the deletion of a game. Raises NotFound if the store no longer has it."""
        if not await self.games.archive.change(lambda store: store.restore(id_)):
            raise NotFound("there is no deleted game of this number: it is no longer kept")
        session = await self.games.session(id_)
        self._announce(session)
        return session

    async def permitted(self, call: Call) -> tuple[Session, schema.Side | None]:
        """The game of a request that its sender may make, and the sender's seat or None.

        Raises as `Games.session` and `permit` do.
        """
        session = await self.games.session(call.id)
        return session, permit(session, call.deed, call.body, call.seat)

    async def command(self, call: Call, change: Callable[[Session], object]) -> messages.GameChange:
        """Change a game for a client and save it: both, or neither; the change.

        A game that `change` returns is a new one, and is added.
        The streams tell it to all tabs but the client's, which gets the answer. Raises the refusals
        of `permit` and of the change, and those of `Games.save`.
        """
        async with self.games.lock(call.id):
            session = await self.games.locked_session(call.id)
            permit(session, call.deed, call.body, call.seat)
            before = Before(session)
            following = change(session)
            session.version += 1
            self.opponents.prompt(session)
            try:
                if isinstance(following, Session):
                    await self.admit(following)
                await self.games.save(session)
            except Refusal:
                before.restore()
                self.opponents.resume(session)
                self._announce(session)
                self._follow(session)
                raise
            return self._publish(session, call.tab)

    async def amend(self, session: Session, change: Callable[[], bool]) -> None:
        """Change a game in the background, if `change` says that it did; save it now or later."""
        async with self.games.lock(session.id):
            if self.games.known(session.id) is not session or not change():
                return  # deleted, or changed meanwhile
            session.version += 1
            self.opponents.prompt(session)
            self._publish(session)
            await self.games.save_or_retry(session)

    def _publish(self, session: Session, but: str | None = None) -> messages.GameChange:
        """Tell the tabs of a game, except `but`, what changed, and set its timer; the change."""
        change = session.change()
        self.hub.publish(session.id, "game", change, but=but)
        self._follow(session)
        return change

    def _announce(self, session: Session) -> None:
        """Tell the tabs of a game its version: one that has another asks for the game."""
        self.hub.publish(session.id, "game", session.announcement())

    def _follow(self, session: Session) -> None:
        """Set the timer of a game for its clocks, and tell the listener."""
        self._set_flag(session)
        self.listener(session)

    async def hint(self, call: Call) -> messages.GameChange:
        """Find a move for the side to move. Raises Stale or Busy."""
        session, _ = await self.permitted(call)
        session.require_open()
        node = session.current
        order = order_of(session.family, session.board, session.pieces, wall_s=HINT_S)
        result = await self.pool.answer(MOVE, order)
        board = session.family.parse_position(order.position)
        hint = messages.Hint(node=node, best=best_line(session.views, board, [result.move]))

        def show(session: Session) -> None:
            session.hint, session.helped = hint, True
            session.notices = [result.notice] if result.notice else session.notices

        return await self.command(call, show)

    async def open_explored(self, game: int) -> Session:
        """A game of the explorer on the board: the saved game that it is, or a new one."""
        found = await self.explorer.find(game)
        return await (self.games.session(found) if isinstance(found, str) else self.admit(found))

    async def open_match_game(self, id_: str, number: int) -> Session:
        """A game of a match on the board. Raises NotFound, or as `admit` does."""
        shown = self.matches.shown(id_, number)
        if shown is not None:
            return await self.games.session(shown.id)
        session = await self.admit(await self.matches.game(id_, number))
        await self.matches.watch(id_, number, session)
        return session

    # Work in the background

    def _tab_gone(self, game: str, tab: str) -> None:
        """A tab was closed: end its analysis, and soon pause a game that nobody watches."""
        self.analyses.stop(game, tab)
        loop = asyncio.get_running_loop()
        loop.call_later(RELOAD_S, lambda: self._rest_unwatched(game))
        loop.call_later(RELOAD_S, lambda: self.tell_presence(game))

    def tell_presence(self, game: str) -> None:
        """Tell the tabs of a game by invitation which of its players show it.

        The time of one who is gone is counted while the other is there.
        """
        session, seated = self.games.known(game), self.hub.seated(game)
        known = self._gone.pop(game, None)
        if session is None or session.seats is None:
            return
        loop = asyncio.get_running_loop()
        first, second = (secret in seated for secret in session.seats.secrets)
        if first != second:
            gone = session.seats.secrets[int(first)]
            if known is None or known[0] != gone:
                known = gone, loop.time()
                loop.call_later(PATIENCE_S + FLAG_GRACE_S, lambda: self.tell_presence(game))
            self._gone[game] = known
        news = streamed.Presence(
            game=game,
            here=(first, second),
            overdue=self.overdue(session),
            patience_min=round(PATIENCE_S / 60),
        )
        self.hub.publish(game, "presence", news)

    def overdue(self, session: Session) -> tuple[bool, bool]:
        """Which players of a game by invitation have been gone for PATIENCE_S."""
        if session.seats is None or session.id not in self._gone:
            return False, False
        gone, since = self._gone[session.id]
        late = asyncio.get_running_loop().time() - since >= PATIENCE_S
        first, second = (late and secret == gone for secret in session.seats.secrets)
        return first, second

    def _rest_unwatched(self, game: str) -> None:
        """Pause a game between engines if still no tab shows it."""
        session = self.games.known(game)
        if session is None or not session.watching:
            return

        def rest() -> bool:
            if not session.watching or self.hub.listens(game):
                return False
            session.engine_go(go=False)
            self.opponents.halt(session)
            return True

        self._spawn(self.amend(session, rest))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(log_failure)

    def _drop_work(self, session: Session) -> None:
        self.opponents.halt(session)
        self.analyses.stop_game(session.id)
        self.reviews.stop(session.id)
        flag = self._flags.pop(session.id, None)
        if flag is not None:
            flag.cancel()

    def _set_flag(self, session: Session) -> None:
        """Set a timer for the end of the running clock, which ends the game or is set again."""
        known = self._flags.pop(session.id, None)
        if known is not None:
            known.cancel()
        if session.clocks is None or session.clocks.running is None:
            return

        def fall() -> bool:
            if not session.flag():
                self._set_flag(session)
                return False
            self.opponents.halt(session)
            return True

        left_s = session.clocks.left_s()[session.clocks.running]
        self._flags[session.id] = asyncio.get_running_loop().call_later(
            left_s + FLAG_GRACE_S, lambda: self._spawn(self.amend(session, fall))
        )

    def end_streams(self) -> None:
        """End all streams, so that the server can end."""
        self.hub.close()

    async def close(self) -> None:
        """Stop and save everything; a file that another program uses can take WAIT_S."""
        self.end_streams()
        for flag in self._flags.values():
            flag.cancel()
        await self.matches.close()
        await self.opponents.close()
        await self.analyses.close()
        await self.reviews.close()
        await end_all(self._tasks)
        await self.pool.close()
        await self.explorer.close()
        await self.games.close()
