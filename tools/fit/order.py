"""Fits the order of moves: how likely a point is the best, by what it makes and what it stops.

    .venv/bin/python -m tools.fit.order look GAME POSITIONS.npz [--count 40000] [--seed 1]
    .venv/bin/python -m tools.fit.order fit GAME POSITIONS.npz [--scale 110]

`look` plays games from the game's openings, a few nodes a move, and at every turn goes astray by up
to two likely moves; there it asks 10,000 nodes for the best. Positions that a five or an open four
of the mover's or an enemy's five decides are passed over. `fit` takes a point's chance to be the
best as proportional to exp(order score), finds the numbers that make the best of four positions in
five likeliest, and prints them times `--scale`, as `[order]` of a weights file holds them; what no
position asks about stays as it is. In every fifth position it counts how many points stand before
the best: as the game's weights have it, and as fitted.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize

from arena.openings.files import openings_path, read_openings
from games.five.position import DIRECTIONS, Position
from games.five.rules import PRESETS, Rules
from search.engine import Engine
from search.five.native import order_of
from search.kernel.five_tables import FIVE, NONE, OPEN_FOUR, meanings
from search.limits import Limits
from search.weights.file import game_weights
from search.weights.five import ORDERED

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

GAME_NODES = (500, 1000, 2000)
BEST_NODES = 10_000
ASTRAY = 2  # moves beside the game, at most
LIKELY = 8  # of the order, from which they are drawn
DECIDED = 20_000  # a score: the game is won
QUIET = 8_000  # a score: the fit looks at what is not
RIDGE = 1e-4
BEFORE = (1, 3, 6, 12)


class Windows:
    """What the windows of a board say of its candidates, by numbers."""

    def __init__(self, rules: Rules) -> None:
        self.size, self.reach = rules.size, 5 if rules.exactly_five else 4
        numbers, parts = meanings(self.reach, exactly_five=rules.exactly_five)
        self.numbers = np.array(numbers)
        self.parts = np.array([(0,) * 10, *parts])
        self.lengths = [length - 2 for length in rules.capture_lengths]

    def counts(self, position: Position) -> tuple[Ints, Ints]:
        """The candidates, and a row for each: how often each of ORDERED, for mover and enemy."""
        size, reach = self.size, self.reach
        board = np.full((size + 2 * reach,) * 2, 3)
        board[reach:-reach, reach:-reach] = np.array(position.cells).reshape(size, size)
        stones = (board == 1) | (board == 2)
        shifts = [(row, column) for row in range(-2, 3) for column in range(-2, 3)]
        near = np.any([np.roll(stones, shift, (0, 1)) for shift in shifts], axis=0) & (board == 0)
        rows, columns = np.nonzero(near)
        counts = np.zeros((len(rows), 2, len(ORDERED)), np.int64)
        for down, across in DIRECTIONS:
            steps = [step for step in range(-reach, reach + 1) if step]
            cells = [board[rows + down * step, columns + across * step] for step in steps]
            index = sum(cell << 2 * place for place, cell in enumerate(cells))
            self._add(counts, self.parts[self.numbers[index]], position.side)
        points = (rows - reach) * size + columns - reach
        return points, counts.reshape(len(rows), -1)

    def _add(self, counts: Ints, parts: Ints, mover: int) -> None:
        each = np.arange(len(parts))
        for whose, side in enumerate((mover, 1 - mover)):
            rank = parts[:, side]
            ranked = rank != NONE
            counts[each[ranked], whose, rank[ranked] - 1] += 1
            for length in self.lengths:
                counts[:, whose, -2] += parts[:, 2 + 2 * length + side]
                counts[:, whose, -1] += parts[:, 6 + 2 * length + side]


def current(rules: Rules) -> Floats:
    """The order of the game's weights, as a weight for each column."""
    weights = game_weights(rules)
    return np.array([*order_of("own", weights)[1:], *order_of("enemy", weights)[1:]], float)


def positions(rules: Rules, windows: Windows, engine: Engine, dice: Random) -> Iterator[Position]:
    """Positions of games without end, and beside them."""
    openings = read_openings(openings_path(rules.name), rules).openings
    order = current(rules)
    while True:
        position = Position(rules)
        for point in dice.choice(openings):
            position.play(point)
        engine.new_game()
        while position.outcome is None:
            found = engine.search(position, Limits(nodes=dice.choice(GAME_NODES)))
            if abs(found.score) > DECIDED:
                break
            beside = position.copy()
            for _ in range(dice.randrange(ASTRAY + 1)):
                if beside.outcome is None:
                    points, counts = windows.counts(beside)
                    likely = points[np.argsort(-(counts @ order), kind="stable")[:LIKELY]]
                    beside.play(int(dice.choice(list(likely))))
            if beside.outcome is None:
                yield beside
            position.play(found.best)


