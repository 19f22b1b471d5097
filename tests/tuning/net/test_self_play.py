"""Self-play: games follow from their numbers, and their folder survives any end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from games.five.position import Position
from games.five.rules import rules_named
from search.five.native import open_search, set_position
from search.weights.file import shipped_weights
from tests.tuning.net.in_process import Here
from tests.tuning.net.samples import random_net
from tuning.net.errors import LearningError
from tuning.net.games.blocks import Block
from tuning.net.games.play import self_play
from tuning.net.games.record import LearnedGame
from tuning.net.games.self_play import PlayPlan, SelfPlayer
from tuning.net.games.shards import Shards, read_plan, read_shard, settle_plan, shard_paths
from tuning.net.training.net_file import write_net

PLAN = PlayPlan(game="pente", nodes=60, bound=4_000)


@pytest.fixture(autouse=True)
def _known_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The signature takes a second, and these tests do not change the engine."""
    monkeypatch.setattr("tuning.net.games.play.quick_signature", lambda _family: "engine")


def games_of(folder: Path) -> dict[int, LearnedGame]:
    """The games of a folder by number; each is there once."""
    found = [game for path in shard_paths(str(folder)) for game in read_shard(path)]
    assert len({game.number for game in found}) == len(found)
    return {game.number: game for game in found}


def test_game_follows_from_its_number() -> None:
    """Two players play the same game of a number, whatever they played before."""
    one, two = SelfPlayer(PLAN), SelfPlayer(PLAN)
    one.play(7)
    assert one.play(3) == two.play(3)
    one.close()
    two.close()


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
    """The moves are legal, the winner is the board's or proven, trainable positions are quiet."""
    rules = rules_named("pente")
    board = open_search(rules, shipped_weights(rules, "none"))
    player = SelfPlayer(PLAN)
    for number in range(4):
        game = player.play(number)
        position = Position(rules)
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
    player.close()


def test_interrupted_play_continues_with_the_same_games(tmp_path: Path) -> None:
    """Self-play that is cut off, in a line as well, ends with the games of one that was not."""
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    self_play(str(whole), PLAN, Here, games=50)
    with pytest.raises(LearningError, match="killed"):
        self_play(str(cut), PLAN, lambda: Here(fails_at=2), games=50)
    (path,) = shard_paths(str(cut))
    content = Path(path).read_bytes()
    Path(path).write_bytes(content[:-20])  # a torn last line
    player = Here()
    news = self_play(str(cut), PLAN, lambda: player, games=50)
    assert news.games == 50
    assert games_of(cut) == games_of(whole)
    assert player.played == [20, 40]  # the first block was complete


def test_folder_keeps_its_plan(tmp_path: Path) -> None:
    """Games of another plan are refused with both values; the plan can be read again."""
    self_play(str(tmp_path), PLAN, Here, games=1)
    assert read_plan(str(tmp_path)) == PLAN
    with pytest.raises(LearningError, match=r"'nodes': 60.*'nodes': 70"):
        self_play(str(tmp_path), PlayPlan(game="pente", nodes=70, bound=4_000), Here, games=2)


def test_shards_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full shard is followed by a new one, and known games are not kept twice."""
    monkeypatch.setattr("tuning.net.games.shards.SHARD_GAMES", 2)
    settle_plan(str(tmp_path), PLAN, "engine")
    player = SelfPlayer(PLAN)
    games = [player.play(number) for number in range(3)]
    player.close()
    with Shards(str(tmp_path)) as shards:
        shards.append(games)
        shards.append(games)
    assert len(shard_paths(str(tmp_path))) == 2
    assert set(games_of(tmp_path)) == {0, 1, 2}


def test_blocks_are_texts() -> None:
    """The result of a block has its games."""
    here = Here()
    here.submit(Block(plan=PLAN, first=2, last=4))
    assert [game.number for game in here.next()] == [2, 3]
