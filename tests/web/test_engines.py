"""Engine processes: shared fairly, limited, ended, restarted; analyses and reviews on them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar, cast

import httpx
import pytest

from games.registry import family_named
from tests.web.conftest import Running
from web.contract.messages import PlayerSetting
from web.contract.requests import Analyse
from web.engines.analysis import Analyses
from web.engines.orders import Found, Order
from web.engines.pool import ANALYSIS, MOVE, EnginePool, Job, Slot
from web.errors import Busy, EngineFailed
from web.sessions.session import Session
from web.sessions.tree import SessionTree
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterator

START = "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w 0,0"
DEADLINE_S = 20.0
Answer = TypeVar("Answer")


def order(**more: Any) -> Order:
    """An order for a position with one stone."""
    return Order(**{"preset": "gomoku-15", "position": START, "wall_s": 10.0, **more})


def awaited(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run this in a separate thread: the tests of the page leave a loop in the main one."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, work).result(2 * DEADLINE_S)


def run(work: Callable[[EnginePool], Awaitable[None]], **more: Any) -> None:
    """Run an action with a pool, by a deadline."""

    async def main() -> None:
        pool = EnginePool(**{"slots": 1, **more})
        try:
            await asyncio.wait_for(work(pool), DEADLINE_S)
        finally:
            await pool.close()

    awaited(main())


def process_of(pool: EnginePool) -> int:
    """The process number of the first engine."""
    number = pool.slots[0].process_id
    assert number is not None
    return number


def alive(number: int) -> bool:
    """Whether a process exists."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_engine_finds_lines_and_tells_on_the_way() -> None:
    """Each iteration is reported, and the last report has as many lines as requested."""

    async def work(pool: EnginePool) -> None:
        news: list[Found] = []
        with pool.admission(ANALYSIS) as job:
            found = await pool.search(job, order(nodes=20_000, multipv=3), news.append)
        assert found is not None
        assert len(found.lines) == 3
        assert found.stopped_by == "nodes"
        scores = [line.score for line in found.lines]
        assert scores == sorted(scores, reverse=True)
        assert {line.depth - found.depth for line in found.lines} <= {0, 1}
        assert [one.depth for one in news] == sorted(one.depth for one in news)

    run(work)


def test_a_level_plays_alike_from_the_same_seed() -> None:
    """A level's random choices follow from the seed alone."""

    async def work(pool: EnginePool) -> None:
        played = []
        for seed in (5, 5, 6, 7, 8):
            with pool.admission(MOVE) as job:
                found = await pool.search(job, order(level=1, seed=seed))
            assert found is not None
            played.append(found.move)
        assert played[0] == played[1]
        assert len(set(played)) > 1

    run(work)


def test_a_stop_ends_a_search_within_a_second() -> None:
    """The engine answers with its result so far, and its process goes on."""

    async def work(pool: EnginePool) -> None:
        with pool.admission(ANALYSIS) as job:
            search = asyncio.ensure_future(pool.search(job, order()))
            await asyncio.sleep(0.7)
            process, began = process_of(pool), time.monotonic()
            job.stop()
            found = await search
            assert time.monotonic() - began < 1.0
            assert found is not None
            assert found.lines
        assert process_of(pool) == process

    run(work)


def test_a_killed_engine_is_replaced() -> None:
    """If an engine is killed, its search fails with a message; the next gets a new engine."""

    async def work(pool: EnginePool) -> None:
        with pool.admission(ANALYSIS) as job:
            search = asyncio.ensure_future(pool.search(job, order()))
            await asyncio.sleep(0.5)
            first = process_of(pool)
            os.kill(first, signal.SIGKILL)
            with pytest.raises(EngineFailed):
                await search
            assert await pool.search(job, order(nodes=100)) is not None
            assert process_of(pool) != first

    run(work)


def test_an_engine_that_hangs_is_ended() -> None:
    """An engine that neither answers nor stops is killed soon after a stop, and its
    slot is free.
    """

    async def work(pool: EnginePool) -> None:
        with pool.admission(ANALYSIS) as job:
            search = asyncio.ensure_future(pool.search(job, order()))
            await asyncio.sleep(0.5)
            hung = process_of(pool)
            os.kill(hung, signal.SIGSTOP)
            job.stop()
            with pytest.raises(EngineFailed):
                await search
        assert not alive(hung)
        assert pool.running == 0

    run(work)


