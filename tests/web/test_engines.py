"""Engine processes: shared fairly, limited, ended, restarted; analyses and reviews on them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import sys
import threading
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from games.registry import family_named
from search.score import win_in
from tests.web.conftest import DEADLINE_S, Running, awaited
from web.contract.messages import PlayerSetting
from web.contract.requests import Analyse
from web.engines import pool as engine_pool
from web.engines import review
from web.engines.analysis import Analyses
from web.engines.launch import launch_process, start_process
from web.engines.orders import EngineResult, Order, ResultLine
from web.engines.pool import ANALYSIS, MOVE, EngineJob, EnginePool
from web.engines.review import Reviews
from web.errors import Busy, EngineFailed, NotFound
from web.sessions.session import Session
from web.sessions.tree import SessionTree

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

START = "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w 0,0"
NODES = 100
MEMORY_MB = 1024


def order(**more: Any) -> Order:
    """An order for a position with one stone; without a limit of nodes it outlasts the test."""
    return Order(**{"preset": "gomoku-15", "position": START, "wall_s": 2 * DEADLINE_S, **more})


def run(work: Callable[[EnginePool], Awaitable[None]], **more: Any) -> None:
    """Run an action with a pool, by a deadline."""

    async def main() -> None:
        pool = EnginePool(**{"launch": partial(launch_process, MEMORY_MB), "slots": 1, **more})
        try:
            await asyncio.wait_for(work(pool), DEADLINE_S)
        finally:
            await pool.close()

    awaited(main())


def script_engine(script: str) -> Callable[[], Awaitable[Any]]:
    """Starts a Python process with this script."""
    return partial(start_process, sys.executable, "-S", "-c", script)


async def begun(pool: EnginePool, job: EngineJob) -> asyncio.Task[EngineResult | None]:
    """A search without an end, which has reported its first iteration."""
    heard = asyncio.Event()
    task = asyncio.ensure_future(pool.search(job, order(), lambda _: heard.set()))
    await heard.wait()
    return task


def process_of(pool: EnginePool) -> int:
    """The process number of the first engine."""
    return int(pool.slots[0]._process.pid)


async def ended(number: int) -> None:
    """Wait until a process does not exist."""
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.kill(number, 0)
            await asyncio.sleep(0.01)


def test_an_engine_reports_sorted_lines_and_repeats_a_level_s_choice() -> None:
    """Each iteration is reported, the best line first; a level's choice follows from its seed."""

    async def work(pool: EnginePool) -> None:
        news: list[EngineResult] = []
        with pool.admission(ANALYSIS) as job:
            result = await pool.search(job, order(nodes=20_000, multipv=3), news.append)
        assert result is not None
        assert (len(result.lines), result.stopped_by) == (3, "nodes")
        scores = [line.score for line in result.lines]
        assert scores == sorted(scores, reverse=True)
        assert {line.depth - result.depth for line in result.lines} <= {0, 1}
        assert [one.depth for one in news] == sorted(one.depth for one in news)
        orders = [order(level=1, seed=seed) for seed in (5, 5, 6, 7, 8)]
        played = [(await pool.answer(MOVE, one)).move for one in orders]
        assert played[0] == played[1]
        assert len(set(played)) > 1

    run(work)


def test_a_search_stops_or_gives_way_to_a_move() -> None:
    """Stopped or interrupted, it has its results so far, and its process goes on."""

    async def work(pool: EnginePool) -> None:
        with pool.admission(ANALYSIS) as long, pool.admission(MOVE) as short:
            search = await begun(pool, long)
            process = process_of(pool)
            assert await pool.search(short, order(nodes=NODES)) is not None
            result = await search
            assert long.yielded
            assert result
            assert result.lines
            search = await begun(pool, long)
            long.stop()
            result = await search
            assert result
            assert result.lines
        assert process_of(pool) == process

    run(work)


