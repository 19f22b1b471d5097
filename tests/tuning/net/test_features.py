"""Features: which points count and which windows they have, and the cache."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from games.five.position import rays
from games.five.rules import PRESETS
from tests.tuning.net.samples import random_game
from tuning.net.games.self_play import PlayPlan
from tuning.net.games.shards import Shards, settle_plan
from tuning.net.positions.features import WindowReader, concatenated, features_of, load_features
from tuning.net.positions.replay import padded_points, replay
from tuning.net.positions.windows import classes, halves


def test_windows_are_those_of_the_lines() -> None:
    """Each counting point has the four windows that a walk along its lines finds."""
    rules = PRESETS["gomoku-9"]
    (positions,) = replay([random_game(rules, 1)], rules)
    features = features_of(positions, WindowReader(rules))
    points = padded_points(rules.size)
    number_of = {half: number for number, half in enumerate(halves(4))}
    for at in range(0, len(positions), 7):
        cells = positions.boards[at][points].tolist()
        if positions.side[at]:
            cells = [{1: 2, 2: 1}.get(cell, cell) for cell in cells]
        expected = []
        for point in range(81):
            ways = [([cells[p] for p in ray] + [3] * 4)[:4] for ray in rays(point, 9)]
            if cells[point] == 0 and any(cell in (1, 2) for way in ways for cell in way[:2]):
                numbers = [number_of[tuple(way)] for way in ways]
                expected.append([int(classes(4)[numbers[d + 1], numbers[d]]) for d in (0, 2, 4, 6)])
        found = features.windows[features.first[at] : features.first[at + 1]]
        assert found.tolist() == expected


def test_chosen_positions_keep_their_windows() -> None:
    """Chosen positions have the windows that they had among all."""
    rules = PRESETS["pente"]
    parts = [
        features_of(positions, WindowReader(rules))
        for number in (1, 2)
        for positions in replay([random_game(rules, number)], rules)
    ]
    both = concatenated(parts)
    assert len(both) == len(parts[0]) + len(parts[1])
    at = len(parts[0]) + 3
    one = both.chosen(np.array([at, 2]), windows=True)
    own = parts[1].windows[parts[1].first[3] : parts[1].first[4]]
    assert np.array_equal(one.windows[: one.first[1]], own)


def test_cache_follows_a_shard_that_grows(tmp_path: Path) -> None:
    """Features come from the cache until the shard has more games; then they are made again."""
    rules, folder = PRESETS["gomoku-9"], str(tmp_path)
    settle_plan(folder, PlayPlan(game="gomoku-9"), "engine")
    with Shards(folder) as shards:
        shards.append([random_game(rules, 1)])
    first = load_features([folder])
    again = load_features([folder])
    assert np.array_equal(first.windows, again.windows)
    with Shards(folder) as shards:
        shards.append([random_game(rules, 2)])
    assert len(load_features([folder])) > len(first)
    assert len(list((tmp_path / "features").iterdir())) == 1
