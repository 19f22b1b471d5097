"""A Dask cluster: the same games as elsewhere, even if a worker is killed."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.tuning.simulated import Inline
from tuning.driver import tune
from tuning.errors import PairError, TuningError
from tuning.games import PairPlayer
from tuning.plan import Plan, base_weights
from tuning.status import read_status
from tuning.table import GameTable

if TYPE_CHECKING:
    from pathlib import Path

    from tuning.phase import News

PLAN = Plan(game="gomoku-9", games=24, nodes=40, seed=4, step_pairs=3, validate=0.0)
pytestmark = pytest.mark.filterwarnings("ignore")  # messages of Dask's event loop and logs


def test_cluster_plays_the_study_that_this_process_plays(tmp_path: Path) -> None:
    """Two workers, one killed midway, find the same weights as the same study in this process."""
    distributed = pytest.importorskip("distributed")
    from tuning.cluster import Cluster  # noqa: PLC0415 - only with Dask installed

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


def other_search() -> None:
    """Make the process that runs this one of another commit, as far as its bench tells."""
    from tuning import cluster  # noqa: PLC0415 - in the process that runs this

    vars(cluster)["quick_signature"] = "another {}".format


def test_worker_of_another_commit_is_refused_and_the_rest_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A message names the worker and its signature; the other one plays the whole study."""
    distributed = pytest.importorskip("distributed")
    from tuning.cluster import Cluster  # noqa: PLC0415 - only with Dask installed

    here = tune(str(tmp_path / "here"), PLAN, Inline)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        with distributed.Client(local.scheduler_address, set_as_default=False) as client:
            wrong = min(client.scheduler_info()["workers"])
            client.run(other_search, workers=[wrong])
        there = tune(str(tmp_path / "there"), PLAN, lambda: Cluster(local.scheduler_address))
    assert there == here
    said = capsys.readouterr().err
    assert said.count(f"worker {wrong} gets no games: its search has signature another five") == 1
    assert said.count("gets no games") == 1


def test_cluster_without_a_worker_that_fits_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a while the study ends and names the refused workers."""
    distributed = pytest.importorskip("distributed")
    from tuning import cluster  # noqa: PLC0415 - only with Dask installed

    monkeypatch.setattr(cluster, "MATCH_DEADLINE_S", 0.1)
    monkeypatch.setattr(cluster, "LOOK_S", 0.1)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        with distributed.Client(local.scheduler_address, set_as_default=False) as client:
            client.run(other_search)
        with pytest.raises(PairError, match=r"no worker of the cluster matches: .*another five"):
            tune(str(tmp_path), PLAN, lambda: cluster.Cluster(local.scheduler_address))


def test_studies_that_share_a_scheduler_get_their_own_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Jobs with the same number and seed in two studies are different jobs."""
    distributed = pytest.importorskip("distributed")
    from tuning.cluster import Cluster  # noqa: PLC0415 - only with Dask installed

    monkeypatch.setattr("tuning.cluster.quick_signature", "the same {}".format)
    one = GameTable(PLAN, base_weights(PLAN.game), None, None)  # type: ignore[arg-type]
    other_plan = replace(PLAN, nodes=400)
    other = GameTable(other_plan, base_weights(PLAN.game), None, None)  # type: ignore[arg-type]
    jobs = [table.job("trial 0 0 0", table.base, table.base, 4000, 0) for table in (one, other)]
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as local,
        closing(Cluster(local.scheduler_address)) as first,
        closing(Cluster(local.scheduler_address)) as second,
    ):
        first.submit(jobs[0])
        second.submit(jobs[1])
        played = [first.next(), second.next()]
    here = [PairPlayer().play(job) for job in jobs]
    assert [pair.moves for pair in played] == [pair.moves for pair in here]
    assert here[0].moves != here[1].moves


def test_scheduler_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line names the address that does not answer."""
    pytest.importorskip("distributed")
    from tuning import cluster  # noqa: PLC0415 - only with Dask installed

    monkeypatch.setattr(cluster, "CONNECT_S", 0.5)
    plan = replace(PLAN, games=6)
    with pytest.raises(TuningError, match=r"tcp://127.0.0.1:9"):
        tune(str(tmp_path), plan, lambda: cluster.Cluster("tcp://127.0.0.1:9"))
