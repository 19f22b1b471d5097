"""Self-play: games follow from their numbers, and their folder survives any end."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.processes.pool import Processes
from games.five.position import FivePosition
from games.five.rules import rules_named
from search.five.native import open_search, set_position
from search.weights.file import shipped_weights
from tests.tuning.net.samples import Here, random_net
from tuning.errors import LearningError
from tuning.net.games.blocks import BLOCKS, Block, kept_net
from tuning.net.games.play import self_play
from tuning.net.games.record import LearnedGame
from tuning.net.games.self_play import PlayPlan, SelfPlayer
from tuning.net.games.shards import Shards, read_plan, read_shard, settle_plan, shard_paths
from tuning.net.training.net_file import write_net

PENTE = PlayPlan(game="pente", nodes=60, bound=4_000)
SMALL = PlayPlan(game="gomoku-9", nodes=20)


@pytest.fixture(autouse=True)
def _known_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The signature takes a second, and these tests do not change the engine."""
    monkeypatch.setattr("tuning.net.games.play.quick_signature", lambda _family: "engine")


def games_of(folder: Path) -> dict[int, LearnedGame]:
    """The games of a folder by number; each is there once."""
    found = [game for path in shard_paths(str(folder)) for game in read_shard(path)]
    assert len({game.number for game in found}) == len(found)
    return {game.number: game for game in found}


@pytest.mark.processes
def test_whoever_plays_and_whatever_ends_it_the_games_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes, in any order, and a run that was cut off in a line play what this process
    plays in one; a complete block is not played again.
    """
    monkeypatch.setattr("tuning.net.games.play.BLOCK_GAMES", 4)
    whole, there, cut = (tmp_path / name for name in ("whole", "there", "cut"))
    self_play(str(whole), SMALL, Here, games=9)
    self_play(str(there), SMALL, lambda: Processes(BLOCKS, 2), games=9)
    with pytest.raises(LearningError, match="killed"):
        self_play(str(cut), SMALL, lambda: Here(fails_at=2), games=9)
    (path,) = shard_paths(str(cut))
    Path(path).write_bytes(Path(path).read_bytes()[:-20])  # a torn last line
    player = Here()
    assert self_play(str(cut), SMALL, lambda: player, games=9).games == 9
    assert player.played == [4, 8]
    assert games_of(whole) == games_of(there) == games_of(cut)


@pytest.mark.processes
def test_block_that_cannot_be_played_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker's failure is one error that names the block."""
    with closing(Processes(BLOCKS, 1)) as players:
        players.submit(Block(plan=replace(SMALL, net="0123"), first=7, last=8, net="missing"))
        with pytest.raises(LearningError, match=r'missing(.|\n)*"first":7'):
            players.next()
    monkeypatch.setattr("tuning.net.games.self_play.MOST_DRAWS", 5)
    unbalanced = replace(SMALL, bound=-1)  # no opening is so balanced
    with (
        closing(SelfPlayer(unbalanced)) as player,
        pytest.raises(LearningError, match="5 random openings"),
    ):
        player.play(0)


def test_net_that_a_block_brings_is_kept_in_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name depends on the content alone."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    one, again, other = kept_net(b"one"), kept_net(b"one"), kept_net(b"other")
    assert one == again != other
    assert Path(one).read_bytes() == b"one"
    assert len(list(tmp_path.iterdir())) == 2


def test_engine_plays_with_the_net_of_its_plan(tmp_path: Path) -> None:
    """Searches value positions by the net, static values stay those of the weights."""
    path, rules = str(tmp_path / "sample.net"), rules_named("gomoku-9")
    digest = write_net(path, random_net(rules), rules, {})
    plain = PlayPlan(game="gomoku-9", nodes=60, bound=900_000)
    one, two = SelfPlayer(plain), SelfPlayer(replace(plain, net=digest), path)
    without, with_net = one.play(1), two.play(1)
    assert without.judged[0].static == with_net.judged[0].static
    assert without.judged[0].score != with_net.judged[0].score
    with pytest.raises(LearningError, match="expected 0123"):
        SelfPlayer(replace(plain, net="0123"), path)


def test_record_leads_to_the_positions_that_were_judged() -> None:
    """The moves are legal, the winner is the board's or proven, trainable positions are quiet, and
    the game does not depend on those that its player played before.
    """
    rules = rules_named("pente")
    board = open_search(rules, shipped_weights(rules, "none"))
    with closing(SelfPlayer(PENTE)) as player, closing(SelfPlayer(PENTE)) as other:
        games = [player.play(number) for number in range(4)]
        assert other.play(3) == games[3]
    for game in games:
        position = FivePosition(rules)
        for point in game.opening:
            position.play(point)
        for ply, judged in enumerate(game.judged):
            set_position(board, position)
            quiet = not board.wins_at_once() and not board.must_answer()
            assert judged.trains <= quiet
            assert judged.static == board.evaluate()
            if ply < len(game.moves):
                position.play(game.moves[ply])
        if position.outcome is not None:
            assert game.winner == position.outcome.winner
        else:
            assert len(game.judged) == len(game.moves) + 1 or game.winner is None


def test_folder_keeps_its_plan(tmp_path: Path) -> None:
    """Games of another plan are refused with both values; the plan can be read again."""
    settle_plan(str(tmp_path), PENTE, "engine")
    assert read_plan(str(tmp_path)) == PENTE
    with pytest.raises(LearningError, match=r"'nodes': 60.*'nodes': 70"):
        self_play(str(tmp_path), replace(PENTE, nodes=70), Here, games=2)


def test_shards_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full shard is followed by a new one, and known games are not kept twice."""
    monkeypatch.setattr("tuning.net.games.shards.SHARD_GAMES", 2)
    settle_plan(str(tmp_path), PENTE, "engine")
    with closing(SelfPlayer(PENTE)) as player:
        games = [player.play(number) for number in range(3)]
    with Shards(str(tmp_path)) as shards:
        shards.append(games)
        shards.append(games)
    assert len(shard_paths(str(tmp_path))) == 2
    assert set(games_of(tmp_path)) == {0, 1, 2}
