"""The game service: sessions by id, saved at every change; engines, analyses and streams."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import TYPE_CHECKING

from games.families.choice import family_named
from web.contract import messages, requests
from web.engines.analysis import Analyses
from web.engines.lines import analysis_lines, spell
from web.engines.opponents import Opponents
from web.engines.orders import Order
from web.engines.pool import MOVE, EnginePool
from web.engines.review import Reviews
from web.errors import Busy, EngineFailed, NotFound, Refusal, Stale, TooLarge, Unreadable
from web.events import Hub
from web.log import LOG
from web.sessions.clocks import SessionClocks
from web.sessions.names import new_id
from web.sessions.saved import decode, encode
from web.sessions.session import Session
from web.sessions.store import Store
from web.sessions.tree import GameTree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from web.settings import Settings

KEPT_SESSIONS = 64  # in memory; others are read from disk on request
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
        self.store = Store(settings.data)
        self.pool = EnginePool(
            slots=settings.slots, memory_mb=settings.memory_mb, idle_s=settings.engine_idle_s
        )
        self.hub = Hub(self._tab_gone)
        self.analyses = Analyses(self.pool, self._publish_analysis, self.hub.listens)
        self.opponents = Opponents(self.pool, self.changed, settings.seed)
        self.reviews = Reviews(
            self.pool, lambda news: self.hub.publish(news.game, "review", news), self.changed
        )
        self.listener: Callable[[Session], object] = lambda _: None
        self._sessions: dict[str, Session] = {}
        self._flags: dict[str, asyncio.TimerHandle] = {}

    # Games

    def session(self, id_: str) -> Session:
        """The game with this id, from memory or disk; if an engine is to move, it starts to search.

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
            self.listener(session)
            self.opponents.prompt(session)
        self._sessions[id_] = session  # the most recently used are last
        return session

    def views(self, ids: Iterable[str]) -> list[messages.Game]:
        """The current state of these games, without missing ones. Raises NotFound if all are."""
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
        """A new game. Raises Unreadable for an unknown game or handicap, or TooLarge."""
        return self.admit(new_session(wish))

    def admit(self, session: Session) -> Session:
        """Add a new game and save it. Raises TooLarge."""
        self._save(session)
        self._sessions[session.id] = session
        self._make_room()
        self.listener(session)
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
        """Delete a game; it can be restored while the store keeps it. Raises NotFound."""
        session = self._sessions.pop(id_, None)
        if session is not None:
            self._drop_work(session)
        if not self.store.delete(id_):
            raise NotFound(f"there is no game {id_}")

    def restore(self, id_: str) -> Session:
        """Undo the deletion of a game. Raises NotFound if the store no longer has it."""
        if not self.store.restore(id_):
            raise NotFound(f"there is no deleted game {id_}")
        session = self.session(id_)
        self.hub.publish(id_, "game", session.view())
        return session

    def summaries(self, *, deleted: bool = False) -> list[messages.GameSummary]:
        """The saved games, latest first, or the deleted games that can be restored."""
        return [
            messages.GameSummary(
                id=id_, saved_at=saved_at, preset=preset, title=title, plies=plies, result=result
            )
            for id_, saved_at, preset, title, plies, result in self.store.rows(deleted=deleted)
        ]

    def changed(self, session: Session) -> None:
        """After a change: start an engine that is to move, save, set the timer, tell the tabs."""
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
        self.listener(session)

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
                raise Busy("the engine failed and restarts; try again", retry_after_s=1) from error
        if found is None:
            raise Busy("the engine was stopped; try again", retry_after_s=1)
        moves, points = spell(views, family.parse_position(position), [found.move])
        lines = analysis_lines(views, position, found)
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
        """A tab was closed: end its analysis, and soon pause a game that nobody watches."""
        self.analyses.stop(game, tab)
        loop = asyncio.get_running_loop()
        loop.call_later(RELOAD_S, lambda: self._rest_unwatched(game))

    def _rest_unwatched(self, game: str) -> None:
        """Pause a game between engines if still no tab shows it."""
        session = self._sessions.get(game)
        if session is not None and session.watching and not self.hub.watched(game):
            session.engine_go(go=False)
            self.opponents.halt(session)
            self.changed(session)

    def _drop_work(self, session: Session) -> None:
        """End all background work for a game."""
        self.opponents.halt(session)
        self.analyses.stop_game(session.id)
        self.reviews.stop(session.id)
        flag = self._flags.pop(session.id, None)
        if flag is not None:
            flag.cancel()

    def _set_flag(self, session: Session) -> None:
        """Set a timer for the end of the running clock."""
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
        """End the game if its clock has run out, else set the timer again."""
        if session.flag():
            self.opponents.halt(session)
            self.changed(session)
        else:
            self._set_flag(session)

    def _make_room(self) -> None:
        """Drop the least recently used idle games from memory; they are saved."""
        for id_, session in list(self._sessions.items()):
            if len(self._sessions) <= KEPT_SESSIONS:
                return
            if not (session.thinking or session.clocks or self.hub.watched(id_)):
                del self._sessions[id_]

    def _save(self, session: Session) -> None:
        """Save the game. Raises TooLarge."""
        session.saved_at = dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
        result = session.last_result()
        row = (
            *(session.id, session.saved_at, session.family.rules.name, session.title),
            *(len(session.tree.main_line()) - 1, result.text if result else ""),
        )
        self.store.save(row, encode(session))

    def end_streams(self) -> None:
        """End all streams, so that the server can end."""
        self.hub.close(messages.Bye(reason="the server ends"))

    async def close(self) -> None:
        """Stop and save everything, within two seconds."""
        self.end_streams()
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


def new_session(wish: requests.NewGame) -> Session:
    """A game at its start. Raises Unreadable for an unknown game or handicap."""
    try:
        family = family_named(wish.preset, pieces=wish.pieces)
    except ValueError as error:
        raise Unreadable(str(error)) from error
    clocks = SessionClocks(wish.clock) if wish.clock else None
    tree = GameTree(family, family.start())
    session = Session(new_id(), family, tree, wish.players, clocks)
    session.pieces = wish.pieces
    return session
