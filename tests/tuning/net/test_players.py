"""Who plays blocks: worker processes and a Dask cluster give the games of this process."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from arena.processes.pool import Processes
from tests.tuning.net.in_process import Here
from tuning.net.errors import LearningError
from tuning.net.games.blocks import BLOCKS, Block, BlockPlayer, format_block, kept_net, parse_games
from tuning.net.games.play import self_play
from tuning.net.games.self_play import PlayPlan
from tuning.net.games.shards import read_shard, shard_paths

PLAN = PlayPlan(game="gomoku-9", nodes=40)


@pytest.mark.processes
def test_processes_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes fill a folder with the games that this process plays, in any order."""
    monkeypatch.setattr("tuning.net.games.play.quick_signature", lambda _family: "engine")
    found = []
    for name, players in (("here", Here), ("there", lambda: Processes(BLOCKS, 2))):
        folder = str(tmp_path / name)
        self_play(folder, PLAN, players, games=60)
        (path,) = shard_paths(folder)
        found.append(sorted(read_shard(path), key=lambda game: game.number))
    assert found[0] == found[1]


@pytest.mark.processes
def test_block_that_cannot_be_played_is_an_error() -> None:
    """A worker's failure is one error that names the block."""
    impossible = PlayPlan(game="gomoku-9", nodes=40, bound=-1)  # no opening is so balanced
    with closing(Processes(BLOCKS, 1)) as players:
        players.submit(Block(plan=impossible, first=0, last=1))
        with pytest.raises(LearningError, match="random openings"):
            players.next()


@pytest.mark.filterwarnings("ignore")  # messages of Dask's event loop and logs
def test_cluster_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block on a Dask worker gives the games of this process."""
    distributed = pytest.importorskip("distributed")
    from arena.cluster.dask_pool import DaskPool  # noqa: PLC0415 - only with Dask installed

    monkeypatch.setattr("arena.cluster.dask_pool.quick_signature", "the same {}".format)
    block = Block(plan=PLAN, first=3, last=6)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as local,
        closing(DaskPool(BLOCKS, local.scheduler_address)) as players,
    ):
        players.submit(block)
        there = players.next()
    assert there == parse_games(BlockPlayer().answer(format_block(block)))


def test_net_that_a_block_brings_is_kept_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file of a net has its content and depends on it alone."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    one, again, other = kept_net(b"one"), kept_net(b"one"), kept_net(b"other")
    assert one == again != other
    assert Path(one).read_bytes() == b"one"
    assert len(list(tmp_path.iterdir())) == 2
