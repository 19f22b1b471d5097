"""Training: targets, losses, and what nets and policies learn. Needs JAX."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace

import numpy as np
import pytest

from games.five.rules import PRESETS
from search.five.native import open_search
from search.net.file import load_net
from search.weights import Weights
from tests.search.net import random_nets
from tests.tuning.net.samples import random_game, random_net
from tuning.errors import LearningError
from tuning.net.games.self_play import PlayPlan
from tuning.net.games.shards import Shards, settle_plan
from tuning.net.positions.features import Features, WindowReader, concatenated, features_of
from tuning.net.positions.replay import NO_RESULT, replay
from tuning.net.positions.windows import class_meanings
from tuning.net.training.targets import losses, reliability, score_of_logit, targets

pytest.importorskip("jax")
pytest.importorskip("optax")

from pathlib import Path

from tuning.net.policy.fit import fit_policy
from tuning.net.policy.looks import Look, Looker
from tuning.net.policy.policy_file import packed_policy, write_with_policy
from tuning.net.training.fit import Epoch, FitOptions, Fitted, Trainer
from tuning.net.training.fit_files import MOST_LOST, export, read_fit, read_net, train
from tuning.net.training.integers import LOGIT, UNITS, FloatNet, float_logits, outputs
from tuning.net.training.net_file import float_net, policy_of

RULES = PRESETS["gomoku-9"]
MEANT, MEANINGS = class_meanings(4, captures=False)
OPTIONS = FitOptions(epochs=2, batch=64, rate=2e-2)


def taught(games: int) -> Features:
    """Features whose scores and results follow from the windows: something to learn."""
    dice = np.random.default_rng(5)
    worth = dice.normal(0, 1, MEANINGS)[MEANT]
    reader, parts = WindowReader(RULES), []
    for number in range(games):
        for positions in replay([random_game(RULES, number, plies=30)], RULES):
            found = features_of(positions, reader)
            # The split is by game: random openings are all different.
            parts.append(replace(found, opening=np.full(len(found), number, np.uint64)))
    features = concatenated(parts)
    sums = np.add.reduceat(worth[features.windows].sum(1), features.first[:-1])
    score = (2_000 * (sums - sums.mean()) / sums.std()).astype(np.int32)
    won = dice.random(len(score)) < 1 / (1 + np.exp(-score / 1_000))
    return replace(features, score=score, static=score // 3, result=(2 * won).astype(np.int8))


def folder_of_games(folder: Path, games: int, seed: int = 1, plies: int = 30) -> str:
    """A folder of self-play with so many random games more."""
    settle_plan(str(folder), PlayPlan(game=RULES.name, seed=seed), "engine")
    with Shards(str(folder)) as shards:
        first = len(shards.known)
        shards.append(random_game(RULES, first + k, plies) for k in range(games))
    return str(folder)


@pytest.fixture(scope="module")
def trainer() -> Trainer:
    """A trainer on features that can be learned."""
    return Trainer(taught(80), MEANT, MEANINGS)


@pytest.fixture(scope="module")
def fitted(trainer: Trainer) -> Fitted:
    """A network that was trained on them."""
    return trainer.fit(OPTIONS)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games, and beside it their fit."""
    folder = tmp_path_factory.mktemp("whole")
    train(str(folder / "fit"), [folder_of_games(folder / "games", 60)], OPTIONS)
    return folder


def test_network_learns(trainer: Trainer, fitted: Fitted) -> None:
    """On held-out openings the trained network beats the constant clearly; a class that never
    occurs has exactly the row of others of its meaning that never occur.
    """
    assert fitted.epochs[-1].held_out.score < fitted.constant.score - 0.02
    unused = np.setdiff1d(np.arange(len(MEANT)), trainer.features.windows)
    for meaning in np.unique(MEANT[unused])[:20]:
        rows = fitted.net.rows[unused[MEANT[unused] == meaning]]
        assert np.all(rows == rows[0])


def test_numpy_computes_what_jax_trains(trainer: Trainer, fitted: Fitted) -> None:
    """The losses of the exported float network are those of the last epoch."""
    tested = trainer.features.chosen(trainer.tested, windows=True)
    target = targets(tested, trainer.unit, OPTIONS.blend, OPTIONS.slips)
    found = losses(float_logits(fitted.net, tested), tested, trainer.unit, target)
    assert found.blend == pytest.approx(fitted.epochs[-1].held_out.blend, abs=1e-5)


