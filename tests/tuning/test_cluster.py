"""A Dask cluster: the same games as anywhere, also when a worker is killed on the way."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tuning.driver import tune
from tuning.errors import TuningError
from tuning.farm import Inline
from tuning.plan import Plan
from tuning.status import read_status

if TYPE_CHECKING:
    from pathlib import Path

    from tuning.phase import News

PLAN = Plan(game="gomoku-9", games=24, nodes=40, seed=4, step_pairs=3, validate=0.0)
pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own, of its event loop and its logs


def test_cluster_plays_the_study_that_this_process_plays(tmp_path: Path) -> None:
    """Two workers, one killed midway: the weights are those of the same study played here."""
    distributed = pytest.importorskip("distributed")
    from tuning.cluster import Cluster  # noqa: PLC0415 - only where Dask is installed

    here = tune(str(tmp_path / "here"), PLAN, Inline)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]

        def kill_one(news: News) -> None:
            if news.step == 2:
                os.kill(pids[0], signal.SIGKILL)

        there = tune(
            str(tmp_path / "there"),
            PLAN,
            lambda: Cluster(cluster.scheduler_address),
            listener=kill_one,
        )
    assert there == here
    assert read_status(str(tmp_path / "there")).games == 24


def test_scheduler_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says which address does not answer."""
    pytest.importorskip("distributed")
    from tuning import cluster  # noqa: PLC0415 - only where Dask is installed

    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    plan = replace(PLAN, games=6)
    with pytest.raises(TuningError, match=r"tcp://127.0.0.1:9"):
        tune(str(tmp_path), plan, lambda: cluster.Cluster("tcp://127.0.0.1:9"))
