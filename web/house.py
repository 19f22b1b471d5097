"""The house of games: sessions by id, saved at every change, with engines, analyses and streams."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import TYPE_CHECKING

from games.families.choice import family_named
from web.contract import messages, requests
from web.engines.analysis import Analyses
from web.engines.lines import lines_of, spell
from web.engines.opponents import Opponents
from web.engines.orders import Order
from web.engines.pool import MOVE, EnginePool
from web.engines.review import Reviews
from web.errors import Busy, EngineFailed, NotFound, Refusal, Stale, TooLarge, Unreadable
from web.events import Hub
from web.log import LOG
from web.sessions.clocks import GameClocks
from web.sessions.names import new_id
from web.sessions.saved import decode, encode
from web.sessions.session import Session
from web.sessions.store import Store
from web.sessions.tree import GameTree

if TYPE_CHECKING:
    from collections.abc import Iterable

    from web.settings import Settings

KEPT_SESSIONS = 64  # in memory; the others are read again when asked for
HINT_S = 1.0
FLAG_GRACE_S = 0.02
RELOAD_S = 5.0  # for a page to come back


class House:
    """All that a server holds; made before it runs, closed after."""

    def __init__(self, settings: Settings) -> None:
        """Raises OSError where games cannot be kept."""
        self.settings = settings
        self.store = Store(settings.data)
        self.pool = EnginePool(
            seats=settings.seats, memory_mb=settings.memory_mb, idle_s=settings.engine_idle_s
        )
        self.hub = Hub(self._tab_gone)
        self.analyses = Analyses(self.pool, self._publish_analysis, self.hub.listens)
        self.opponents = Opponents(self.pool, self.changed, settings.seed)
        self.reviews = Reviews(
            self.pool, lambda news: self.hub.publish(news.game, "review", news), self.changed
        )
        self._sessions: dict[str, Session] = {}
        self._flags: dict[str, asyncio.TimerHandle] = {}

    # Games

    def session(self, id_: str) -> Session:
        """The game of this id, read from disk if need be; an engine that is to move then thinks.

        Raises NotFound.
        """
        session = self._sessions.pop(id_, None)
        if session is None:
            body = self.store.load(id_)
            if body is None:
                raise NotFound(f"there is no game {id_}")
            try:
                session = decode(body)
            except (ValueError, KeyError, AssertionError) as error:
                LOG.exception("game %s cannot be read", id_)
                raise NotFound(f"game {id_} cannot be read") from error
            self.opponents.prompt(session)
        self._sessions[id_] = session  # the latest used stand last
        return session

    def views(self, ids: Iterable[str]) -> list[messages.Game]:
        """These games as they stand, without those that are not there; NotFound if none is."""
        found, missing = [], NotFound("there is no game")
        for id_ in ids:
            try:
                found.append(self.session(id_).view())
            except NotFound as error:
                missing = error
        if not found:
            raise missing
        return found

    def create(self, wish: requests.NewGame) -> Session:
        """A new game. Raises Unreadable for a game or handicap that there is not, TooLarge."""
        try:
            family = family_named(wish.preset, pieces=wish.pieces)
        except ValueError as error:
            raise Unreadable(str(error)) from error
        clocks = GameClocks(wish.clock) if wish.clock else None
        tree = GameTree(family, family.start())
        session = Session(new_id(), family, tree, wish.players, clocks)
        session.pieces = wish.pieces
        return self.admit(session)

    def admit(self, session: Session) -> Session:
        """Take a new game in and save it. Raises TooLarge."""
        self._save(session)
        self._sessions[session.id] = session
        self._make_room()
        self.opponents.prompt(session)
        return session

    def rematch(self, session: Session) -> Session:
        """A new game with the sides swapped."""
        first, second = session.players
        clock = session.clocks.setting if session.clocks else None
        return self.create(
            requests.NewGame(
                preset=session.family.rules.name,
                players=(second, first),
                clock=clock,
                pieces=session.pieces,
            )
        )

    def delete(self, id_: str) -> None:
        """Delete a game; it can be restored as long as the store keeps it. Raises NotFound."""
        session = self._sessions.pop(id_, None)
        if session is not None:
            self._drop_work(session)
        if not self.store.delete(id_):
            raise NotFound(f"there is no game {id_}")

    def restore(self, id_: str) -> Session:
        """Undo the deletion of a game. Raises NotFound where it is not there any more."""
        if not self.store.restore(id_):
            raise NotFound(f"there is no deleted game {id_}")
        session = self.session(id_)
        self.hub.publish(id_, "game", session.view())
        return session

    def summaries(self, *, deleted: bool = False) -> list[messages.GameSummary]:
        """The saved games, latest first, or those that were deleted and can be restored."""
        return [
            messages.GameSummary(
                id=id_, saved_at=saved_at, preset=preset, title=title, plies=plies, result=result
            )
            for id_, saved_at, preset, title, plies, result in self.store.rows(deleted=deleted)
        ]

    def changed(self, session: Session) -> None:
        """After a change: save, tell the tabs, let the engine to move think, watch the clock."""
        session.version += 1
        if session.id not in self._sessions:
            return  # deleted meanwhile
        self.opponents.prompt(session)
        try:
            self._save(session)
        except TooLarge as error:
            session.notices = [error.detail]
        self._set_flag(session)
        self.hub.publish(session.id, "game", session.view())
        if session.clocks:
            news = messages.ClockNews(game=session.id, clocks=session.clocks.view())
            self.hub.publish(session.id, "clock", news)

    async def hint(self, session: Session) -> None:
        """Find a move for the side to move. Raises Stale or Busy."""
        if session.result is not None:
            raise Stale(f"the game is over: {session.result.text}")
        family, views, node = session.family, session.views, session.current
        position, key = family.format_position(session.board), views.key_of(session.board)
        order = Order(
            preset=family.rules.name, pieces=session.pieces, position=position, wall_s=HINT_S
        )
        with self.pool.admission(MOVE) as job:
            try:
                found = await self.pool.search(job, order)
            except EngineFailed as error:
                raise Busy("the engine failed and starts anew", retry_after_s=1) from error
        if found is None:
            raise Busy("the engine was ended", retry_after_s=1)
        moves, points = spell(views, family.parse_position(position), [found.move])
        lines = lines_of(views, position, found)
        even = messages.Score(kind="score", value=0, percent=50.0)
        session.hint = messages.Hint(
            game=session.id,
            node=node,
            key=key,
            move=moves[0],
            point=points[0],
            text=moves[0],
            score=lines[0].score if lines else even,
        )
        session.notices = [found.notice] if found.notice else session.notices
        self.hub.publish(session.id, "hint", session.hint)

    # Work in the background

    def _publish_analysis(self, game: str, tab: str, news: messages.Analysis) -> None:
        self.hub.publish(game, "analysis", news, tab)

    def _tab_gone(self, game: str, tab: str) -> None:
        """A tab was closed: its analysis ends; a game that nobody watches soon waits as well."""
        self.analyses.stop(game, tab)
        loop = asyncio.get_running_loop()
        loop.call_later(RELOAD_S, lambda: self._rest_unwatched(game))

    def _rest_unwatched(self, game: str) -> None:
        """Let a game between engines wait if still no tab shows it."""
        session = self._sessions.get(game)
        if session is not None and session.watching and not self.hub.watched(game):
            session.engine_go(go=False)
            self.opponents.halt(session)
            self.changed(session)

    def _drop_work(self, session: Session) -> None:
        """Nothing goes on for this game any more."""
        self.opponents.halt(session)
        self.analyses.stop_game(session.id)
        self.reviews.stop(session.id)
        flag = self._flags.pop(session.id, None)
        if flag is not None:
            flag.cancel()

    def _set_flag(self, session: Session) -> None:
        """See that the game ends when the running clock has run out."""
        known = self._flags.pop(session.id, None)
        if known is not None:
            known.cancel()
        if session.clocks is None or session.clocks.running is None:
            return
        left_s = session.clocks.left_s()[session.clocks.running]
        loop = asyncio.get_running_loop()
        self._flags[session.id] = loop.call_later(
            left_s + FLAG_GRACE_S, lambda: self._flag_falls(session)
        )

    def _flag_falls(self, session: Session) -> None:
        """A clock may have run out."""
        if session.flag():
            self.opponents.halt(session)
            self.changed(session)
        else:
            self._set_flag(session)

    def _make_room(self) -> None:
        """Forget the longest unused games that nothing goes on in; they are saved."""
        for id_, session in list(self._sessions.items()):
            if len(self._sessions) <= KEPT_SESSIONS:
                return
            if not (session.thinking or session.clocks or self.hub.watched(id_)):
                del self._sessions[id_]

    def _save(self, session: Session) -> None:
        """Write the game to disk. Raises TooLarge."""
        session.saved_at = dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
        result = session.last_result()
        row = (
            *(session.id, session.saved_at, session.family.rules.name, session.title),
            *(len(session.tree.main_line()) - 1, result.text if result else ""),
        )
        self.store.save(row, encode(session))

    def farewell(self) -> None:
        """End all streams, so that the server can end."""
        self.hub.close(messages.Bye(reason="the server ends"))

    async def close(self) -> None:
        """Stop and save everything, within two seconds."""
        self.farewell()
        for flag in self._flags.values():
            flag.cancel()
        for session in self._sessions.values():
            if session.clocks:
                session.clocks.pause()
                try:
                    self._save(session)
                except Refusal:
                    LOG.exception("game %s is not saved", session.id)
        await self.opponents.close()
        await self.analyses.close()
        await self.reviews.close()
        await self.pool.close()
        self.store.close()
