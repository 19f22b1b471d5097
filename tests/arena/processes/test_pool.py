"""One pool for every kind of work: each task is answered once, wherever it is played."""

from __future__ import annotations

from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ContestantError
from arena.match.match import MatchSpec, Series, plan_match
from arena.match.runners import GAMES
from arena.processes.pool import AHEAD, InProcess, Processes, answers
from tests.arena.building import one_game


class Counting:
    """A pool that answers a task with itself, the latest first, and counts what is queued."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.queued: list[int] = []
        self.most = 0

    def submit(self, task: int) -> None:
        """Queue it."""
        self.queued.append(task)
        self.most = max(self.most, len(self.queued))

    def next(self) -> int:
        """The latest task."""
        return self.queued.pop()

    def close(self) -> None:
        """Nothing to release."""


@given(st.integers(0, 30), st.integers(0, 4))
def test_each_task_is_answered_once(tasks: int, workers: int) -> None:
    """No more are queued than keep the workers busy, and a pool without workers gets some."""
    pool = Counting(workers)
    assert sorted(answers(range(tasks), pool)) == list(range(tasks))
    assert pool.most <= AHEAD * max(1, workers)


def test_processes_play_the_games_of_this_process() -> None:
    """The same jobs have the same moves in any order; a failure is the work's exception."""
    spec = MatchSpec(a="random", b="one-ply", games=4, rules="gomoku-9", clock="nodes:5")
    series, found = Series(spec), []
    for opened in (InProcess(GAMES), Processes(GAMES, 2)):
        with closing(opened) as pool:
            games = list(answers(map(series.settled, plan_match(spec)), pool))
        found.append(sorted((game.game, [move.point for move in game.moves]) for game in games))
    assert found[0] == found[1]
    with closing(Processes(GAMES, 1)) as pool:
        pool.submit(one_game())
        with pytest.raises(ContestantError, match="names no contestant"):
            pool.next()
