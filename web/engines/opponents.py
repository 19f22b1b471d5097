"""The engines that play: who is to move is asked for a move, which comes back as any player's."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from web.engines.orders import Found, Order
from web.engines.pool import MOVE, EnginePool
from web.errors import Busy, EngineFailed
from web.log import LOG

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.engines.pool import Job
    from web.sessions.session import Session

FULL_LEVEL = 10
MOST_MOVE_S = 3.0  # the strongest level without a clock
CLOCK_SHARE = 30  # of a clock a move takes so many parts at most
SHORTEST_MOVE_S = 0.05
WATCHED_MOVE_S = 0.6  # between engines: so that people can follow
AGAIN_S = 0.5  # while all engines are busy
FAILED = "The engine failed twice and was ended; ask it to go on, or undo."


class Opponents:
    """For each game at most one search for a move."""

    def __init__(self, pool: EnginePool, on_change: Callable[[Session], None], seed: int) -> None:
        """`on_change` is told when a move was played, or thinking began or ended."""
        self._pool = pool
        self._on_change = on_change
        self._seed = seed
        self._thinking: dict[str, tuple[asyncio.Task[None], _Thought]] = {}

    def prompt(self, session: Session) -> None:
        """See that the engine to move thinks about the current node, and nobody about another."""
        player = session.engine_to_move()
        known = self._thinking.get(session.id)
        if known is not None:
            if player is not None and known[1].node == session.current:
                return
            self.halt(session)
        if player is None:
            return
        thought = _Thought(session.current, player.level or FULL_LEVEL)
        session.thinking = True
        task = asyncio.get_running_loop().create_task(self._think(session, thought))
        self._thinking[session.id] = (task, thought)

    def halt(self, session: Session) -> None:
        """Nobody thinks about this game any more; what is found is dropped."""
        known = self._thinking.pop(session.id, None)
        session.thinking = False
        if known is not None:
            known[1].drop()

    def hurry(self, session: Session) -> None:
        """The engine answers now with what it has."""
        known = self._thinking.get(session.id)
        if known is not None:
            known[1].hurry()

    async def close(self) -> None:
        """Drop all thoughts and wait for their end."""
        tasks = [task for task, _ in self._thinking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinking.clear()

    async def _think(self, session: Session, thought: _Thought) -> None:
        """Find a move and play it, unless the thought was dropped meanwhile."""
        try:
            found = await self._find(session, thought)
        except Exception:  # noqa: BLE001 - told in the log and to the players
            LOG.exception("game %s: no move", session.id)
            found = None
        if thought.dropped:
            return
        self._thinking.pop(session.id, None)
        session.thinking = False
        if found is None:
            session.watching = False
            session.held = True  # else it would fail for ever
            session.notices = [FAILED]
        elif not session.flag():
            session.notices = [found.notice] if found.notice else []
            session.play_move(found.move)
        self._on_change(session)

    async def _find(self, session: Session, thought: _Thought) -> Found | None:
        """The engine's move, on the second try if the first fails; None where both do."""
        for _ in range(2):
            job = await self._admitted(thought)
            if job is None:
                return None
            began_s = time.monotonic()
            try:
                found = await self._pool.search(job, self._order(session, thought))
            except EngineFailed:
                continue
            finally:
                self._pool.dismiss(job)
            if session.watching:
                await asyncio.sleep(_pause_s(session) - (time.monotonic() - began_s))
            return found
        return None

    async def _admitted(self, thought: _Thought) -> Job | None:
        """A job of the pool, as soon as it takes one; None if the thought is dropped first."""
        while not thought.dropped:
            try:
                thought.job = self._pool.admit(MOVE)
            except Busy:
                await asyncio.sleep(AGAIN_S)
            else:
                return thought.job
        return None

    def _order(self, session: Session, thought: _Thought) -> Order:
        """What the engine is to look for, and how long."""
        board = session.board
        wall_s = MOST_MOVE_S
        if session.clocks is not None:
            setting, left_s = session.clocks.setting, session.clocks.left_s()[board.side]
            share_s = left_s / CLOCK_SHARE + setting.increment_s * 0.8
            wall_s = max(SHORTEST_MOVE_S, min(wall_s, share_s, left_s / 2))
        return Order(
            preset=session.family.rules.name,
            pieces=session.pieces,
            position=session.family.format_position(board),
            wall_s=wall_s,
            level=thought.level,
            seed=self._seed + 1_000_003 * session.version,
        )


def _pause_s(session: Session) -> float:
    """How long a move between engines should take at least, so that people can follow.

    With a clock, which runs meanwhile, no more than it can bear.
    """
    if session.clocks is None:
        return WATCHED_MOVE_S
    left_s = session.clocks.left_s()[session.board.side]
    return min(WATCHED_MOVE_S, left_s / (2 * CLOCK_SHARE) + session.clocks.setting.increment_s / 2)


class _Thought:
    """A search for a move at a node."""

    def __init__(self, node: int, level: int) -> None:
        self.node = node
        self.level = level
        self.dropped = False
        self.job: Job | None = None

    def drop(self) -> None:
        """End it; its move is not played."""
        self.dropped = True
        if self.job is not None:
            self.job.stop()

    def hurry(self) -> None:
        """End its search with the best move so far."""
        if self.job is not None:
            self.job.hurry()
