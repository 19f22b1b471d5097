"""A crew: one worker's value, an answer whatever becomes of the helpers, and nobody left."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from mmap import mmap
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from arena.processes.process_tree import children
from games.five.position import FivePosition
from games.five.rules import PRESETS
from search.engine import Engine
from search.five.native import open_search, set_position
from search.limits import Limits
from search.parallel.crew import Crew
from search.result import TIME
from search.score import is_win, win_in
from search.weights import Weights
from search.weights.file import shipped_weights
from tests.arena.waiting import running, wait_for
from tests.families import FIVE, GIPF, Games
from tests.interrupts import interrupted
from tests.search.bounds import check_bounds
from tests.strategies import random_position
from tools.laboratory import laboratory

if TYPE_CHECKING:
    from search.kernel.five import FiveSearch
    from search.kernel.searcher import SearchBase
    from tools.laboratory import Laboratory

ROOT = Path(__file__).parents[3]
PENTE = PRESETS["pente"]
MIDDLE = random_position(PENTE, seed=3, turns=16)


@pytest.fixture
def lab() -> Iterator[Laboratory]:
    """The laboratory build, which takes half a minute; after the test it does not wait."""
    module = laboratory()
    yield module
    module.dawdle(0)
    module.keep_in_step(0)


def kernel_for(
    position: FivePosition, build: Laboratory | None = None, *, table: bool = False
) -> FiveSearch:
    """A kernel set to the position, of the laboratory build if that is given."""
    kernel = open_search(position.rules, Weights(), build)
    if table:
        kernel.use_table(mmap(-1, 1 << 20))
    set_position(kernel, position)
    return kernel


@contextmanager
def crew_of(kernel: SearchBase, workers: int, **settings: int) -> Iterator[Crew]:
    """A crew for the time of a test."""
    crew = Crew(kernel, workers, **settings)
    try:
        yield crew
    finally:
        crew.close()


@pytest.fixture(autouse=True)
def _no_child_is_left() -> Iterator[None]:
    before = children()  # of other tests: a browser and a server that these share
    yield
    assert children() == before


def lively(rules_name: str, count: int) -> list[FivePosition]:
    """Positions in which the game goes on and nobody wins at once."""
    found = []
    for seed in range(10 * count):
        position = random_position(PRESETS[rules_name], seed=seed, turns=4 + seed % 12)
        kernel = kernel_for(position)
        if not kernel.wins_at_once() and not kernel.must_answer():
            found.append(position)
    assert len(found) >= count
    return found[:count]


CREWS = pytest.mark.parametrize(("game", "depth", "workers"), [("gomoku-9", 4, 4), ("pente", 3, 2)])


@CREWS
def test_crew_finds_what_one_worker_finds(game: str, depth: int, workers: int) -> None:
    """In plain mode the root's value is the serial one."""
    compare_with_one_worker(game, depth, workers)


@pytest.mark.nightly
@CREWS
def test_crew_finds_it_whichever_worker_waits(
    lab: Laboratory, game: str, depth: int, workers: int
) -> None:
    """Workers that wait at split points, for random times, change no value."""
    lab.dawdle(100)
    compare_with_one_worker(game, depth, workers, lab)


def compare_with_one_worker(
    game: str, depth: int, workers: int, lab: Laboratory | None = None
) -> None:
    """Assert that the value is the serial one, and that the end of the variation has it; the table
    holds only true bounds one ply on.
    """
    looked_at = 0
    for position in lively(game, 5):
        alone, together = kernel_for(position), kernel_for(position, lab, table=True)
        alone.begin()
        expected = alone.iterate(depth)
        with crew_of(together, workers, brothers=1, split_depth=2):
            together.begin()
            assert together.iterate(depth) == expected
        looked_at += check_bounds(together, alone, deepest=depth - 1)
        pv = together.pv()
        assert len(pv) == depth or is_win(abs(expected or 0))
        for point in pv:
            alone.play(point)
        alone.begin()
        ahead = alone.iterate(0)
        assert ahead is not None
        ahead = win_in(len(pv) + 1) if is_win(ahead) else ahead
        assert expected == (-ahead if len(pv) % 2 else ahead)
    assert looked_at > 50


