"""Reviews: score every position of the main line and mark its mistakes (`arena.review`)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

from arena.review.course import DEEPER, NODES, Course, value_of_end
from web.contract import streamed
from web.engines.judging import opinion, pursue, searched
from web.engines.lines import KEPT_MOVES, judged_node
from web.engines.pool import MOVE, REVIEW, EngineJob, EnginePool, failure_told
from web.errors import EngineFailed
from web.log import end_all, log_failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from web.sessions.session import Session

State = Literal["running", "done", "stopped"]
Told = tuple[int, tuple[int, ...], str | None]  # of a node: the score, the line, the mark


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
        self._running: dict[str, tuple[asyncio.Task[None], EngineJob]] = {}

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
        await end_all(task for task, _ in self._running.values())
        self._running.clear()

    async def judge(self, session: Session, node: int) -> None:
        """Score a node and the one before it, where that is missing, and mark the move.

        The start is only scored. Raises Busy or NotFound.
        """
        last = session.tree.path(node)[-2:]
        with failure_told(), self._pool.admission(MOVE) as job:
            for number in last:
                if not _has_opinion(session, number):
                    await self._score(session, number, job)
        session.tree.nodes[node].mark = judged_node(session.tree, node).mark

    async def _score(self, session: Session, node: int, job: EngineJob) -> None:
        """Set the score and the best line of a node, by a search as long as for a mistake."""
        board, nodes = session.tree.board_at(node).copy(), NODES * DEEPER
        value = value_of_end(board) or await searched(
            self._pool, job, session.views, board, session.pieces, nodes
        )
        if value is not None and node in session.tree.nodes:
            here = session.tree.nodes[node]
            here.score, here.best = opinion(session.views, board, value)

    async def _run(self, session: Session, job: EngineJob, nodes: int) -> None:
        """Pursue the course of the main line, and publish what changes."""
        tree, line = session.tree, session.tree.main_line()
        course = Course(tree.start, tree.moves)
        told: dict[int, Told] = {}
        try:
            async for _ in pursue(self._pool, job, session.views, course, session.pieces, nodes):
                if any(node not in tree.nodes for node in line):
                    break
                self._tell(session, "running", course, _put(session, line, course, told))
        except EngineFailed:
            pass  # published as a stopped review
        finally:
            self._pool.dismiss(job)
        state: State = "done" if course.wanted() is None else "stopped"
        self._tell(session, state, course, _put(session, line, course, told))
        await self._amend(session, lambda: True)

    def _tell(
        self, session: Session, state: State, course: Course, nodes: list[streamed.ReviewedNode]
    ) -> None:
        self._publish(
            streamed.ReviewNews(
                game=session.id,
                state=state,
                done=course.done,
                total=course.total,
                nodes=nodes,
                accuracy=course.accuracy,
            )
        )


def _put(
    session: Session, line: list[int], course: Course, told: dict[int, Told]
) -> list[streamed.ReviewedNode]:
    """Write what the course knows into the nodes of the line; those that differ from `told`.

    Lines are spelled for these alone: a search changes few values, and spelling costs the most.
    """
    news = []
    for ply, (number, value) in enumerate(zip(line, course.values, strict=False)):
        if number not in session.tree.nodes:
            continue
        mark = course.verdict(ply).mark if ply else None
        known = value.score, value.pv[:KEPT_MOVES], mark
        if told.get(number) == known:
            continue
        told[number] = known
        score, best = opinion(session.views, course.positions[ply], value)
        here = session.tree.nodes[number]
        here.score, here.best, here.mark = score, best, mark
        news.append(streamed.ReviewedNode(id=number, score=score, mark=mark, best=best))
    return news


def _has_opinion(session: Session, node: int) -> bool:
    """Whether a node has a score, and a best line unless the game is over there.

    Raises NotFound: it may have been deleted while the one before it was searched.
    """
    here = session.tree.node(node)
    if here.score is None:
        return False
    return bool(here.best.moves) or session.tree.board_at(node).outcome is not None