def test_a_long_iteration_tells_nodes_and_the_move_that_it_searches() -> None:
    """Between two results the latest one is sent again, with what has been searched since."""

    async def work(pool: EnginePool) -> None:
        told = asyncio.Event()
        news: list[EngineResult] = []

        def heard(result: EngineResult) -> None:
            news.append(result)
            if result.searching is not None:
                told.set()

        with pool.admission(ANALYSIS) as job:
            search = asyncio.ensure_future(pool.search(job, order(), heard))
            await told.wait()
            job.stop()
            last = await search
        assert last
        assert last.searching is None
        at = next(at for at, result in enumerate(news) if result.searching is not None)
        before, progress = news[at - 1 : at + 1]
        assert (progress.depth, progress.lines) == (before.depth, before.lines)
        assert progress.nodes >= before.nodes
        assert progress.searching in range(15 * 15)

    run(work)


def test_an_engine_that_ends_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed, or hanging after a stop: its search fails, and the next gets a new engine.

    An idle one ends after a time; one without memory fails, too.
    """
    monkeypatch.setattr(engine_pool, "STOP_S", 1.0)

    async def work(pool: EnginePool) -> None:
        for end in (signal.SIGKILL, signal.SIGSTOP):
            with pool.admission(ANALYSIS) as job:
                search = await begun(pool, job)
                process = process_of(pool)
                os.kill(process, end)
                if end == signal.SIGSTOP:
                    job.stop()
                with pytest.raises(EngineFailed):
                    await search
            await ended(process)
            assert pool.running == 0
        with pool.admission(ANALYSIS) as job:
            assert await pool.search(job, order(nodes=NODES)) is not None
            await ended(process_of(pool))

    async def starve(pool: EnginePool) -> None:
        with pool.admission(ANALYSIS) as job, pytest.raises(EngineFailed):
            await pool.search(job, order(nodes=NODES))

    run(work, idle_s=0.05)
    run(starve, launch=partial(launch_process, 1))


def test_a_full_queue_refuses_at_once() -> None:
    """Beyond slots and queue every request is refused, but games go on."""

    async def work(pool: EnginePool) -> None:
        await asyncio.sleep(0)
        jobs = [pool.admit(ANALYSIS) for _ in range(5)]
        with pytest.raises(Busy) as refusal:
            pool.admit(ANALYSIS)
        assert refusal.value.retry_after_s
        pool.dismiss(pool.admit(MOVE))
        pool.dismiss(jobs[0])
        pool.admit(ANALYSIS)

    run(work)


BROKEN = {
    "ends at once": "",
    "babbles": "print('hello')",
    "writes half a line": "print('{\"id\": 1', end='', flush=True)",
    "floods": "while True: print('x' * 1_000_000)",
    "answers without findings": 'print(\'{"id": 1, "done": true}\')',
    "hangs": "import time; time.sleep(600)",
}


@pytest.mark.parametrize("way", BROKEN)
def test_a_broken_engine_fails_in_words(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the process does, the search fails by its deadline, and the process ends."""
    if way == "hangs":
        monkeypatch.setattr(engine_pool, "GRACE_S", 1.0)
    else:
        for wait in ("GRACE_S", "STOP_S", "END_S"):  # none of this is waited for
            monkeypatch.setattr(engine_pool, wait, 10 * DEADLINE_S)

    async def work(pool: EnginePool) -> None:
        with pool.admission(MOVE) as job, pytest.raises(EngineFailed) as failure:
            await pool.search(job, order(wall_s=0.1))
        assert ("TimeoutError" in str(failure.value)) == (way == "hangs")
        assert (pool.slots[0]._process, pool.running) == (None, 0)

    run(work, launch=script_engine(BROKEN[way]))