@pytest.mark.parametrize(
    ("games", "name"), [*((GIPF, name) for name in GIPF.presets), (FIVE, "pente")]
)
def test_crew_finds_what_one_worker_finds_with_shipped_weights(games: Games, name: str) -> None:
    """The root's value is the serial one where a turn is several decisions, and with a net."""
    rules = games.presets[name]
    for seed in range(3):
        position = games.goes_on(rules, Random(seed), 50)
        alone, together = (games.kernel(position, shipped_weights(rules)) for _ in range(2))  # type: ignore[misc]  # both have one
        for kernel in (alone, together):
            kernel.begin()
        with crew_of(together, 3, brothers=1, split_depth=2):
            assert together.iterate(3) == alone.iterate(3)


@pytest.mark.nightly
def test_helpers_join_below_the_root(lab: Laboratory) -> None:
    """Splitting is not the root's alone: in one of 20 searches a helper joins below."""
    lab.dawdle(300)
    for position in lively("gomoku-9", 20):
        kernel = kernel_for(position, lab)
        with crew_of(kernel, 3, brothers=1, split_depth=2):
            kernel.begin()
            kernel.iterate(5)
            if any(joined for _, joined in kernel.split_counts()[1:]):
                return
    pytest.fail("no helper joined below the root in 20 searches")


def test_crew_keeps_long_variations_whole() -> None:
    """A variation of more than sixteen moves comes through split points as it was found.

    Rows of the shared variations were once as long as there can be workers.
    """
    longest = 0
    for position in lively("pente", 3):
        kernel = kernel_for(position, table=True)
        with crew_of(kernel, 2, brothers=1, split_depth=2):
            kernel.begin(width=3, selective=True)
            for depth in range(1, 19):
                kernel.iterate(depth)
                line = position.copy()
                for point in kernel.pv():
                    line.play(point)
                longest = max(longest, len(kernel.pv()))
    assert longest > 16


def test_crew_many_short_searches_come_to_an_end() -> None:
    """A hundred searches of a few milliseconds, with tables and limits: none hangs."""
    dice = Random(7)
    with Engine(PENTE, table_mb=1, workers=3) as engine:
        for turn in range(100):
            limits = Limits(nodes=dice.randrange(50, 3000), depth=dice.randrange(1, 12))
            result = engine.search(MIDDLE, limits, multipv=1 + turn % 2)
            line = MIDDLE.copy()
            for point in result.pv:
                line.play(point)


def test_crew_keeps_to_limits_of_all() -> None:
    """CPU time and nodes are counted of all processes together, in a used crew as well."""
    with Engine(PENTE, workers=2) as engine:
        result = engine.search(MIDDLE, Limits(cpu_s=0.05))
        assert result.stopped_by == TIME
        assert result.seconds_cpu >= 0.05
        assert engine.crew is not None
        pids = engine.crew.pids
        for _ in range(3):
            assert 20_000 <= engine.search(MIDDLE, Limits(nodes=20_000)).nodes < 22_000
        assert engine.crew.pids == pids
        assert engine.dismiss() > 0


def test_crew_a_dead_helper_costs_no_move() -> None:
    """Without a helper a search ends; the next has a whole crew. A held helper is killed."""
    with Engine(PENTE, workers=3) as engine:
        for victim in range(2):
            engine.search(MIDDLE, Limits(nodes=1000))
            assert engine.crew is not None
            os.kill(engine.crew.pids[victim], signal.SIGKILL)
            result = engine.search(MIDDLE, Limits(nodes=20_000))
            assert MIDDLE.why_illegal(result.best) is None
        engine.search(MIDDLE, Limits(nodes=1000))
        engine.search(MIDDLE, Limits(nodes=1000))
        assert engine.crew is not None
        pids = engine.crew.pids
        assert len(pids) == 2
        os.kill(pids[0], signal.SIGSTOP)