def look(rules: Rules, file: str, count: int, seed: int) -> None:
    """Write what was asked of so many positions: candidates, the best, its score."""
    windows = Windows(rules)
    engine, judge = (Engine(rules, game_weights(rules), table_mb=4) for _ in range(2))
    rows, best, sizes, scores = [], [], [], []
    for position in positions(rules, windows, engine, Random(seed)):
        points, counts = windows.counts(position)
        own, enemy = counts[:, : len(ORDERED)], counts[:, len(ORDERED) :]
        if own[:, OPEN_FOUR - 1 : FIVE].any() or enemy[:, FIVE - 1].any():
            continue
        judge.new_game()
        found = judge.search(position, Limits(nodes=BEST_NODES))
        place = np.flatnonzero(points == found.best)
        if len(place):
            rows.append(counts.astype(np.uint8))
            best.append(int(place[0]))
            sizes.append(len(points))
            scores.append(found.score)
        if len(sizes) == count:
            break
    np.savez_compressed(file, rows=np.concatenate(rows), best=best, sizes=sizes, scores=scores)


class Looked:
    """Positions looked at: the candidates row by row, where each position begins, and the best."""

    def __init__(self, rows: Floats, best: Ints, sizes: Ints) -> None:
        self.rows = rows
        self.starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self.owner = np.repeat(np.arange(len(sizes)), sizes)
        self.best = self.starts + best

    def loss(self, weights: Floats) -> tuple[float, Floats]:
        """The mean negative log likelihood of the best, with a ridge, and its gradient."""
        score = self.rows @ weights
        score -= np.maximum.reduceat(score, self.starts)[self.owner]
        chance = np.exp(score)
        total = np.add.reduceat(chance, self.starts)
        value = float(np.mean(np.log(total) - score[self.best])) + RIDGE * float(weights @ weights)
        pull = self.rows.T @ (chance / total[self.owner]) - self.rows[self.best].sum(0)
        return value, pull / len(total) + 2 * RIDGE * weights

    def before(self, weights: Floats) -> Floats:
        """How many points stand before the best of each position; those beside it count half."""
        score = self.rows @ weights
        best = score[self.best][self.owner]
        above = np.add.reduceat((score > best) + (score == best) / 2, self.starts)
        return np.asarray(above - 0.5)


def halves(file: str) -> tuple[Looked, Looked]:
    """Of what a file holds and nobody has won: four positions of five, and the fifth."""
    held = np.load(file)
    quiet = np.abs(held["scores"]) < QUIET
    fifth = np.arange(len(quiet)) % 5 == 0
    rows, owner = held["rows"].astype(float), np.repeat(np.arange(len(quiet)), held["sizes"])
    seen, unseen = (
        Looked(rows[chosen[owner]], held["best"][chosen], held["sizes"][chosen])
        for chosen in (quiet & ~fifth, quiet & fifth)
    )
    return seen, unseen


def fit(rules: Rules, file: str, scale: float) -> None:
    """Print the fitted order and what it foresees, beside the order of the game's weights."""
    seen, unseen = halves(file)
    start = np.zeros(2 * len(ORDERED))
    fitted = minimize(seen.loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    for name, weights in (("as in the file", current(rules)), ("fitted", fitted)):
        before = unseen.before(weights)
        shares = ", ".join(f"{np.mean(before < most):.3f} in {most}" for most in BEFORE)
        print(f"# {name}: {shares}; {before.mean():.2f} before the best, {len(before)} positions")
    told = np.where(seen.rows.any(axis=0), np.maximum(0, np.rint(scale * fitted)), current(rules))
    for whose, weights in zip(("own", "enemy"), told.reshape(2, -1), strict=True):
        for name, weight in zip(ORDERED, weights, strict=True):
            print(f"{whose}_{name} = {weight:.0f}")


def main() -> None:
    """Look at positions, or fit to those looked at."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("do", choices=("look", "fit"))
    parser.add_argument("game", choices=sorted(PRESETS))
    parser.add_argument("file")
    parser.add_argument("--count", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=110)
    asked = parser.parse_args()
    rules = PRESETS[asked.game]
    if asked.do == "look":
        look(rules, asked.file, asked.count, asked.seed)
    else:
        fit(rules, asked.file, asked.scale)


if __name__ == "__main__":
    main()