def test_integers_and_floats_have_the_same_limits() -> None:
    """A net that meets its limits has nearly the same outputs in integers and in floats."""
    rules = PRESETS["pente"]
    integer = random_net(rules)
    rows, bias = integer.rows // 8 * 8, integer.bias // 8 * 8  # so that the sums are exact
    integer = replace(integer, rows=rows, bias=bias)
    arrays = {name: getattr(integer, name).astype(np.float32) for name in UNITS}
    exact = FloatNet(**{name: arrays[name] / unit for name, unit in UNITS.items()})
    (positions,) = replay([random_game(rules, number) for number in range(3)], rules)
    features = features_of(positions, WindowReader(rules))
    found, met = outputs(integer, features)
    assert min(met.points, met.inputs, met.hidden) > 0
    assert float_logits(exact, features) == pytest.approx(found / LOGIT, abs=0.1)


def test_every_position_is_in_one_batch(trainer: Trainer) -> None:
    """Batches hold all positions of an order once, within both limits."""
    order = trainer.trained[::-1]
    number = np.arange(len(trainer.features), dtype=np.float32)
    batches = list(trainer.batches(order, number, size=32, points=900))
    seen = [batch.target[batch.weight > 0] for batch in batches]
    assert np.array_equal(np.concatenate(seen), order)
    assert {batch.windows.shape for batch in batches} == {(900, 4)}


def test_targets_blend_result_and_score() -> None:
    """A target lies between result and score by the blend; a sibling has the score's alone. The
    unit of scores is that of the logistic law by which results follow.
    """
    features = taught(40)
    none, won = np.zeros(len(features), np.uint8), np.full(len(features), 2, np.int8)
    features = replace(features, score=none.astype(np.int32), result=won, slips=none)
    siblings = replace(features, result=np.full(len(features), NO_RESULT, np.int8))
    slipping = replace(features, slips=none + 1)
    for known, slips, expected in (
        (features, 1.0, 0.7),
        (siblings, 1.0, 0.5),
        (slipping, 0.5, 0.6),
    ):
        assert targets(known, 1_000, 0.4, slips)[0] == pytest.approx(expected)
    dice = np.random.default_rng(1)
    score = dice.normal(0, 1500, len(features)).astype(np.int32)
    drawn = dice.random(len(features)) < 1 / (1 + np.exp(-score / 700))
    known = replace(features, result=(2 * drawn).astype(np.int8))
    assert score_of_logit(score, known) == pytest.approx(700, rel=0.2)
    ((chance, result, count),) = reliability(np.full(len(won), np.log(3.0), np.float32), features)
    assert chance == pytest.approx(0.75)
    assert (result, count) == (1.0, len(features))


def test_too_little_is_refused() -> None:
    """A few positions, or a few looks, are an error that says how many there are."""
    with pytest.raises(LearningError, match="positions to train"):
        Trainer(taught(2), MEANT, MEANINGS)
    with pytest.raises(LearningError, match="looks to train"):
        fit_policy(looks_to_learn(20), MEANT, MEANINGS, epochs=1, seed=1)


def test_a_fit_is_that_of_its_games(tmp_path: Path, whole: Path) -> None:
    """A fit is not repeated, its net loses little in integers and serves a game that differs in
    size only; its games may move, but neither other games nor other options get its record.
    """
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    fit, net = str(tmp_path / "fit"), str(tmp_path / "sample.net")
    record = read_fit(fit)
    assert record["sources"][0]["plan"]["game"] == RULES.name
    found = export(fit, net, game="gomoku-19")
    assert abs(found.integer.blend - found.float_.blend) < MOST_LOST
    assert load_net(net).game == "gomoku-19"
    for game in ("pente", "standard-15"):
        with pytest.raises(LearningError, match=f"cannot serve {game}"):
            export(fit, net, game=game)
    moved, other = str(tmp_path / "moved"), folder_of_games(tmp_path / "other", 1, seed=2)
    (tmp_path / "games").rename(moved)
    assert train(fit, [moved], OPTIONS) == record == read_fit(fit)
    with pytest.raises(LearningError, match="name a new folder"):
        train(fit, [moved], replace(OPTIONS, rate=1e-3))
    with pytest.raises(LearningError, match="no folder of self-play games"):
        train(fit, [str(tmp_path / "games")], OPTIONS)
    for games in ([other], [moved, other]):
        with pytest.raises(LearningError, match="other games"):
            train(fit, games, OPTIONS)
    folder_of_games(tmp_path / "moved", 1)
    with pytest.raises(LearningError, match="other games"):
        train(fit, [moved], OPTIONS)


