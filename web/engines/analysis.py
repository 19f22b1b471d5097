"""Analyses: continuous searches for tabs, which take turns at the engines.

A tab has one analysis at a time. Its results go to that tab only, with the key of the position. One
that another has replaced says nothing more: the tab would take its words for the new one's.
What was found of a position is kept: a later analysis shows it until it has found more.
When the tab is gone the search ends and frees its engine. Each order to an engine is limited; an
analysis without a budget sends one order after another as long as its tab listens.
"""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Literal

from search.result import TIME
from search.score import is_win
from web.contract import requests, streamed
from web.engines.lines import analysis_lines, best_line, spell
from web.engines.orders import EngineResult, Order
from web.engines.pool import ANALYSIS, EngineJob, EnginePool
from web.errors import EngineFailed, Stale
from web.log import end_all, log_failure

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from web.sessions.session import Session

FIRST_TURN_S = 60.0  # a later turn can take as long as all before it, so that each depth ends,
LONGEST_TURN_S = 900.0  # but no longer than this
DEEPEST_NODES = 2_000_000_000
TRIES = 2  # attempts with an engine that fails
KEPT = 400  # positions whose results are kept, the latest
SHORTEST_S = 0.05  # least remaining budget for another turn
FAILED = "The engine failed twice: stop and analyse again to start another."
State = Literal["queued", "running", "resting", "stopped"]


