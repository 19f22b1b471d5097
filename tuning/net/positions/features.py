"""Features: for each position, the windows of its counting points. Made from games, and cached.

A point counts if it is empty and a stone lies within two cells of it in one of its four lines. The
number of such points differs, so their windows are kept in one long array: those of position i are
rows `first[i]` to before `first[i + 1]`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from games.five.rules import FiveRules, rules_named
from tuning.errors import LearningError
from tuning.net.games.shards import read_plan, read_shard, shard_paths
from tuning.net.positions.replay import (
    Labels,
    Positions,
    padded_points,
    padded_width,
    replay,
    steps,
)
from tuning.net.positions.windows import NEAR, SWAPPED, classes, half_numbers, reach_of

VERSION = 1  # of the cached features
CACHE = "features"
MOST_CAPTURED = 15  # the net's tables end here
WINDOWS = ("windows", "first")


@dataclass(frozen=True, slots=True, kw_only=True)
class Features(Labels):
    """What the net sees of positions, and what it should say of them.

    windows  classes of the windows of all counting points, by direction
    first    where the points of each position begin; one more entry than positions
    """

    windows: NDArray[np.uint16] | NDArray[np.int32]
    first: NDArray[np.int64]

    @property
    def points(self) -> NDArray[np.int64]:
        """The number of counting points of each position."""
        counts: NDArray[np.int64] = np.diff(self.first)
        return counts

    def chosen(self, index: NDArray[np.int64], *, windows: bool = False) -> Features:
        """These positions; without their windows unless requested."""
        kept = {name: getattr(self, name)[index] for name in _names() if name not in WINDOWS}
        if not windows:
            return Features(windows=self.windows[:0], first=np.zeros(1, np.int64), **kept)
        first = np.concatenate([[0], np.cumsum(self.points[index])])
        return Features(windows=self.windows[self.places(index)], first=first, **kept)

    def places(self, index: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where the windows of these positions are, one position after the other."""
        counts = self.points[index]
        starts = np.cumsum(counts) - counts
        places: NDArray[np.int64] = np.repeat(self.first[index] - starts, counts)
        places += np.arange(len(places))
        return places


class WindowReader:
    """Finds the windows of the counting points of padded boards of one game."""

    def __init__(self, rules: FiveRules) -> None:
        self.reach = reach_of(rules)
        self._points = padded_points(rules.size)
        self._area = padded_width(rules.size) ** 2
        self._steps = steps(rules.size)
        self._numbers = half_numbers(self.reach)
        self._classes = classes(self.reach)

    def counting(self, boards: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The counting points: their boards, ascending, and their padded indices."""
        stones = (boards == 1) | (boards == 2)
        near = np.zeros_like(stones)
        for step in self._steps:
            for distance in range(1, NEAR + 1):
                shift = step * distance
                near[:, shift:] |= stones[:, :-shift]
                near[:, :-shift] |= stones[:, shift:]
        near &= boards == 0  # a shift over the end of a row meets cells off the board only
        games, at = np.nonzero(near)
        return games, at

    def halves(
        self, boards: NDArray[np.uint8], games: NDArray[np.int64], at: NDArray[np.int64]
    ) -> NDArray[np.uint16]:
        """The halves of the windows of these points: [point, direction, before or after]."""
        flat = boards.reshape(-1)
        index = games * self._area + at
        halves = np.empty((len(at), len(self._steps), 2), np.uint16)
        for direction, step in enumerate(self._steps):
            for half, sign in enumerate((-step, step)):
                code = np.zeros(len(at), np.uint16)
                for place in range(self.reach):
                    cells = flat[index + sign * (place + 1)].astype(np.uint16)
                    code |= cells << np.uint16(2 * place)
                halves[:, direction, half] = self._numbers[code]
        return halves

    def classes(self, boards: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The number of counting points of each board, and the classes of all their windows.

        The boards are seen by the side to move: own stones are 1.
        """
        games, at = self.counting(boards)
        return np.bincount(games, minlength=len(boards)), self.classes_at(boards, games, at)

    def classes_at(
        self, boards: NDArray[np.uint8], games: NDArray[np.int64], at: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """The classes of the windows of these points: [point, direction]."""
        halves = self.halves(boards, games, at)
        return self._classes[halves[:, :, 0], halves[:, :, 1]]


def seen_by_mover(positions: Positions) -> NDArray[np.uint8]:
    """The boards with the stones of the side to move as 1."""
    swapped = np.array(SWAPPED, np.uint8)
    return np.where(positions.side[:, None] == 1, swapped[positions.boards], positions.boards)


def features_of(positions: Positions, reader: WindowReader) -> Features:
    """The features of positions."""
    points, windows = reader.classes(seen_by_mover(positions))
    kept = {field.name: getattr(positions, field.name) for field in fields(Labels)}
    kept["captured"] = np.minimum(positions.captured, MOST_CAPTURED)
    return Features(
        windows=windows.astype(np.uint16) if reader.reach == 4 else windows,
        first=np.concatenate([[0], np.cumsum(points)]),
        **kept,
    )


def _names() -> list[str]:
    return [field.name for field in fields(Features)]


def concatenated(parts: Sequence[Features]) -> Features:
    """All positions of several parts, in order."""
    shifts = np.cumsum([0, *(part.first[-1] for part in parts)])
    first = [part.first[:-1] + shift for part, shift in zip(parts, shifts, strict=False)]
    return Features(
        first=np.concatenate([*first, shifts[-1:]]),
        **{
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in _names()
            if name != "first"
        },
    )


def load_features(
    folders: Sequence[str], listener: Callable[[int, int], object] = lambda *_: None
) -> Features:
    """The features of all games in these folders, of one game.

    Makes those that no cache has. `listener` hears how many shards are ready, of how many. Raises
    LearningError for a folder without games or with a bad line.
    """
    shards = [(folder, path) for folder in folders for path in shard_paths(folder)]
    parts = []
    for number, (folder, path) in enumerate(shards):
        parts.append(shard_features(path, rules_named(read_plan(folder).game)))
        listener(number + 1, len(shards))
    return concatenated(parts)


def shard_features(path: str, rules: FiveRules) -> Features:
    """The features of a shard, from its cache if the shard has not grown."""
    size = os.path.getsize(path)
    name = os.path.basename(path).removesuffix(".jsonl")
    caches = os.path.join(os.path.dirname(path), CACHE)
    cache = os.path.join(caches, f"{name}-{size}-v{VERSION}")
    if not os.path.isdir(cache):
        reader = WindowReader(rules)
        games = list(read_shard(path))
        features = concatenated([features_of(part, reader) for part in replay(games, rules)])
        _write_cache(cache, features)
        for other in os.listdir(caches):
            if other.startswith(f"{name}-") and other != os.path.basename(cache):
                shutil.rmtree(os.path.join(caches, other), ignore_errors=True)
    try:
        return Features(**{name: np.load(os.path.join(cache, f"{name}.npy")) for name in _names()})
    except (OSError, ValueError, EOFError) as error:
        raise LearningError(f"{cache}: damaged; remove it to make it again: {error}") from error


def _write_cache(cache: str, features: Features) -> None:
    """Write a cache whole: a folder that is renamed when its files are complete."""
    temporary = f"{cache}.{os.getpid()}.tmp"
    os.makedirs(temporary, exist_ok=True)
    for name in _names():
        np.save(os.path.join(temporary, f"{name}.npy"), getattr(features, name))
    os.rename(temporary, cache)
