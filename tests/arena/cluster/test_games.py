"""Games on a Dask cluster: those of this process, from workers with the same search only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ClusterError
from arena.game.record import GameRecord
from arena.game.spec import Job
from arena.match.jobs import GAMES, JobPlayer, parse_job, with_weights
from arena.match.match import MatchSpec, Series, plan_match
from arena.processes.worker import as_line
from search.weights import Weights
from search.weights.file import format_weights
from tests.arena.building import match_of, moves_of, played

distributed = pytest.importorskip("distributed")
SPEC = match_of("engine:nodes=60", "one-ply", games=6, clock="nodes:40")
pytestmark = pytest.mark.filterwarnings("ignore")  # messages of Dask's event loop and logs


@contextmanager
def local_cluster(workers: int, *, processes: bool = False, threads: int = 1) -> Iterator[Any]:
    """A cluster on this computer, by default in this process, which starts fast."""
    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=threads,
        processes=processes,
        dashboard_address=None,
    ) as cluster:
        yield cluster


def games_on(cluster: Any, spec: MatchSpec, path: str | None = None) -> list[GameRecord]:
    """The games of a match on this cluster, in the order of their numbers."""
    from arena.cluster.dask_pool import DaskPool  # noqa: PLC0415 - only with Dask installed

    address = cluster.scheduler_address
    return played(spec, path, resume=True, cluster=lambda: DaskPool(GAMES, address))


@pytest.fixture
def same_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give all searches of this process one signature, without the bench of a second."""
    monkeypatch.setattr("arena.cluster.dask_pool.quick_signature", "the same {}".format)


def test_cluster_plays_the_match_that_this_process_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file of a match holds the same games, whoever plays them, and is resumed by either; a
    worker of another search gets no games, and a message names its signature.
    """
    asked = count()  # this process first, then the workers
    signatures = {1: "theirs"}
    path = str(tmp_path / "match.jsonl")
    here = played(replace(SPEC, games=2), path)
    monkeypatch.setattr(
        "arena.cluster.dask_pool.quick_signature", lambda _: signatures.get(next(asked), "ours")
    )
    with local_cluster(2) as cluster:
        there = games_on(cluster, SPEC, path)
    assert [record.game for record in there] == list(range(6))
    assert moves_of(there) == moves_of(played(SPEC))
    assert moves_of(there[:2]) == moves_of(here)
    assert played(SPEC, path, resume=True) == there
    said = capsys.readouterr().err
    assert said.count("gets no games: its search has signature theirs") == 1
    assert said.count("gets no games") == 1


def test_weights_travel_with_the_game(tmp_path: Path) -> None:
    """A worker needs no copy of the file that a contestant names."""
    path = tmp_path / "other.toml"
    path.write_text(format_weights(Weights({**Weights().as_dict(), "two": 11}), {}))
    spec = replace(SPEC, a=f"engine:weights={path},nodes=60")
    job = Series(spec).settled(plan_match(spec)[0])
    with closing(JobPlayer()) as player:
        here = player.play(job)
    job = with_weights(job)
    path.unlink()
    with closing(JobPlayer()) as player:
        assert moves_of([player.play(parse_job(as_line(job)))]) == moves_of([here])


@pytest.mark.usefixtures("same_search")
def test_worker_with_other_weights_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game's error names the contestant and both digests."""
    real = Series.settled

    def settled(series: Series, job: Job) -> Job:
        original = real(series, job)
        return replace(
            original, players=tuple(replace(one, weights="feed") for one in original.players)
        )

    monkeypatch.setattr(Series, "settled", settled)
    with (
        local_cluster(1) as cluster,
        pytest.raises(ClusterError, match=r"engine:nodes=60: this worker has the weights .*feed"),
    ):
        games_on(cluster, SPEC)


@pytest.mark.usefixtures("same_search")
def test_cluster_without_a_worker_that_fits_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while the match ends and names the refused workers, the cores that are missing, or
    the address that does not answer.
    """
    from arena.cluster import dask_pool  # noqa: PLC0415 - only with Dask installed

    monkeypatch.setattr(dask_pool, "MATCH_DEADLINE_S", 0.1)
    monkeypatch.setattr(dask_pool, "LOOK_S", 0.1)
    with monkeypatch.context() as patch:
        patch.setattr(dask_pool, "CONNECT_S", 0.5)
        with pytest.raises(ClusterError, match=r"tcp://127.0.0.1:9"):
            played(SPEC, cluster=lambda: dask_pool.DaskPool(GAMES, "tcp://127.0.0.1:9"))
    with (
        local_cluster(1) as cluster,
        pytest.raises(ClusterError, match=r"a task needs 2 cores: .*--nthreads 2"),
    ):
        games_on(cluster, replace(SPEC, a="engine:nodes=60,workers=2"))
    signatures = iter(["ours", *["theirs"] * 9])
    monkeypatch.setattr(dask_pool, "quick_signature", lambda _family: next(signatures))
    with (
        local_cluster(1) as cluster,
        pytest.raises(ClusterError, match=r"no worker of the cluster matches: .*theirs"),
    ):
        games_on(cluster, SPEC)