def test_an_exit_code_is_fetched_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine has ended, and asyncio, which would complain to the user, comes late to see it."""
    fetch, has_begun = os.waitpid, threading.Event()

    def come_late(number: int, options: int) -> tuple[int, int]:
        if not options:
            assert has_begun.wait(DEADLINE_S)
        return fetch(number, options)

    monkeypatch.setattr(os, "waitpid", come_late)

    async def work() -> None:
        process = await start_process(sys.executable, "-S", "-c", "input()")
        process.stdin.write(b"\n")
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # noqa: ASYNC222 - nobody runs
        asyncio.get_running_loop().call_soon(has_begun.set)
        await process.end()
        assert process.returncode == 0

    awaited(asyncio.wait_for(work(), DEADLINE_S))
    assert caplog.text == ""


class Scripted:
    """Engines whose searches end as a test says: with a result, an error, or at its word."""

    def __init__(self, *answers: EngineResult | EngineFailed) -> None:
        self.answers = list(answers)
        self.orders: list[Order] = []
        self.ends: list[asyncio.Future[None]] = []

    def admit(self, kind: int) -> EngineJob:
        """A place for a job."""
        return EngineJob(kind)

    def dismiss(self, job: EngineJob) -> None:
        """End a job."""
        job.stop()

    async def search(
        self, job: EngineJob, order: Order, _: object, begun: Callable[[], None]
    ) -> Any:
        """The next answer; without one, wait for the end of this search, which finds nothing."""
        assert not job.stopped
        self.orders.append(order)
        if not self.answers:
            self.ends.append(asyncio.get_running_loop().create_future())
            return await self.ends[-1]
        begun()
        answer = self.answers.pop(0)
        job.yielded = isinstance(answer, EngineResult) and answer.stopped_by == "stop"
        if isinstance(answer, EngineFailed):
            raise answer
        return answer


class Told:
    """The analyses of a game with one stone, and what tabs hear of them."""

    def __init__(self, pool: Scripted, *, listens: bool = True) -> None:
        self.said: list[str] = []
        self.depths: list[tuple[int, int]] = []
        self.notices: set[str] = set()
        self.listens = listens
        self.analyses = Analyses(cast("EnginePool", pool), self._hear, lambda *_: self.listens)
        family, person = family_named("gomoku-15"), PlayerSetting(kind="human")
        self.session = Session("x", family, SessionTree(family.start()), (person, person))
        self.session.play_move(112)

    def _hear(self, news: Any) -> None:
        self.said.append(f"{news.node} {news.state}")
        self.depths.append((news.depth, news.nodes))
        self.notices |= {news.notice} - {""}

    async def start(self, node: int, **more: Any) -> None:
        """Start the tab's analysis of a node, and let it go as far as it comes."""
        self.analyses.start(self.session, Analyse(tab="a", node=node, action="start", **more))
        await turns()


async def turns() -> None:
    """Let the other tasks run."""
    for _ in range(30):
        await asyncio.sleep(0)


def reached(depth: int, stopped_by: str) -> EngineResult:
    """A result of this depth after a minute."""
    line = ResultLine(score=7, pv=[113], depth=depth)
    about = {"move": 113, "lines": [line], "nodes": 1000, "ms": 60_000}
    return EngineResult(depth=depth, stopped_by=stopped_by, **about)  # type: ignore[arg-type]


def test_a_replaced_analysis_is_silent() -> None:
    """Whichever ends first, only the newest of a tab says how it ended; one stopped before too."""

    async def replace(first: int, *, stopped: bool) -> list[str]:
        pool = Scripted()
        told = Told(pool)
        await told.start(0)
        if stopped:
            told.analyses.stop("x", "a")
        await told.start(1)
        for number in (first, 1 - first):
            pool.ends[number].set_result(None)
            await turns()
        return told.said

    for first in (0, 1):
        for stopped in (False, True):
            said = awaited(replace(first, stopped=stopped))
            assert said == ["0 queued", "1 queued", "1 resting"], (first, stopped)


