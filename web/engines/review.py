"""Reviews: score every position of the main line and mark its mistakes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

from arena.review.marks import accuracy
from games.tree import ROOT
from web.contract import streamed
from web.engines.judging import opinion
from web.engines.pool import MOVE, REVIEW, EnginePool, Job
from web.engines.scores import judged
from web.errors import EngineFailed
from web.log import log_failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from web.sessions.session import Session

JUDGED_NODES = 20_000  # as `requests.Review` has it
State = Literal["running", "done", "stopped"]


class Lost:
    """What the judged moves of both sides lose, in percent of winning chances."""

    def __init__(self) -> None:
        self._by_side: tuple[list[float], list[float]] = ([], [])

    def add(self, side: int, percent: float) -> None:
        """Add a move of a side."""
        self._by_side[side].append(percent)

    def accuracy(self) -> tuple[float | None, float | None]:
        """The accuracy of both sides, rounded (`arena.review.marks`)."""
        first, second = (accuracy(lost) for lost in self._by_side)
        return (
            None if first is None else round(first, 1),
            None if second is None else round(second, 1),
        )


class Reviews:
    """For each game at most one review."""

    def __init__(
        self,
        pool: EnginePool,
        publish: Callable[[streamed.ReviewNews], None],
        amend: Callable[[Session, Callable[[], bool]], Awaitable[None]],
    ) -> None:
        """`amend(session, change)` changes a game and saves it, unless `change` is False."""
        self._pool = pool
        self._publish = publish
        self._amend = amend
        self._running: dict[str, tuple[asyncio.Task[None], Job]] = {}

    def start(self, session: Session, nodes: int) -> None:
        """Start a review, instead of an earlier one of this game. Raises Busy."""
        self.stop(session.id)
        job = self._pool.admit(REVIEW)
        task = asyncio.get_running_loop().create_task(self._run(session, job, nodes))
        self._running[session.id] = (task, job)
        task.add_done_callback(lambda done: self._forget(session.id, done))

    def stop(self, game: str) -> None:
        """End the review of a game, if there is one; its scores remain."""
        known = self._running.pop(game, None)
        if known is not None:
            self._pool.dismiss(known[1])

    def _forget(self, game: str, task: asyncio.Task[None]) -> None:
        """Forget a finished task, unless another has replaced it."""
        log_failure(task)
        if game in self._running and self._running[game][0] is task:
            del self._running[game]

    async def close(self) -> None:
        """Cancel all reviews and wait for their end."""
        tasks = [task for task, _ in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._running.clear()

    async def judge(self, session: Session, node: int, nodes: int = JUDGED_NODES) -> None:
        """Score a node and the one before it, where that is missing, and mark the move.

        Raises Busy, NotFound or EngineFailed.
        """
        parent = session.tree.node(node).parent
        with self._pool.admission(MOVE) as job:
            for one in (parent, node):
                if one is not None and not _has_opinion(session, one):
                    await self._score(session, one, job, nodes)
        _mark(session, node)

    async def _run(self, session: Session, job: Job, nodes: int) -> None:
        """Score node after node, and publish each."""
        line = session.tree.main_line()
        done, lost = 0, Lost()
        try:
            for node in line:
                if job.stopped or node not in session.tree.nodes:
                    break
                if await self._score(session, node, job, nodes):
                    percent = _mark(session, node)
                    if percent is not None:
                        lost.add(session.tree.nodes[node].side, percent)
                done += 1
                self._tell(session, "running", done, len(line), [node], lost)
        except EngineFailed:
            pass  # published as a stopped review
        finally:
            self._pool.dismiss(job)
        state: State = "done" if done == len(line) else "stopped"
        self._tell(session, state, done, len(line), [], lost)
        await self._amend(session, lambda: True)

    async def _score(self, session: Session, node: int, job: Job, nodes: int) -> bool:
        """Set the score and the best line of a node; False if the search was stopped."""
        board = session.tree.board_at(node)
        found = await opinion(self._pool, job, session.views, board, session.pieces, nodes)
        if found is None or node not in session.tree.nodes:
            return False
        here = session.tree.nodes[node]
        here.score, here.best = found
        return True

    def _tell(  # noqa: PLR0917 - the parts of the message
        self,
        session: Session,
        state: State,
        done: int,
        total: int,
        nodes: list[int],
        lost: Lost,
    ) -> None:
        """Publish the progress."""
        known = [session.tree.nodes[node] for node in nodes if node in session.tree.nodes]
        self._publish(
            streamed.ReviewNews(
                game=session.id,
                state=state,
                done=done,
                total=total,
                nodes=[
                    streamed.ReviewedNode(
                        id=node.id, score=node.score, mark=node.mark, best=node.best
                    )
                    for node in known
                    if node.score is not None
                ],
                accuracy=lost.accuracy(),
            )
        )


def _has_opinion(session: Session, node: int) -> bool:
    """Whether a node has a score, and a best line unless the game is over there."""
    one = session.tree.nodes[node]
    if one.score is None:
        return False
    return bool(one.best.moves) or session.tree.board_at(node).outcome is not None


def _mark(session: Session, node: int) -> float | None:
    """Set the mark of the move to a scored node; return the percent that it loses.

    None if it is not judged, as it has no alternative or its parent no score. The engine's own move
    loses nothing, even if the search after it is less hopeful.
    """
    tree = session.tree
    here = tree.nodes[node]
    if node == ROOT or here.score is None:
        return None
    before = tree.nodes[here.parent]
    if before.score is None:
        return None
    here.mark = None
    if len(tree.board_at(here.parent).legal_moves()) == 1:
        return None
    if before.best.moves[:1] == [here.text]:
        return 0.0
    percent, here.mark = judged(before.score, here.score, here.side)
    return percent
