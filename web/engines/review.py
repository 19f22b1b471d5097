"""Reviews: score every position of the main line and mark its mistakes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

from arena.review.marks import accuracies
from web.contract import streamed
from web.engines.judging import opinion
from web.engines.pool import MOVE, REVIEW, EnginePool, Job
from web.engines.scores import judged_node
from web.errors import EngineFailed
from web.log import log_failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from web.sessions.session import Session

JUDGED_NODES = 20_000  # as `requests.Review` has it
State = Literal["running", "done", "stopped"]
Lost = tuple[int, float | None]  # the side of a move, and the percent of chances that it loses


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
        done = 0
        lost: list[Lost] = []
        try:
            for node in line:
                if job.stopped or node not in session.tree.nodes:
                    break
                if await self._score(session, node, job, nodes):
                    lost.append(_mark(session, node))
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
        lost: list[Lost],
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
                accuracy=accuracies(lost),
            )
        )


def _has_opinion(session: Session, node: int) -> bool:
    """Whether a node has a score, and a best line unless the game is over there."""
    one = session.tree.nodes[node]
    if one.score is None:
        return False
    return bool(one.best.moves) or session.tree.board_at(node).outcome is not None


def _mark(session: Session, node: int) -> Lost:
    """Mark the move to a node; return its side and what it loses."""
    here = session.tree.nodes[node]
    lost, here.mark = judged_node(session.tree, node)
    return here.side, lost