def test_a_fit_begins_with_the_numbers_of_a_net(tmp_path: Path, whole: Path) -> None:
    """Without a step it has that net's values; the file takes over a policy, and tells the origin.
    Refused are a net of another kind of game, a damaged one, and another net for the same fit.
    """
    sources = {name: tmp_path / f"{name}.net" for name in ("gomoku-9", "pente")}
    for name, path in sources.items():
        path.write_bytes(random_nets.random_net(name, 3, policy=True))
    start, other = (load_net(str(path)) for path in sources.values())
    fit, games, output = str(tmp_path / "fit"), [str(whole / "games")], str(tmp_path / "out.net")
    still = replace(OPTIONS, epochs=1, rate=0.0)
    with pytest.raises(LearningError, match="cannot serve gomoku-9"):
        train(fit, games, still, start=other)
    record = train(fit, games, still, start=start)
    assert record["start"]["net"] == start.digest
    (positions,) = replay([random_game(RULES, 1, plies=30)], RULES)
    features = features_of(positions, WindowReader(RULES))
    assert float_logits(read_net(fit), features) == pytest.approx(
        float_logits(float_net(start), features), abs=1e-4
    )
    export(fit, output, policy=start)
    assert policy_of(load_net(output)) == policy_of(start)
    with pytest.raises(LearningError, match="name a new folder"):
        train(fit, games, still)
    content, damaged = bytearray(sources["gomoku-9"].read_bytes()), tmp_path / "damaged.net"
    content[1_000] ^= 1
    damaged.write_bytes(content)
    for read in (float_net, policy_of):
        with pytest.raises(LearningError, match="damaged"):
            read(load_net(str(damaged)))


def test_an_interrupted_fit_goes_on_after_its_last_epoch(tmp_path: Path, whole: Path) -> None:
    """It gives the network of a fit that was not interrupted, to the last bit."""
    games, broken = [str(whole / "games")], str(tmp_path / "broken")

    def stop(epoch: Epoch) -> None:
        heard.append(epoch.number)
        if len(heard) == 1:
            raise KeyboardInterrupt

    heard: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        train(broken, games, OPTIONS, listener=stop)
    with pytest.raises(LearningError, match="name a new folder"):
        train(broken, games, replace(OPTIONS, rate=1e-3))
    train(broken, games, OPTIONS, listener=stop)
    assert heard == [1, 2]
    assert sorted(os.listdir(broken)) == sorted(os.listdir(whole / "fit"))
    one, other = read_net(str(whole / "fit")), read_net(broken)
    assert all(np.array_equal(getattr(one, name), getattr(other, name)) for name in UNITS)


def looks_to_learn(count: int) -> list[Look]:
    """Looks whose best candidate follows from its windows: something to learn."""
    dice = np.random.default_rng(7)
    worth = dice.normal(0, 1, MEANINGS)[MEANT]
    looks = []
    for number in range(count):
        windows = dice.integers(0, len(MEANT), (12, 4)).astype(np.uint16)
        best = int(worth[windows].sum(1).argmax())
        looks.append(Look(windows=windows, best=best, captured=(0, 0), opening=number))
    return looks


def test_a_policy_learns_and_its_file_orders_by_it(tmp_path: Path) -> None:
    """What can be learned is learned; the file keeps the value's arrays and adds the policy's."""
    fitted = fit_policy(looks_to_learn(1_200), MEANT, MEANINGS, epochs=6, seed=1)
    assert fitted.learned.among[0] > 0.5 > fitted.present.among[0]
    assert fitted.learned.before < 1.5
    source, path = tmp_path / "a.net", str(tmp_path / "b.net")
    source.write_bytes(random_nets.random_net("gomoku-9", 3))
    net = load_net(str(source))
    write_with_policy(path, net, fitted, 400, {"policy": "test"})
    found = load_net(path)
    assert found.policy
    assert bytes(found.arrays[: len(net.arrays)]) == bytes(net.arrays)
    kernel = open_search(RULES, Weights().with_net(found))
    kernel.play(40)
    assert len(kernel.candidates()) == 24
    with pytest.raises(LearningError, match="may reach"):
        packed_policy(replace(fitted, bias=fitted.bias + 300), 400, net)


def test_looks_depend_on_the_seed_alone(tmp_path: Path) -> None:
    """The same seed gives the same looks; the best move is one of the candidates."""
    folder, net = folder_of_games(tmp_path / "games", 6, plies=20), tmp_path / "a.net"
    net.write_bytes(random_nets.random_net("gomoku-9", 3))
    found = []
    for _ in range(2):
        looker = Looker(folder, str(net), nodes=50, seed=5)
        found.append(list(looker.looks(10, lambda *_: None)))
        looker.close()
    assert 0 < len(found[0]) <= 10
    for one, two in zip(*found, strict=True):
        assert (one.best, one.opening, one.captured) == (two.best, two.opening, two.captured)
        assert np.array_equal(one.windows, two.windows)
        assert 0 <= one.best < len(one.windows)
