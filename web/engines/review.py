"""Reviews: score every position of the main line and mark its mistakes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

from arena.review.marks import accuracy
from web.contract import messages
from web.engines.orders import Found, Order
from web.engines.pool import REVIEW, EnginePool, Job
from web.engines.scores import judged, line_score, result_score
from web.errors import EngineFailed
from web.log import log_failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from web.sessions.session import Session

LONGEST_POSITION_S = 10.0
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
        publish: Callable[[messages.ReviewNews], None],
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

    async def _run(self, session: Session, job: Job, nodes: int) -> None:
        """Score node after node, and publish each."""
        line, best = session.tree.main_line(), None
        done, lost = 0, Lost()
        try:
            for node in line:
                if job.stopped or node not in session.tree.nodes:
                    break
                best = await self._score(session, node, best, job, nodes, lost)
                done += 1
                self._tell(session, "running", done, len(line), [node], lost)
        except EngineFailed:
            pass  # published as a stopped review
        finally:
            self._pool.dismiss(job)
        state: State = "done" if done == len(line) else "stopped"
        self._tell(session, state, done, len(line), [], lost)
        await self._amend(session, lambda: True)

    async def _score(  # noqa: PLR0917 - the parts of one step
        self, session: Session, node: int, best: int | None, job: Job, nodes: int, lost: Lost
    ) -> int | None:
        """Set the score and mark of a node; return its best move, or None at the end of a game.

        `best` is the engine's move before it, which is never marked, even if the next search rates
        it lower. `lost` takes what the move loses, unless it had no alternative.
        """
        tree, family = session.tree, session.family
        board = tree.board_at(node)
        here, parent = tree.nodes[node], tree.nodes[node].parent
        result, side = session.views.result_of(board), board.side
        text = family.format_position(board)
        found: Found | None = None
        if result is None:
            order = Order(
                preset=family.rules.name,
                pieces=session.pieces,
                position=text,
                nodes=nodes,
                wall_s=LONGEST_POSITION_S,
            )
            found = await self._pool.search(job, order)
            if found is None or not found.lines or node not in tree.nodes:
                return None if found is None else found.move
            here.score = line_score(found.lines[0], side, family.rules)
        else:
            here.score = result_score(result, side)
        before = None if parent is None else tree.nodes[parent].score
        if parent is not None and before is not None:
            here.mark = None
            percent = 0.0
            if len(tree.board_at(parent).legal_moves()) == 1:
                return None if found is None else found.move
            if here.move != best:
                percent, here.mark = judged(before, here.score, here.side)
            lost.add(here.side, percent)
        return None if found is None else found.move

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
            messages.ReviewNews(
                game=session.id,
                state=state,
                done=done,
                total=total,
                nodes=[
                    messages.ReviewedNode(id=node.id, score=node.score, mark=node.mark)
                    for node in known
                    if node.score is not None
                ],
                accuracy=lost.accuracy(),
            )
        )
