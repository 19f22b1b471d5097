"""Training: targets, losses, and that the network learns. Skipped without JAX."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from games.five.rules import PRESETS
from search.net.file import load_net
from tests.tuning.net.samples import random_game, random_net
from tuning.net.errors import LearningError
from tuning.net.games.self_play import PlayPlan
from tuning.net.games.shards import Shards, settle_plan
from tuning.net.positions.features import Features, WindowReader, concatenated, features_of
from tuning.net.positions.replay import NO_RESULT, replay
from tuning.net.positions.windows import class_meanings
from tuning.net.training.targets import losses, reliability, score_of_logit, targets

pytest.importorskip("jax")
pytest.importorskip("optax")

from tuning.net.training.fit import FitOptions, Fitted, Trainer
from tuning.net.training.fit_files import MOST_LOST, export, read_fit, train
from tuning.net.training.integers import LOGIT, float_logits, outputs
from tuning.net.training.model import FloatNet

if TYPE_CHECKING:
    from pathlib import Path

RULES = PRESETS["gomoku-9"]
UNITS = {"rows": 1 << 7, "bias": 1 << 7, "first": 1 << 15, "own": 1 << 19, "opponent": 1 << 19}
UNITS |= {"second": 1 << 10, "direct": 1 << 16, "captured": 1 << 20}  # docs/learning.md
OPTIONS = FitOptions(epochs=2, batch=64, rate=2e-2)


def taught(games: int) -> Features:
    """Features whose scores and results follow from the windows: something to learn."""
    dice = np.random.default_rng(5)
    meant, count = class_meanings(4, captures=False)
    worth = dice.normal(0, 1, count)[meant]
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


@pytest.fixture(scope="module")
def trainer() -> Trainer:
    """A trainer on features that can be learned."""
    meant, count = class_meanings(4, captures=False)
    return Trainer(taught(80), meant, count)


@pytest.fixture(scope="module")
def fitted(trainer: Trainer) -> Fitted:
    """A network that was trained on them."""
    return trainer.fit(OPTIONS)


def test_network_learns(fitted: Fitted) -> None:
    """On held-out openings the trained network beats the constant clearly."""
    assert fitted.epochs[-1].held_out.score < fitted.constant.score - 0.02


def test_training_is_repeatable(trainer: Trainer, fitted: Fitted) -> None:
    """The same options give the same network to the last bit."""
    again = trainer.fit(OPTIONS)
    assert all(
        np.array_equal(getattr(again.net, name), getattr(fitted.net, name))
        for name in again.net.__slots__
    )


def test_rare_windows_have_the_row_of_their_meaning(trainer: Trainer, fitted: Fitted) -> None:
    """A class that never occurs has exactly the row of others of its meaning that never occur."""
    meant, _ = class_meanings(4, captures=False)
    unused = np.setdiff1d(np.arange(len(meant)), trainer.features.windows)
    for meaning in np.unique(meant[unused])[:20]:
        rows = fitted.net.rows[unused[meant[unused] == meaning]]
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
    seen = [
        batch.target[batch.weight > 0]
        for batch in trainer.batches(order, number, size=32, points=900)
    ]
    assert np.array_equal(np.concatenate(seen), order)
    assert len({batch.windows.shape for batch in trainer.batches(order, number, 32, 900)}) == 1


def test_unit_of_scores_is_fitted() -> None:
    """Scores of which results follow by a logistic law of unit 700 give about that unit."""
    features = taught(40)
    dice = np.random.default_rng(1)
    score = dice.normal(0, 1500, len(features)).astype(np.int32)
    won = dice.random(len(features)) < 1 / (1 + np.exp(-score / 700))
    known = replace(
        features, result=(2 * won).astype(np.int8), slips=np.zeros(len(features), np.uint8)
    )
    assert score_of_logit(score, known) == pytest.approx(700, rel=0.2)


def test_targets_blend_result_and_score() -> None:
    """A target lies between result and score by the blend; a sibling has the score's alone."""
    features = taught(2)
    features = replace(
        features,
        score=np.zeros(len(features), np.int32),
        result=np.full(len(features), 2, np.int8),
        slips=np.zeros(len(features), np.uint8),
    )
    assert targets(features, 1_000, 0.4, 1.0)[0] == pytest.approx(0.7)
    siblings = replace(features, result=np.full(len(features), NO_RESULT, np.int8))
    assert targets(siblings, 1_000, 0.4, 1.0)[0] == pytest.approx(0.5)
    slipping = replace(features, slips=np.ones(len(features), np.uint8))
    assert targets(slipping, 1_000, 0.4, 0.5)[0] == pytest.approx(0.6)


def test_reliability_counts_positions_by_chance() -> None:
    """Each twentieth has its mean prediction, its mean result and its number of positions."""
    features = replace(taught(2), result=np.full(len(taught(2)), 2, np.int8))
    found = reliability(np.full(len(features), np.log(3.0), np.float32), features)
    ((chance, result, count),) = found
    assert abs(chance - 0.75) < 1e-6
    assert (result, count) == (1.0, len(features))


def test_too_few_positions_are_refused() -> None:
    """A few positions are an error that says how many there are."""
    meant, count = class_meanings(4, captures=False)
    with pytest.raises(LearningError, match="positions to train"):
        Trainer(taught(2), meant, count)


def test_steps_on_folders(tmp_path: Path) -> None:
    """A fit is kept with its losses, is not repeated, and its net loses little in integers."""
    games, fit = str(tmp_path / "games"), str(tmp_path / "fit")
    settle_plan(games, PlayPlan(game=RULES.name), "engine")
    with Shards(games) as shards:
        shards.append(random_game(RULES, number, plies=30) for number in range(60))
    record = train(fit, [games], OPTIONS)
    assert read_fit(fit) == train(fit, [games], OPTIONS)
    assert record["sources"][0]["plan"]["game"] == RULES.name
    with pytest.raises(LearningError, match="name a new folder"):
        train(fit, [games], replace(OPTIONS, rate=1e-3))
    found = export(fit, str(tmp_path / "sample.net"))
    assert abs(found.integer.blend - found.float_.blend) < MOST_LOST
    check_sisters(fit, tmp_path)
    check_other_games(fit, tmp_path)


def check_other_games(fit: str, folder: Path) -> None:
    """A fit stays that of its games: they may move, but no other games get its record."""
    moved, other = str(folder / "moved"), str(folder / "other")
    (folder / "games").rename(moved)
    assert train(fit, [moved], OPTIONS) == read_fit(fit)
    with pytest.raises(LearningError, match="no folder of self-play games"):
        train(fit, [str(folder / "games")], OPTIONS)
    settle_plan(other, PlayPlan(game=RULES.name, seed=2), "engine")
    with Shards(other) as shards:
        shards.append([random_game(RULES, 1, plies=30)])
    for games in ([other], [moved, other]):
        with pytest.raises(LearningError, match="other games"):
            train(fit, games, OPTIONS)
    with Shards(moved) as shards:
        shards.append([random_game(RULES, 61, plies=30)])
    with pytest.raises(LearningError, match="other games"):
        train(fit, [moved], OPTIONS)


def check_sisters(fit: str, folder: Path) -> None:
    """The net serves a game that differs in size only, and no other."""
    sister = str(folder / "sister.net")
    export(fit, sister, game="gomoku-19")
    assert load_net(sister).game == "gomoku-19"
    for game in ("pente", "standard-15"):
        with pytest.raises(LearningError, match=f"cannot serve {game}"):
            export(fit, sister, game=game)
