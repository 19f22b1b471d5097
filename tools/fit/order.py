"""Fits the move ordering: how likely a point is the best move, by the patterns that it makes.

    .venv/bin/python -m tools.fit.order look GAME POSITIONS.npz [--count 40000] [--seed 1]
    .venv/bin/python -m tools.fit.order fit GAME POSITIONS.npz [--scale 110]

`look` plays games from the game's openings with few nodes per move. At every turn it leaves the
game by up to two likely moves and searches that position with 10,000 nodes. It skips positions
that a five or an open four of the side to move, or a five of the opponent, decides.

`fit` models a point's chance to be the best move as proportional to exp(order score). It maximises
the likelihood over four positions in five, and prints the fitted weights times `--scale`, in the
form of `[order]` in a weights file. Weights that no position involves stay unchanged. In every
fifth position it counts the points ranked before the best, with the current and the fitted weights.
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
ASTRAY = 2  # largest number of moves off the game
LIKELY = 8  # the off-game moves are drawn from this many best-ordered ones
DECIDED = 20_000  # from this score on the game is decided
QUIET = 8_000  # the fit uses positions with smaller scores
RIDGE = 1e-4
BEFORE = (1, 3, 6, 12)


class Windows:
    """Counts the patterns around the candidates of a board."""

    def __init__(self, rules: Rules) -> None:
        self.size, self.reach = rules.size, 5 if rules.exactly_five else 4
        numbers, parts = meanings(self.reach, exactly_five=rules.exactly_five)
        self.numbers = np.array(numbers)
        self.parts = np.array([(0,) * 10, *parts])
        self.lengths = [length - 2 for length in rules.capture_lengths]

    def counts(self, position: Position) -> tuple[Ints, Ints]:
        """The candidates, and for each the counts of ORDERED for the mover and the opponent."""
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
    """The current ordering weights, one for each column of the counts."""
    weights = game_weights(rules)
    return np.array([*order_of("own", weights)[1:], *order_of("opponent", weights)[1:]], float)


def positions(rules: Rules, windows: Windows, engine: Engine, dice: Random) -> Iterator[Position]:
    """An endless stream of positions in games and up to ASTRAY moves off them."""
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
            varied = position.copy()
            for _ in range(dice.randrange(ASTRAY + 1)):
                if varied.outcome is None:
                    points, counts = windows.counts(varied)
                    likely = points[np.argsort(-(counts @ order), kind="stable")[:LIKELY]]
                    varied.play(int(dice.choice(list(likely))))
            if varied.outcome is None:
                yield varied
            position.play(found.best)


def look(rules: Rules, file: str, count: int, seed: int) -> None:
    """Search `count` positions and write their candidates, best move and score to a file."""
    windows = Windows(rules)
    engine, judge = (Engine(rules, game_weights(rules), table_mb=4) for _ in range(2))
    rows, best, sizes, scores = [], [], [], []
    for position in positions(rules, windows, engine, Random(seed)):
        points, counts = windows.counts(position)
        own, opponent = counts[:, : len(ORDERED)], counts[:, len(ORDERED) :]
        if own[:, OPEN_FOUR - 1 : FIVE].any() or opponent[:, FIVE - 1].any():
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
    """Searched positions: a row per candidate, each position's first row and best row."""

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
        """The number of points ranked before the best of each position; ties count half."""
        score = self.rows @ weights
        best = score[self.best][self.owner]
        above = np.add.reduceat((score > best) + (score == best) / 2, self.starts)
        return np.asarray(above - 0.5)


def halves(file: str) -> tuple[Looked, Looked]:
    """The undecided positions of a file: four of five for the fit, and every fifth for the test."""
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
    """Print the fitted ordering weights, and how well they and the current ones rank the best."""
    seen, unseen = halves(file)
    start = np.zeros(2 * len(ORDERED))
    fitted = minimize(seen.loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    for name, weights in (("as in the file", current(rules)), ("fitted", fitted)):
        before = unseen.before(weights)
        shares = ", ".join(f"{np.mean(before < most):.3f} in {most}" for most in BEFORE)
        print(f"# {name}: {shares}; {before.mean():.2f} before the best, {len(before)} positions")
    scaled = np.where(seen.rows.any(axis=0), np.maximum(0, np.rint(scale * fitted)), current(rules))
    for whose, weights in zip(("own", "opponent"), scaled.reshape(2, -1), strict=True):
        for name, weight in zip(ORDERED, weights, strict=True):
            print(f"{whose}_{name} = {weight:.0f}")


def main() -> None:
    """Search positions, or fit the weights to them."""
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
