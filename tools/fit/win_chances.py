"""Fits the scale between scores and winning chances (`scale` of a family's adapter).

    python -m tools.fit.win_chances five                 from the scores in data/results/*.jsonl
    python -m tools.fit.win_chances gipf [--games 60]    from self-play at 300 nodes per decision

The model is chance = 1 / (1 + exp(-score / scale)). Score and result are for the side to move. The
fit finds the scale under which the results are likeliest. Gipf plays games of each preset after
eight random decisions, with seeds from 0.
"""

from __future__ import annotations

import argparse
import glob
import json
import math
import os
import random
from typing import TYPE_CHECKING

from scipy.optimize import minimize_scalar

from arena.openings.self_play import points_of
from games.five.rules import PRESETS
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from search.chance import logistic
from search.engine import Engine
from search.limits import Limits
from search.score import is_loss, is_win
from search.weights.file import game_weights

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

SCALES = (20.0, 5000.0)  # the fit looks between these
NODES = 300
RANDOM_DECISIONS = 8
MOST_DECISIONS = 500

Sample = tuple[int, float]  # score and result (1, 1/2 or 0) for the side to move


def recorded() -> Iterator[Sample]:
    """The scores of the games in data/results."""
    for path in sorted(glob.glob(os.path.join(ROOT, "data", "results", "*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                record = json.loads(line)
                if isinstance(record, dict) and record.get("rules") in PRESETS:
                    yield from of_record(record)


def of_record(record: dict[str, object]) -> Iterator[Sample]:
    """The scores of one recorded game."""
    rules, moves, opening = PRESETS[str(record["rules"])], record.get("moves"), record["opening"]
    assert isinstance(moves, list) and isinstance(opening, list), "a record of a game"  # noqa: PT018 - one condition
    side = None if record["winner"] is None else rules.side_of(str(record["winner"]))
    for ply, move in enumerate(moves, len(opening)):
        score = move.get("score")
        if score is not None and not is_win(score) and not is_loss(score):
            yield score, points_of(ply % 2, side)


def played(games: int) -> Iterator[Sample]:
    """The scores of self-play games of Gipf."""
    for rules in GIPF_PRESETS.values():
        with Engine(rules, game_weights(rules), table_mb=8) as engine:
            for seed in range(games):
                yield from of_game(engine, seed)


def of_game(engine: Engine, seed: int) -> Iterator[Sample]:
    """The scores of one game of Gipf."""
    position, dice = GipfPosition(engine.rules), random.Random(seed)  # type: ignore[arg-type]  # the rules are Gipf's
    for _ in range(RANDOM_DECISIONS):
        if position.outcome is None:
            position.play(dice.choice(position.legal_moves()))
    scores: list[tuple[int, int]] = []
    while position.outcome is None and len(position.moves) < MOST_DECISIONS:
        result = engine.search(position, Limits(nodes=NODES))
        if not is_win(result.score) and not is_loss(result.score):
            scores.append((position.side, result.score))
        position.play(result.best)
    winner = None if position.outcome is None else position.outcome.winner
    for side, score in scores:
        yield score, points_of(side, winner)


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
    parser.add_argument("family", choices=["five", "gipf"])
    parser.add_argument("--games", type=int, default=60, help="games of each Gipf preset")
    options = parser.parse_args()
    samples = list(recorded() if options.family == "five" else played(options.games))
    best = fitted(samples)
    error = loss(samples, best)
    print(f"{options.family}: {len(samples)} scores, scale {best:.0f}, loss {error:.4f}")


if __name__ == "__main__":
    main()
