"""By how many points of the evaluation the odds of winning change e-fold
(`web.engines.scores.SCALE`).

    python -m tools.fit.win_chances five                 from the scores in data/results/*.jsonl
    python -m tools.fit.win_chances gipf [--games 60]    the engine against itself at 300 nodes

Fits chance = 1 / (1 + exp(-score / scale)) to (score for the mover, how the game ended for him) by
the likeliest of some scales. Gipf: games of each rule set after eight random decisions, seeds 0 up.
"""

from __future__ import annotations

import argparse
import glob
import json
import math
import os
import random
from typing import TYPE_CHECKING

from arena.openings.self_play import points_of
from games.five.rules import PRESETS
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from search.engine import Engine
from search.limits import Limits
from search.score import is_loss, is_win
from search.weights.file import game_weights

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

SCALES = (40, 60, 80, 120, 160, 200, 250, 300, 400, 500, 700, 1000, 1300, 1600, 2000, 2500, 3000)
NODES = 300
RANDOM_DECISIONS = 8
MOST_DECISIONS = 500
MOST_EXPONENT = 40.0

Sample = tuple[int, float]  # the score for the mover; 1, 1/2 or 0: how it ended for him


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
    assert isinstance(moves, list) and isinstance(opening, list), "a record of a game"  # noqa: PT018 - one law
    side = None if record["winner"] is None else rules.side_of(str(record["winner"]))
    for ply, move in enumerate(moves, len(opening)):
        score = move.get("score")
        if score is not None and not is_win(score) and not is_loss(score):
            yield score, points_of(ply % 2, side)


def played(games: int) -> Iterator[Sample]:
    """The scores of games of Gipf that the engine plays against itself."""
    for rules in GIPF_PRESETS.values():
        with Engine(rules, game_weights(rules), table_mb=8) as engine:
            for seed in range(games):
                yield from of_game(engine, seed)


def of_game(engine: Engine, seed: int) -> Iterator[Sample]:
    """The scores of one game of Gipf."""
    position, dice = GipfPosition(engine.rules), random.Random(seed)  # type: ignore[arg-type]  # of Gipf
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


def loss(samples: list[Sample], scale: float) -> float:
    """Mean negative logarithm of the chances that a scale gives to what happened."""
    total = 0.0
    for score, won in samples:
        exponent = max(-MOST_EXPONENT, min(MOST_EXPONENT, score / scale))
        chance = 1 / (1 + math.exp(-exponent))
        total -= won * math.log(chance) + (1 - won) * math.log1p(-min(chance, 1 - 1e-12))
    return total / len(samples)


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("family", choices=["five", "gipf"])
    parser.add_argument("--games", type=int, default=60, help="of each rule set of Gipf")
    options = parser.parse_args()
    samples = list(recorded() if options.family == "five" else played(options.games))
    best = min(SCALES, key=lambda scale: loss(samples, scale))
    print(f"{options.family}: {len(samples)} scores, scale {best}, loss {loss(samples, best):.4f}")


if __name__ == "__main__":
    main()