@pytest.mark.nightly
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_crew_a_helper_lost_at_any_moment_costs_no_move(how: signal.Signals) -> None:
    """Killed or held at a random moment, the search ends in time."""
    dice = Random(5)
    with Engine(PENTE, workers=3) as engine:
        for _ in range(20):
            engine.search(MIDDLE, Limits(nodes=1000))
            assert engine.crew is not None
            victim = engine.crew.pids[dice.randrange(2)]
            killer = threading.Timer(dice.uniform(0.0, 0.15), os.kill, (victim, how))
            killer.start()
            result = engine.search(MIDDLE, Limits(wall_s=0.5))
            killer.join()
            assert MIDDLE.why_illegal(result.best) is None
            assert (result.depth >= 1, result.stopped_by) == (True, TIME)


@pytest.mark.nightly
def test_crew_a_helper_lost_at_a_split_point_is_replaced_by_searching_again(
    lab: Laboratory,
) -> None:
    """An iteration that loses its helper is begun again and finished, with the serial value."""
    position = lively("gomoku-9", 1)[0]
    alone, together = kernel_for(position), kernel_for(position, lab)
    alone.begin()
    expected = alone.iterate(4)
    lab.dawdle(20_000)
    for trial in range(20):  # until the helper dies while the two search
        with crew_of(together, 2, brothers=1, split_depth=2) as crew:
            killer = threading.Timer(0.01 * trial, os.kill, (crew.pids[0], signal.SIGKILL))
            killer.start()
            together.begin()
            assert together.iterate(4) == expected
            was_lost = not crew.complete
            killer.join()
        if was_lost:
            return
    pytest.fail("no helper was lost in 20 searches")


def test_crew_ends_with_the_engine_and_with_its_game() -> None:
    """`close`, `new_game` and `dismiss` leave no process behind."""
    engine, before = Engine(PENTE, workers=2), children()
    for end in (engine.new_game, engine.dismiss, engine.close):
        engine.search(MIDDLE, Limits(nodes=500))
        assert len(children() - before) == 1
        end()
        assert children() == before


def test_crew_interrupted_finds_the_value_of_one_worker() -> None:
    """Ctrl-C reaches the caller of the search; the crew then finds the serial value."""
    position = lively("gomoku-9", 1)[0]
    alone, together = kernel_for(position), kernel_for(position)
    alone.begin()
    expected = alone.iterate(4)
    board = together.board_bytes()
    with crew_of(together, 2, brothers=1, split_depth=2):
        together.begin()
        with interrupted(0.05):
            together.iterate(20)
        assert together.board_bytes() == board
        for _ in range(3):
            together.begin()
            assert together.iterate(4) == expected


def test_crew_dies_with_its_parent() -> None:
    """The helpers of a process that is killed end by themselves."""
    reader, writer = os.pipe()
    parent = os.fork()
    if parent == 0:  # the parent to be killed, with helpers of its own
        engine = Engine(PENTE, workers=3)
        engine.search(MIDDLE, Limits(nodes=1000))
        os.write(writer, " ".join(map(str, engine.crew.pids if engine.crew else ())).encode())
        os.close(writer)
        engine.search(MIDDLE, Limits(wall_s=60.0))
        os._exit(0)
    os.close(writer)
    pids = [int(word) for word in os.read(reader, 100).split()]
    os.close(reader)
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    assert len(pids) == 2
    wait_for(lambda: not running(*pids))


def test_crew_without_processes_searches_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system gives no process one worker finds the move; others than 1 to 16 are none."""

    def refuse() -> int:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(os, "fork", refuse)
    with Engine(PENTE, workers=2) as engine, Engine(PENTE) as alone:
        result = engine.search(MIDDLE, Limits(nodes=3000))
        assert engine.crew is None
        assert alone.search(MIDDLE, Limits(nodes=3000)).nodes == result.nodes
    for workers in (0, 17, -1):
        with pytest.raises(ValueError, match=f"{workers} workers"):
            Engine(PENTE, workers=workers)
