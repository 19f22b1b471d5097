"""Fits the scale between scores and winning chances (`scale` of a family's adapter).

    python -m tools.fit.win_chances [results]            from the games in data/results/*.jsonl
    python -m tools.fit.win_chances GAME [--games 60]    from self-play at 300 nodes per decision

The model is chance = 1 / (1 + exp(-score / scale)). Score and result are for the side to move. The
fit finds the scale under which the results are likeliest. Self-play begins with eight random
decisions, with seeds from 0.
"""

from __future__ import annotations

import argparse
import glob
import json
import math
import os
import random
from collections.abc import Iterator

from scipy.optimize import minimize_scalar

from arena.openings.self_play import points_of
from games.registry import GAMES, family_named
from search.chance import logistic
from search.engine import Engine
from search.limits import Limits
from search.score import is_loss, is_win

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RESULTS = "results"
SCALES = (20.0, 5000.0)  # the fit looks between these
NODES = 300
RANDOM_DECISIONS = 8
MOST_DECISIONS = 500

Sample = tuple[int, float]  # score and result (1, 1/2 or 0) for the side to move


def recorded() -> Iterator[Sample]:
    """The scores of the games of five in a row in data/results."""
    for path in sorted(glob.glob(os.path.join(ROOT, "data", "results", "*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            for record in map(json.loads, file):
                game = record.get("rules")
                if game in GAMES and family_named(game).harness:
                    yield from of_record(record)


def of_record(record: dict[str, object]) -> Iterator[Sample]:
    """The scores of one recorded game."""
    rules, moves, opening = (
        family_named(str(record["rules"])).rules,
        record.get("moves"),
        record["opening"],
    )
    assert isinstance(moves, list)
    assert isinstance(opening, list)
    side = None if record["winner"] is None else rules.side_of(str(record["winner"]))
    for ply, move in enumerate(moves, len(opening)):
        score = move.get("score")
        if score is not None and not is_win(score) and not is_loss(score):
            yield score, points_of(ply % 2, side)


def played(game: str, games: int) -> Iterator[Sample]:
    """The scores of games of self-play."""
    family = family_named(game)
    with Engine(family.rules, table_mb=8) as engine:
        for seed in range(games):
            position, dice = family.start(), random.Random(seed)
            scores: list[tuple[int, int]] = []
            while position.outcome is None and len(position.moves) < MOST_DECISIONS:
                if len(position.moves) < RANDOM_DECISIONS:
                    position.play(dice.choice(position.legal_moves()))
                    continue
                result = engine.search(position, Limits(nodes=NODES))
                if not is_win(result.score) and not is_loss(result.score):
                    scores.append((position.side, result.score))
                position.play(result.best)
            winner = None if position.outcome is None else position.outcome.winner
            yield from ((score, points_of(side, winner)) for side, score in scores)


def fitted(samples: list[Sample]) -> float:
    """The scale with the least loss."""
    found = minimize_scalar(lambda scale: loss(samples, scale), bounds=SCALES, method="bounded")
    return float(found.x)


def loss(samples: list[Sample], scale: float) -> float:
    """The mean negative log likelihood of the results at this scale."""
    total = 0.0
    for score, won in samples:
        chance = logistic(score, scale)
        total -= won * math.log(chance) + (1 - won) * math.log1p(-min(chance, 1 - 1e-12))
    return total / len(samples)


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", nargs="?", default=RESULTS, choices=[RESULTS, *GAMES])
    parser.add_argument("--games", type=int, default=60)
    options = parser.parse_args()
    own = options.source == RESULTS
    samples = list(recorded() if own else played(options.source, options.games))
    best = fitted(samples)
    error = loss(samples, best)
    print(f"{options.source}: {len(samples)} scores, scale {best:.0f}, loss {error:.4f}")


if __name__ == "__main__":
    main()