def test_memory_is_capped() -> None:
    """An engine without memory fails with a message, and the server goes on."""

    async def work(pool: EnginePool) -> None:
        with pool.admission(ANALYSIS) as job, pytest.raises(EngineFailed):
            await pool.search(job, order(nodes=100))

    run(work, memory_mb=40)


def test_an_idle_engine_is_ended() -> None:
    """An engine's process ends after the idle time; a later search starts another."""

    async def work(pool: EnginePool) -> None:
        with pool.admission(ANALYSIS) as job:
            await pool.search(job, order(nodes=100))
            process = process_of(pool)
            await asyncio.sleep(1.0)
            assert not alive(process)
            assert await pool.search(job, order(nodes=100)) is not None

    run(work, idle_s=0.05)


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


def test_a_move_does_not_wait_for_an_analysis() -> None:
    """A long analysis gives way at once to a game's move, and may go on afterwards."""

    async def work(pool: EnginePool) -> None:
        with pool.admission(ANALYSIS) as long, pool.admission(MOVE) as short:
            analysis = asyncio.ensure_future(pool.search(long, order()))
            await asyncio.sleep(0.5)
            began = time.monotonic()
            assert await pool.search(short, order(nodes=500)) is not None
            assert time.monotonic() - began < 1.5
            assert (await analysis) is not None
            assert long.yielded

    run(work)


BROKEN = {
    "ends at once": "",
    "babbles": "print('hello')",
    "writes half a line": "print('{\"id\": 1', end='', flush=True)",
    "floods": "print('x' * 1_000_000)",
    "answers without findings": 'print(\'{"id": 1, "done": true}\')',
    "hangs": "import time; time.sleep(60)",
}