def test_an_analysis_goes_on_while_its_tab_listens() -> None:
    """Turn after turn, longer and from the depth reached; one that gave way says when it waits.

    When a second engine dies, it stops with a notice, and can be started again.
    """

    async def analyse(
        *answers: EngineResult | EngineFailed, listens: bool = True
    ) -> tuple[Scripted, Told]:
        pool = Scripted(*answers)
        told = Told(pool, listens=listens)
        await told.start(1)
        return pool, told

    answers = reached(5, "time"), reached(4, "stop"), reached(7, "time"), reached(9, "complete")
    pool, told = awaited(analyse(*answers))
    assert [one.first_depth for one in pool.orders] == [1, 5, 5, 7]
    assert [one.wall_s for one in pool.orders] == [60, 60, 120, 180]
    again = ["1 running", "1 running", "1 queued", "1 running", "1 running"]
    assert told.said == ["1 queued", *again, "1 resting"]
    score = told.session.tree.nodes[1].score
    assert score
    assert score.value == 7
    _, told = awaited(analyse(*answers, listens=False))
    assert told.said == ["1 queued", "1 running", "1 resting"], "an analysis that nobody hears ends"
    _, told = awaited(analyse(EngineFailed("x"), EngineFailed("x"), reached(5, "nodes")))
    assert told.said[-1] == "1 stopped"
    assert len(told.notices) == 1
    awaited(told.start(1))
    assert told.said[-1] == "1 resting"


def test_the_deepest_result_of_a_position_is_kept() -> None:
    """A later analysis begins anew, but shows what was found until it has found more, or a win."""

    async def analyse() -> Told:
        win = replace(
            reached(3, "complete"), lines=[replace(reached(3, "").lines[0], score=win_in(3))]
        )
        told = Told(
            Scripted(reached(9, "complete"), reached(2, "complete"), reached(2, "complete"), win)
        )
        for node, lines in ((1, 1), (0, 1), (1, 1), (1, 1)):
            await told.start(node, multipv=lines)
        return told

    told = awaited(analyse())
    ends = [depth for state, depth in zip(told.said, told.depths, strict=True) if "rest" in state]
    assert ends == [(9, 1000), (2, 1000), (9, 2000), (3, 3000)]


def start(board: Running, game: Any, tab: str, status: int = 200, **more: Any) -> Any:
    """Start an analysis."""
    request = {"tab": tab, "node": game["current"], "action": "start", **more}
    return board.post(f"games/{game['id']}/analysis", status, **request)


def test_analysis_rests_at_its_budget(own: Running) -> None:
    """It goes on until it is stopped, or a budget of nodes is used up; the node keeps its score.

    The threat view has the opponent's moves; the engines' log has every order and finding.
    """
    game = own.played("gomoku-15", "H8 A1 H9 A15 H10")
    at = f"games/{game['id']}"
    with own.tab(game, "a") as tab:
        start(own, game, "a", multipv=2, question="two lines")
        tab.wait("analysis", lambda news: news["depth"] >= 3)
        own.post(f"{at}/analysis", tab="a", node=0, action="stop")
        last = tab.wait("analysis", lambda news: news["state"] == "stopped")
        assert {news["question"] for news in tab.of("analysis")} == {"two lines"}
        assert {news["key"] for news in tab.of("analysis")} == {game["position"]["key"]}
        assert len(last["lines"]) == 2
        start(own, game, "a", nodes=5_000)
        last = tab.wait("analysis", lambda news: news["state"] == "resting")
        assert last["nodes"] < 50_000
        assert own.get(at)["nodes"][-1]["score"] == last["lines"][0]["score"]
        start(own, game, "a", threat=True, nodes=20_000)
        done = tab.wait("analysis", lambda news: news["state"] == "resting" and news["threat"])
        assert done["lines"][0]["score"]["kind"] == "win"
        assert done["lines"][0]["score"]["percent"] == 100.0
    words = own.get("engines/log")
    assert [words[0]["by"], words[-1]["by"]] == ["server", "engine"]
    assert '"do":"search"' in words[0]["text"]
    assert all(len(word["text"]) <= 400 and word["slot"] == 0 for word in words)
    assert len(words) <= 200


