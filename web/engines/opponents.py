"""Engine players: search for a move when an engine is to move, and play it."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

from web.engines.orders import EngineResult, Order, order_of
from web.engines.pool import MOVE, EnginePool
from web.log import LOG, end_all

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from web.engines.pool import EngineJob
    from web.sessions.session import Session

    Amend = Callable[[Session, Callable[[], bool]], Awaitable[None]]

FULL_LEVEL = 10
MOST_MOVE_S = 3.0  # the strongest level without a clock
CLOCK_SHARE = 30  # a move takes at most one part in so many of the clock
SHORTEST_MOVE_S = 0.05
WATCHED_MOVE_S = 0.6  # between engines, so that people can follow
FAILED = "The engine failed twice and was ended; ask it to go on, or undo."


class Opponents:
    """For each game at most one search for a move."""

    def __init__(self, pool: EnginePool, amend: Amend, seed: int) -> None:
        """`amend(session, change)` changes a game and tells its tabs, unless `change` is False."""
        self._pool = pool
        self._amend = amend
        self._seed = seed
        self._thinking: dict[str, tuple[asyncio.Task[None], _MoveSearch]] = {}

    def prompt(self, session: Session) -> None:
        """Search at the current node if an engine is to move there; end any other search."""
        player = session.engine_to_move()
        known = self._thinking.get(session.id)
        if known is not None:
            if player is not None and known[1].node == session.current:
                return
            self.halt(session)
        if player is None:
            return
        search = _MoveSearch(session.current, player.level or FULL_LEVEL)
        session.thinking = True
        task = asyncio.get_running_loop().create_task(self._think(session, search))
        self._thinking[session.id] = (task, search)

    def resume(self, session: Session) -> None:
        """After a command was undone: search again where an engine is to move."""
        session.thinking = session.id in self._thinking
        self.prompt(session)

    def halt(self, session: Session) -> None:
        """End the search for this game and drop its result."""
        known = self._thinking.pop(session.id, None)
        session.thinking = False
        if known is not None:
            known[1].drop()

    def hurry(self, session: Session) -> None:
        """Let the engine move now with its best move so far."""
        known = self._thinking.get(session.id)
        if known is not None:
            known[1].hurry()

    async def close(self) -> None:
        """Cancel all searches and wait for their end."""
        await end_all(task for task, _ in self._thinking.values())
        self._thinking.clear()

    async def _think(self, session: Session, search: _MoveSearch) -> None:
        """Find a move and play it, unless the search was dropped meanwhile."""
        try:
            result = await self._find(session, search)
        except Exception:  # noqa: BLE001 - logged and shown to the players
            LOG.exception("game %s: no move", session.id)
            result = None
        await self._amend(session, lambda: self._settle(session, search, result))

    def _settle(self, session: Session, search: _MoveSearch, result: EngineResult | None) -> bool:
        """Play what was found; return False if the search was dropped."""
        if search.dropped:
            return False
        self._thinking.pop(session.id, None)
        session.thinking = False
        if result is None:
            session.watching = False
            session.held = True  # otherwise it would fail for ever
            session.notices = [FAILED]
        elif not session.flag():
            session.notices = [result.notice] if result.notice else []
            session.play_move(result.move)
            session.answers[session.current] = score_of_move(result)
        return True

    async def _find(self, session: Session, search: _MoveSearch) -> EngineResult | None:
        """The engine's move, with a second attempt after a failure. Raises EngineFailed."""
        began_s = time.monotonic()
        order = partial(self._order, session, search)
        result = await self._pool.insist(
            MOVE, order, 2, wanted=lambda: not search.dropped, begun=search.begins
        )
        if result is not None and session.watching:
            await asyncio.sleep(_pause_s(session) - (time.monotonic() - began_s))
        return result

    def _order(self, session: Session, search: _MoveSearch) -> Order:
        board = session.board
        wall_s = session.players[board.side].seconds or MOST_MOVE_S
        if session.clocks is not None:
            setting, left_s = session.clocks.setting, session.clocks.left_s()[board.side]
            share_s = left_s / CLOCK_SHARE + setting.increment_s * 0.8
            wall_s = max(SHORTEST_MOVE_S, min(wall_s, share_s, left_s / 2))
        seed = self._seed + 1_000_003 * session.version
        about = {"wall_s": wall_s, "level": search.level, "seed": seed}
        return order_of(session.family, board, session.pieces, **about)


def score_of_move(result: EngineResult) -> int | None:
    """The score of the engine's move for its side; None if a level played without a search."""
    return next((line.score for line in result.lines if line.pv[:1] == [result.move]), None)


def _pause_s(session: Session) -> float:
    """The minimum time of a move between engines, so that people can follow.

    With a clock, which runs meanwhile, only a small share of the time left.
    """
    if session.clocks is None:
        return WATCHED_MOVE_S
    left_s = session.clocks.left_s()[session.board.side]
    return min(WATCHED_MOVE_S, left_s / (2 * CLOCK_SHARE) + session.clocks.setting.increment_s / 2)


class _MoveSearch:
    def __init__(self, node: int, level: int) -> None:
        self.node = node
        self.level = level
        self.dropped = self.hurried = False
        self.job: EngineJob | None = None

    def begins(self, job: EngineJob) -> None:
        """The search runs in this job from now on."""
        self.job = job
        if self.hurried:
            job.hurry()

    def drop(self) -> None:
        """End the search; its move is not played."""
        self.dropped = True
        if self.job is not None:
            self.job.stop()

    def hurry(self) -> None:
        """End the search with the best move so far."""
        self.hurried = True
        if self.job is not None:
            self.job.hurry()