class Analyses:
    """The analyses of all tabs."""

    def __init__(
        self,
        pool: EnginePool,
        publish: Callable[[streamed.Analysis], None],
        listens: Callable[[str, str], bool],
    ) -> None:
        """`publish` sends news; `listens(game, tab)` tells if the tab is open."""
        self._pool = pool
        self._publish = publish
        self._listens = listens
        # By game and tab, until the task ends; a stopped one stays unless another replaces it.
        self._running: dict[tuple[str, str], tuple[asyncio.Task[None], EngineJob]] = {}
        self._known: dict[Hashable, _Known] = {}  # by position and number of lines

    def start(self, session: Session, request: requests.Analyse) -> None:
        """Start an analysis, instead of the tab's earlier one. Raises Busy, NotFound or Stale."""
        self.stop(session.id, request.tab)
        subject = _Subject(session, request)
        subject.known = self._known.pop(subject.name, subject.known)
        job = self._pool.admit(ANALYSIS)
        self._known[subject.name] = subject.known
        if len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        task = asyncio.get_running_loop().create_task(self._run(subject, job))
        key = (session.id, request.tab)
        self._running[key] = (task, job)
        task.add_done_callback(lambda done: self._forget(key, done))

    def stop(self, game: str, tab: str) -> None:
        """End the analysis of a tab, if there is one; its results remain."""
        known = self._running.get((game, tab))
        if known is not None:
            self._pool.dismiss(known[1])

    def stop_game(self, game: str) -> None:
        """End all analyses of a game."""
        for key in [key for key in self._running if key[0] == game]:
            self.stop(*key)

    async def close(self) -> None:
        """Cancel all analyses and wait for their end."""
        await end_all(task for task, _ in self._running.values())
        self._running.clear()

    def _forget(self, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        """Forget a finished task, unless another has replaced it."""
        log_failure(task)
        if key in self._running and self._running[key][0] is task:
            del self._running[key]

    async def _run(self, subject: _Subject, job: EngineJob) -> None:
        """Search in turns until the budget is used up or the search is complete."""

        def tell(state: State, result: EngineResult | None, notice: str = "") -> None:
            news = subject.news(state, result, notice)
            known = self._running.get((subject.session.id, subject.tab))
            if known is not None and known[1] is job:
                self._publish(news)

        failures = 0
        tell("queued", None)
        try:
            while not job.stopped and subject.left_s > SHORTEST_S and failures < TRIES:
                try:
                    result = await self._pool.search(
                        job,
                        subject.order(),
                        lambda news: tell("running", news),
                        lambda: tell("running", None),
                    )
                except EngineFailed:
                    failures += not job.stopped
                    continue
                if result is None:
                    break
                subject.spend(result)
                if job.yielded:
                    tell("queued", None)
                elif result.stopped_by != TIME or not self._listens(
                    subject.session.id, subject.tab
                ):
                    break
            failed = failures == TRIES
            tell("stopped" if job.stopped or failed else "resting", None, FAILED if failed else "")
            subject.keep()
        finally:
            self._pool.dismiss(job)


class _Known:
    """The deepest result for a position, and what all its analyses spent."""

    def __init__(self) -> None:
        self.best: EngineResult | None = None
        self.nodes = self.ms = 0

    def take(self, result: EngineResult) -> None:
        """Keep a result if it is proved or deep enough: an early one has found less."""
        if self.best is None or _rank(result) >= _rank(self.best):
            self.best = result


def _rank(result: EngineResult) -> tuple[bool, int]:
    return bool(result.lines) and is_win(abs(result.lines[0].score)), result.depth


class _Subject:
    """A position under analysis, and the results so far."""

    def __init__(self, session: Session, request: requests.Analyse) -> None:
        """Raises NotFound for an unknown node, Stale if nothing can be searched there."""
        self.session = session
        self.tab = request.tab
        self._request = request
        views = session.views
        board = session.tree.board_at(request.node)
        if board.outcome is not None:
            raise Stale("nothing to analyse: the game is over here")
        self._key = views.key_of(board)
        self._board = views.passed(board) if request.threat else board
        if self._board is None:
            raise Stale("the side to move cannot pass here: there is no threat to show")
        if self._board.outcome is not None:
            raise Stale("nothing to analyse: the game would be over")
        self._position = session.family.format_position(self._board)
        self.name = (session.family.rules.name, session.pieces, self._position, request.multipv)
        self.left_s = request.budget_s or math.inf
        self._left_nodes = request.nodes or math.inf
        self._depth = 1  # that the table knows from this analysis
        self.known = _Known()

    def order(self) -> Order:
        """The next order, within the remaining budget."""
        return Order(
            preset=self.session.family.rules.name,
            pieces=self.session.pieces,
            position=self._position,
            multipv=self._request.multipv,
            wall_s=min(self.left_s, self._turn_s()),
            nodes=int(max(1, min(self._left_nodes, DEEPEST_NODES))),
            first_depth=self._depth,
        )

    def _turn_s(self) -> float:
        return min(LONGEST_TURN_S, max(FIRST_TURN_S, self.known.ms / 1000))

    def spend(self, result: EngineResult) -> None:
        """Subtract a finished turn from the budget."""
        self.known.take(result)
        self._depth = max(self._depth, result.depth)
        self.left_s -= result.ms / 1000
        self._left_nodes -= result.nodes
        self.known.ms += result.ms
        self.known.nodes += result.nodes
        if self._left_nodes <= 0:
            self.left_s = 0.0

    def keep(self) -> None:
        """Set the score of the node, unless this was the threat view."""
        node = self.session.tree.nodes.get(self._request.node)
        if node is not None and not self._request.threat:
            lines, best = self._lines(), self.known.best
            if best and lines:
                node.score = lines[0].score
                board = self.session.family.parse_position(self._position)
                node.best = best_line(self.session.views, board, best.lines[0].pv)

    def _lines(self) -> list[streamed.AnalysisLine]:
        best = self.known.best
        return analysis_lines(self.session.views, self._position, best) if best else []

    def news(self, state: State, result: EngineResult | None, notice: str) -> streamed.Analysis:
        """The state of the analysis; `result` is that of the current turn so far."""
        known = self.known
        if result is not None:
            known.take(result)
        nodes = known.nodes + (result.nodes if result else 0)
        ms = known.ms + (result.ms if result else 0)
        lines, best = self._lines(), known.best
        return streamed.Analysis(
            game=self.session.id,
            tab=self.tab,
            node=self._request.node,
            key=self._key,
            threat=self._request.threat,
            state=state,
            depth=best.depth if best else 0,
            seldepth=max((len(line.moves) for line in lines), default=0),
            nodes=nodes,
            nps=int(nodes * 1000 / ms) if ms else 0,
            lines=lines,
            notice=notice or (best.notice if best else ""),
            question=self._request.question,
            searching=self._searching(result),
        )

    def _searching(self, result: EngineResult | None) -> str:
        if result is None or result.searching is None:
            return ""
        views = self.session.views
        board = views.family.parse_position(self._position)
        return "".join(spell(views, board, [result.searching])[0])
