"""A study on a Dask cluster: the same games as elsewhere, even if a worker is killed."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tuning.simulated import Inline
from tuning.driver import tune
from tuning.games import PAIRS, PairPlayer
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


def test_studies_that_share_a_scheduler_get_their_own_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Jobs with the same number and seed in two studies are different jobs."""
    distributed = pytest.importorskip("distributed")
    from arena.cluster.dask_pool import DaskPool  # noqa: PLC0415 - only with Dask installed

    monkeypatch.setattr("arena.cluster.dask_pool.quick_signature", "the same {}".format)
    one = GameTable(PLAN, base_weights(PLAN.game), None, None)  # type: ignore[arg-type]
    other_plan = replace(PLAN, nodes=400)
    other = GameTable(other_plan, base_weights(PLAN.game), None, None)  # type: ignore[arg-type]
    jobs = [table.job("trial 0 0 0", table.base, table.base, 4000, 0) for table in (one, other)]
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as local,
        closing(DaskPool(PAIRS, local.scheduler_address)) as first,
        closing(DaskPool(PAIRS, local.scheduler_address)) as second,
    ):
        first.submit(jobs[0])
        second.submit(jobs[1])
        played = [first.next(), second.next()]
    here = [PairPlayer().play(job) for job in jobs]
    assert [pair.moves for pair in played] == [pair.moves for pair in here]
    assert here[0].moves != here[1].moves