@pytest.mark.parametrize("script", BROKEN.values(), ids=BROKEN)
def test_a_broken_engine_fails_in_words(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the process does, the search fails by its deadline, and the process ends."""

    async def start(slot: Slot) -> asyncio.subprocess.Process:
        del slot
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, stdin=pipe, stdout=pipe
        )

    async def work(pool: EnginePool) -> None:
        with pool.admission(MOVE) as job, pytest.raises(EngineFailed):
            await pool.search(job, order(wall_s=0.1))
        assert pool.slots[0].process_id is None
        assert pool.running == 0

    monkeypatch.setattr(Slot, "_start", start)
    run(work)


@pytest.fixture
def fresh(settings: Settings) -> Iterator[Running]:
    """A server whose engine is used by one test only."""
    running = Running(settings)
    yield running
    running.end()


def start(board: Running, game: Any, tab: str, status: int = 200, **more: Any) -> Any:
    """Start an analysis."""
    wish = {"tab": tab, "node": game["current"], "action": "start", **more}
    return board.post(f"games/{game['id']}/analysis", status, **wish)


def test_analysis_goes_on_until_it_is_stopped(fresh: Running) -> None:
    """News of growing depth have the position's key; after a stop the result stays."""
    game = fresh.play(fresh.new_game("gomoku-15"), "H8")
    tab = fresh.tab(game, "a")
    start(fresh, game, "a", multipv=2, question="two lines")
    tab.wait("analysis", lambda news: news["depth"] >= 3)
    fresh.post(f"games/{game['id']}/analysis", tab="a", node=0, action="stop")
    last = tab.wait("analysis", lambda news: news["state"] == "stopped")
    assert {news["question"] for news in tab.of("analysis")} == {"two lines"}
    assert len(last["lines"]) == 2
    assert {news["key"] for news in tab.of("analysis")} == {game["position"]["key"]}
    assert set(last["heat"]) == {str(line["points"][0]) for line in last["lines"]}
    tab.close()


def test_analysis_without_a_budget_goes_on_and_on(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an engine's turn the next one searches deeper, until the tab is closed."""
    monkeypatch.setattr("web.engines.analysis.FIRST_TURN_S", 0.2)
    game = fresh.play(fresh.new_game("gomoku-15"), "H8")
    tab = fresh.tab(game, "a")
    start(fresh, game, "a")
    first = tab.wait("analysis", lambda news: news["ms"] > 150)
    later = tab.wait("analysis", lambda news: news["ms"] > 1_500)
    assert later["state"] == "running"
    assert later["depth"] > first["depth"]
    assert later["nodes"] > first["nodes"]
    tab.close()
    fresh.until(lambda: fresh.service.pool.running == 0, 1.0)


def test_the_log_tells_what_engines_hear_and_say(fresh: Running) -> None:
    """The log has orders, findings and stops in order, shortened if they are long."""
    game = fresh.play(fresh.new_game("gomoku-15"), "H8")
    fresh.post(f"games/{game['id']}/hint")
    words = fresh.get("engines/log")
    assert [words[0]["by"], words[-1]["by"]] == ["server", "engine"]
    assert '"do":"search"' in words[0]["text"]
    assert all(len(word["text"]) <= 400 and word["slot"] == 0 for word in words)
    assert len(words) <= 200


def test_an_analysis_that_nobody_hears_ends(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a budget and a stream, an analysis ends after one turn of an engine."""
    monkeypatch.setattr("web.engines.analysis.FIRST_TURN_S", 0.2)
    game = fresh.play(fresh.new_game("gomoku-15"), "H8")
    start(fresh, game, "nobody")
    fresh.until(lambda: fresh.service.pool.running == 1)
    fresh.until(lambda: fresh.service.pool.running == 0, 3.0)
    time.sleep(0.1)
    assert fresh.service.pool.running == 0


def test_an_analysis_whose_engines_die_stops_in_words(fresh: Running) -> None:
    """When a second engine dies, the analysis stops with a notice and can be started again."""
    game = fresh.play(fresh.new_game("gomoku-15"), "H8")
    tab = fresh.tab(game, "a")
    start(fresh, game, "a")
    killed: set[int] = set()
    while len(killed) < 2:
        process = fresh.service.pool.slots[0].process_id
        if process is not None and process not in killed:
            os.kill(process, signal.SIGKILL)
            killed.add(process)
        time.sleep(0.05)
    last = tab.wait("analysis", lambda news: news["state"] in ("stopped", "resting"))
    assert last["state"] == "stopped"
    assert "failed" in last["notice"]
    start(fresh, game, "a", nodes=1_000)
    assert tab.wait("analysis", lambda news: news["state"] == "resting")["notice"] == ""
    tab.close()


def test_analysis_rests_at_its_budget(fresh: Running) -> None:
    """A budget of nodes ends an analysis; its lines stay, and the node keeps the score."""
    game = fresh.play(fresh.new_game("gomoku-15"), "H8")
    tab = fresh.tab(game, "a")
    start(fresh, game, "a", nodes=5_000)
    last = tab.wait("analysis", lambda news: news["state"] == "resting")
    assert last["lines"]
    assert last["nodes"] < 50_000
    assert fresh.get(f"games/{game['id']}")["nodes"][-1]["score"] == last["lines"][0]["score"]
    tab.close()


class SlowPool:
    """Engines whose search ends when the test says so, also after its analysis was stopped."""

    def __init__(self) -> None:
        self.ends: list[asyncio.Future[None]] = []

    def admit(self, kind: int) -> Job:
        """A place for a job."""
        return Job(kind)

    def dismiss(self, job: Job) -> None:
        """End a job."""
        job.stop()

    async def search(self, job: Job, *_: object) -> None:
        """Wait for the end of this search; it has found nothing."""
        assert not job.stopped
        self.ends.append(asyncio.get_running_loop().create_future())
        await self.ends[-1]


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("first", [0, 1])
def test_a_replaced_analysis_is_silent(*, stopped: bool, first: int) -> None:
    """Whichever ends first, only the newest of a tab says how it ended; one stopped before too."""

    async def replace() -> list[str]:
        pool, said = SlowPool(), list[str]()
        analyses = Analyses(
            cast("EnginePool", pool),
            lambda _game, _tab, news: said.append(f"{news.node} {news.state}"),
            lambda *_: True,
        )
        family = family_named("gomoku-15")
        person = PlayerSetting(kind="human")
        session = Session("x", family, SessionTree(family.start()), (person, person))
        session.play_move(session.board.legal_moves()[0])
        for node in (0, 1):
            analyses.start(session, Analyse(tab="a", node=node, action="start"))
            await turns(5)
            if node == 0 and stopped:
                analyses.stop("x", "a")
        for number in (first, 1 - first):
            pool.ends[number].set_result(None)
            await turns(5)
        return said

    assert awaited(replace()) == ["0 queued", "1 queued", "1 resting"]


async def turns(count: int) -> None:
    """Let the other tasks run."""
    for _ in range(count):
        await asyncio.sleep(0)


def test_a_threat_is_what_the_opponent_would_do(fresh: Running) -> None:
    """For an open three the threat view shows that its owner wins with a second move."""
    game = fresh.play(fresh.new_game("gomoku-15"), "H8", "A1", "H9", "A15", "H10")
    tab = fresh.tab(game, "a")
    start(fresh, game, "a", threat=True, nodes=20_000)
    last = tab.wait("analysis", lambda news: news["state"] == "resting")
    assert last["threat"]
    assert last["lines"][0]["score"]["kind"] == "win"
    assert last["lines"][0]["score"]["percent"] == 100.0
    tab.close()


def test_two_tabs_take_turns(fresh: Running) -> None:
    """With one engine both analyses progress, and each tab gets only its own news."""
    games = [fresh.play(fresh.new_game("gomoku-15"), "H8"), fresh.play(fresh.new_game(), "E5")]
    tabs = [fresh.tab(game, f"t{index}") for index, game in enumerate(games)]
    for index, game in enumerate(games):
        start(fresh, game, f"t{index}")
    for tab, game in zip(tabs, games, strict=True):
        tab.wait("analysis", lambda news: news["depth"] >= 4)
        assert {news["game"] for news in tab.of("analysis")} == {game["id"]}
    for tab in tabs:
        tab.close()


def test_a_client_that_vanishes_frees_its_engine(fresh: Running) -> None:
    """The search ends within a second after the connection is cut."""
    game = fresh.play(fresh.new_game("gomoku-15"), "H8")
    tab = fresh.tab(game, "a")
    start(fresh, game, "a")
    fresh.until(lambda: fresh.service.pool.running == 1)
    tab.wait("analysis", lambda news: news["depth"] >= 2)
    tab.close()
    fresh.until(lambda: fresh.service.pool.running == 0, 1.0)
    fresh.until(lambda: len(fresh.service.hub) == 0, 1.0)


def test_200_analyses_at_once_are_taken_or_put_off(fresh: Running) -> None:
    """Each of 200 requests at once gets 200 or 429, and all that fit get 200.

    The server answers meanwhile.
    """
    game = fresh.play(fresh.new_game("gomoku-15"), "H8")

    async def ask() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=None)
        base = fresh.client.base_url
        async with httpx.AsyncClient(base_url=base, timeout=30, limits=limits) as client:
            path = f"/api/games/{game['id']}/analysis"
            wishes = [
                {"tab": f"t{number}", "node": 1, "action": "start", "budget_s": 30}
                for number in range(200)
            ]
            return list(await asyncio.gather(*(client.post(path, json=wish) for wish in wishes)))

    answers = awaited(ask())
    statuses = [answer.status_code for answer in answers]
    assert set(statuses) == {200, 429}
    assert statuses.count(200) == 5
    assert all(answer.headers["retry-after"] for answer in answers if answer.status_code == 429)
    assert fresh.get("health")["status"] == "ok"


def test_a_review_scores_and_marks_the_main_line(fresh: Running) -> None:
    """Every position gets a score; of three moves to corners against a row, one is marked."""
    game = fresh.post("import", text="gomoku-15:H8A1H9A15H10O1H11O15")
    tab = fresh.tab(game, "a")
    fresh.post(f"games/{game['id']}/review", nodes=3_000)
    tab.wait("review", lambda news: news["state"] == "done")
    nodes = fresh.wait(game, lambda now: now["nodes"][-1]["score"] is not None)["nodes"]
    assert all(node["score"] is not None for node in nodes)
    marks = [nodes[ply]["mark"] for ply in (2, 4, 6)]
    assert any(mark in ("mistake", "blunder", "inaccuracy") for mark in marks), marks
    scored = [node["id"] for news in tab.of("review") for node in news["nodes"]]
    assert scored == game["main"]
    last = tab.of("review")[-1]["accuracy"]
    assert all(50 < percent <= 100 for percent in last)
    tab.close()
