"""A study on a Dask cluster: the same games as elsewhere, even if a worker is killed."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from arena.processes.worker import as_line
from tests.tuning.simulated import Inline
from tuning.driver import tune
from tuning.games import PAIRS, PairPlayer
from tuning.net.games.blocks import BLOCKS, Block, BlockPlayer, parse_games
from tuning.net.games.self_play import PlayPlan
from tuning.phase import GameTable, News
from tuning.plan import Plan, base_weights
from tuning.status import read_status

PLAN = Plan(game="gomoku-9", games=24, nodes=40, seed=4, step_pairs=3)
pytestmark = pytest.mark.filterwarnings("ignore")  # messages of Dask's event loop and logs


@pytest.mark.nightly
def test_cluster_plays_the_study_that_this_process_plays(tmp_path: Path) -> None:
    """Two workers find the same weights as this process, although one is killed midway."""
    distributed = pytest.importorskip("distributed")
    from arena.cluster.dask_pool import DaskPool  # noqa: PLC0415 - only with Dask installed

    here = tune(str(tmp_path / "here"), PLAN, Inline)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:

        def kill_one(news: News) -> None:
            if news.step == 2:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

        there = tune(
            str(tmp_path / "there"),
            PLAN,
            lambda: DaskPool(PAIRS, cluster.scheduler_address),
            listener=kill_one,
        )
    assert there == here
    assert read_status(str(tmp_path / "there")).games == 24


def test_worker_plays_what_this_process_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs of games and blocks of self-play; jobs with the same number and seed in two studies
    that share a scheduler are different jobs.
    """
    distributed = pytest.importorskip("distributed")
    from arena.cluster.dask_pool import DaskPool  # noqa: PLC0415 - only with Dask installed

    monkeypatch.setattr("arena.cluster.dask_pool.quick_signature", "the same {}".format)
    base = base_weights(PLAN.game)
    tables = [GameTable(plan, base, None, None) for plan in (PLAN, replace(PLAN, nodes=400))]  # type: ignore[arg-type]
    jobs = [table.job("trial 0 0 0", base, base, 4000, 0) for table in tables]
    block = Block(plan=PlayPlan(game="gomoku-9", nodes=20), first=3, last=6)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as local:
        pools = [DaskPool(work, local.scheduler_address) for work in (PAIRS, PAIRS, BLOCKS)]
        for pool, task in zip(pools, (*jobs, block), strict=True):
            pool.submit(task)
        first, second, games = [pool.next() for pool in pools]
        for pool in pools:
            pool.close()
    here = [PairPlayer().play(job) for job in jobs]
    assert [first.moves, second.moves] == [pair.moves for pair in here]
    assert here[0].moves != here[1].moves
    assert games == parse_games(BlockPlayer().answer(as_line(block)))
    assert [game.number for game in games] == [3, 4, 5]
