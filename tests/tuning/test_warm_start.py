"""The warm start: features are what the kernel sees, a regression finds what made the results."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from games.five.rules import PRESETS
from search.five.native import open_search, set_position
from search.weights import Weights
from search.weights.tunable import CAPTURES, EVALUATION
from tests.strategies import random_position
from tuning.games import Played
from tuning.space import space_around
from tuning.warm_start import Samples, _Seen, fit, fit_scale, log_loss, quiet_positions, samples_of

PENTE = PRESETS["pente"]
BASE = Weights()
SPACE = space_around(BASE, (EVALUATION, CAPTURES))


def test_features_explain_the_static_value() -> None:
    """Features times weights and the rest are the evaluation, of these weights and of others."""
    steady = [each for each in SPACE if each.name != "tempo_percent"]
    other = Weights({**BASE.as_dict(), "open_three": 201, "capture": 80, "captured_2": 500})
    seen, kernel, looked_at = _Seen(PENTE, BASE, steady), open_search(PENTE, other), 0
    for seed in range(40):
        position = random_position(PENTE, seed=seed, turns=6 + seed % 20)
        if not seen.set(position):
            continue
        features, rest = seen.features()
        value = rest + sum(
            feature * other[each.name] for feature, each in zip(features, steady, strict=True)
        )
        set_position(kernel, position)
        # The tempo's share is rounded towards zero, once a value.
        assert value == pytest.approx(kernel.evaluate(), abs=2.5)
        looked_at += 1
    assert looked_at >= 10


def synthetic(truth: np.ndarray, games: int) -> Samples:
    """Positions whose games are won by the chance that these weights give, eight of each game."""
    dice = np.random.default_rng(5)
    features = dice.normal(0, 3, (8 * games, len(SPACE)))
    chance = 1 / (1 + np.exp(-0.002 * features @ truth))
    return Samples(
        features=features,
        rest=np.zeros(8 * games),
        won=(dice.random(8 * games) < chance).astype(float),
        game=np.repeat(np.arange(games), 8),
    )


def test_regression_finds_the_weights_that_made_the_results() -> None:
    """From results that other weights have made it comes nearer to them, in games held out too."""
    dice = Random(3)
    start = np.array([float(BASE[each.name]) for each in SPACE])
    truth = start * np.array([dice.uniform(0.6, 1.4) for _ in SPACE])
    samples = synthetic(truth, 3000)
    found, _, (before, after) = fit(samples, BASE, SPACE, seed=1)
    fitted = np.array([float(found[each.name]) for each in SPACE])
    assert after < before
    large = start >= 100
    ratios, wanted = fitted[large] / start[large], truth[large] / start[large]
    assert angle(ratios, wanted) < 0.6 * angle(np.ones_like(wanted), wanted)


def angle(one: np.ndarray, two: np.ndarray) -> float:
    """Between two directions: results tell how weights stand to each other, not their unit."""
    return float(np.arccos(one @ two / np.linalg.norm(one) / np.linalg.norm(two)))


def test_scale_is_the_one_of_least_loss() -> None:
    """K found is better than a tenth more or less of it."""
    start = np.array([float(BASE[each.name]) for each in SPACE])
    samples = synthetic(start, 500)
    every = np.ones(len(samples.won), dtype=bool)
    scale = fit_scale(samples, start, every)
    assert scale == pytest.approx(0.002, rel=0.2)
    losses = [log_loss(samples, start, scale * factor, every) for factor in (0.9, 1.0, 1.1)]
    assert min(losses) == losses[1]


def test_positions_lie_between_the_opening_and_the_won_end() -> None:
    """Neither drawn stones nor the last plies, which tactics decide, say what weights are worth."""
    opening, moves = ["E5", "F5", "E4"], ["G6", "D5", "C5", "H7", "C3", "G3", "B7", "B3"]
    rules = PRESETS["gomoku-9"]
    found = [
        9 * 9 - position.cells.count(0)
        for position, _ in quiet_positions(rules, opening, moves, Random(1))
    ]
    assert found == [3, 4]


def test_winner_is_seen_from_the_side_to_move() -> None:
    """A game that player one won as first: 1 where the first side is to move, 0 elsewhere."""
    opening, moves = "E5 G7", "D5 C3 C5 G3 B7 B3 H2 H8 A9 J9"
    played = Played(
        key="warm 0 0 0",
        half_points=2,
        one="",
        two="",
        opening=opening,
        moves=(moves, moves),
        winners=("one", None),
        cpu_s=0.0,
        search_s=0.0,
    )
    rules = PRESETS["gomoku-9"]
    samples = samples_of(rules, BASE, space_around(BASE, (EVALUATION,)), [played], seed=1)
    assert set(samples.won[samples.game == 0]) == {0.0, 1.0}
    assert set(samples.won[samples.game == 1]) == {0.5}