def test_a_client_that_vanishes_frees_its_engine(own: Running) -> None:
    """With one engine two analyses progress, each tab hears its own; both end with their tabs."""
    games = [own.played("gomoku-15", "H8"), own.played("gomoku-9", "E5")]
    with own.tab(games[0], "t0") as first, own.tab(games[1], "t1") as second:
        for number, game in enumerate(games):
            start(own, game, f"t{number}")
        for tab, game in zip((first, second), games, strict=True):
            tab.wait("analysis", lambda news: news["depth"] >= 2)
            assert {news["game"] for news in tab.of("analysis")} == {game["id"]}
    own.until(lambda: own.service.pool.running == 0)
    own.until(lambda: len(own.service.hub) == 0)


def test_an_analysis_without_a_place_is_put_off(
    own: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One too many gets a reason and the time to wait; the server answers meanwhile."""
    monkeypatch.setattr(engine_pool, "SLICE_S", 1000.0)  # none makes room for another
    game = own.played("gomoku-15", "H8")
    for number in range(5):
        start(own, game, f"t{number}")
    request = {"tab": "late", "node": 1, "action": "start"}
    answer = own.client.post(f"/api/games/{game['id']}/analysis", json=request)
    assert answer.status_code == 429
    assert answer.headers["retry-after"]
    assert own.get("health")["status"] == "ok"


def test_a_review_scores_and_marks_the_main_line(own: Running) -> None:
    """Every position gets a score; of three moves to corners against a row, one is marked."""
    game = own.post("import", text="gomoku-15:H8A1H9A15H10O1H11O15")
    with own.tab(game, "a") as tab:
        own.post(f"games/{game['id']}/review", nodes=3_000)
        tab.wait("review", lambda news: news["state"] == "done")
        nodes = own.wait(game, lambda now: now["nodes"][-1]["score"] is not None)["nodes"]
        assert all(node["score"] is not None for node in nodes)
        marks = [nodes[ply]["mark"] for ply in (2, 4, 6)]
        assert any(mark in ("mistake", "blunder", "inaccuracy") for mark in marks), marks
        scored = {node["id"] for news in tab.of("review") for node in news["nodes"]}
        assert scored == set(game["main"])
        assert all(0 <= percent <= 100 for percent in tab.of("review")[-1]["accuracy"])


def test_a_review_is_stopped(own: Running) -> None:
    """Its engine is free again, and positions that it has not seen have no score."""
    game = own.played("gomoku-15", "H8 A1")
    at = f"games/{game['id']}"
    own.post(f"{at}/review", nodes=1_000_000)
    own.until(lambda: own.service.pool.running == 1)
    own.post(f"{at}/review/stop")
    own.until(lambda: own.service.pool.running == 0)
    assert own.get(at)["nodes"][-1]["score"] is None


def test_the_start_of_a_game_is_judged_as_no_move(board: Running) -> None:
    """It gets a score and a best move, and no mark."""
    game = board.new_game("gomoku-9")
    start = board.post(f"games/{game['id']}/judge", node=0)["nodes"][0]
    assert start["score"]["kind"] == "score"
    assert start["best"]["moves"]
    assert start["mark"] is None


@pytest.mark.parametrize("deleting", [1, 2])
def test_a_move_deleted_while_it_is_judged_is_named(
    deleting: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the search of the position before it was running, or its own."""
    family, person = family_named("gomoku-15"), PlayerSetting(kind="human")
    session = Session("x", family, SessionTree(family.start()), (person, person))
    session.play_move(112)
    session.play_move(0)
    searches = itertools.count(1)

    async def search(*_: Any) -> None:
        if next(searches) == deleting:
            session.tree.delete(session.current)

    monkeypatch.setattr(review, "searched", search)
    pool: Any = SimpleNamespace(admission=lambda _: contextlib.nullcontext())
    with pytest.raises(NotFound, match="no longer in the game"):
        awaited(Reviews(pool, Mock(), Mock()).judge(session, session.current))
