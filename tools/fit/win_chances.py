"""Fits the scale between scores and winning chances (`scale` of a family's adapter), and checks it.

    pente match level:8 level:6 -g gomoku-15 --games 60 --clock nodes:6000 --results 8-6.jsonl
    python -m tools.fit.win_chances 8-6.jsonl...

From each game of the results it takes some positions at random, searches them for as long as people
let an analysis run, and keeps the scores in data/results/chances.jsonl; what is there is not
searched again, unless the game has another net now. Then, for each game that is there, it fits the
scale of `search.chance` under which the results are likeliest. Score and result are for the side to
move; proven ends have no part. The table has, for each tenth of the chance that the board shows to
the side ahead, the mean of that chance, what that side really got, and how many positions there
are.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from collections.abc import Iterable, Iterator, Sequence
from statistics import mean
from typing import NamedTuple

from scipy.optimize import minimize_scalar

from arena.appended import JsonLines
from arena.game.record import GameRecord
from arena.match.results import read_results
from games.family import play_all
from games.registry import family_named
from search.chance import log_odds, winning_chance
from search.engine import Engine
from search.limits import Limits
from search.score import is_loss, is_win
from search.weights.file import game_weights
from tools.programs import ROOT

KEPT = os.path.join(ROOT, "data/results/chances.jsonl")
SCALES = (20.0, 9000.0)  # the fit looks between these
TENTHS = 10
TABLE_MB = 32


class Sample(NamedTuple):
    """A search of one position: the game's rules, score and points for the side to move."""

    rules: str
    score: int
    points: float  # 1, 1/2 or 0


def plies_of(record: GameRecord, count: int) -> list[int]:
    """Some plies after the opening, the same in each run."""
    dice = random.Random(f"{record.seed} {record.game}")
    first, last = len(record.opening), len(record.opening) + len(record.moves)
    return sorted(dice.sample(range(first, last), min(count, last - first)))


def searched(
    record: GameRecord, plies: Sequence[int], engine: Engine, nodes: int
) -> Iterator[Sample]:
    """Search the positions before these plies of a game."""
    family = record.family
    winner = None if record.winner is None else family.rules.side_of(record.winner)
    position = family.start()
    answers = [*record.opening, *(move.point for move in record.moves)]
    for ply, text in enumerate(answers):
        if ply in plies:
            engine.new_game()
            score = engine.search(position, Limits(nodes=nodes)).score
            points = 0.5 if winner is None else float(winner == position.side)
            yield Sample(record.rules, score, points)
        play_all(position, family.parse_answer(position, text))


def search_all(paths: Iterable[str], count: int, nodes: int) -> None:
    """Search so many positions of each game in these results, but for those in KEPT."""
    lines = kept_lines()
    for path in paths:
        for record in read_results(path)[1]:
            name = f"{os.path.basename(path)} {record.game}, {count} of {nodes} nodes"
            weights = game_weights(record.family.rules)
            if lines.known.get(name, {}).get("net") != weights.net_digest:
                with Engine(record.family.rules, weights, table_mb=TABLE_MB) as engine:
                    samples = list(searched(record, plies_of(record, count), engine, nodes))
                lines.append({"game": name, "net": weights.net_digest, "samples": samples})


def kept_lines() -> JsonLines:
    """The games in KEPT, by name; a later search of a game replaces the earlier one."""
    return JsonLines(KEPT, lambda entry: str(entry["game"]))


def kept_samples() -> dict[str, list[Sample]]:
    """The samples of each game in KEPT, without proven ends."""
    samples: dict[str, list[Sample]] = {}
    for entry in kept_lines().known.values():
        for sample in (Sample(*fields) for fields in entry["samples"]):
            if not is_win(sample.score) and not is_loss(sample.score):
                samples.setdefault(sample.rules, []).append(sample)
    return samples


def fitted(samples: Sequence[Sample]) -> float:
    """The scale with the least loss for samples of one game."""
    minimum = minimize_scalar(lambda scale: loss(samples, scale), bounds=SCALES, method="bounded")
    return float(minimum.x)


def loss(samples: Sequence[Sample], scale: float) -> float:
    """The mean negative log likelihood of the results at this scale."""
    rules = family_named(samples[0].rules).rules
    total = 0.0
    for _, score, points in samples:
        odds = log_odds(score, scale, rules)
        total += math.log1p(math.exp(-abs(odds))) + max(odds, 0.0) - points * odds
    return total / len(samples)


def reliability(samples: Sequence[Sample]) -> Iterator[tuple[float, float, int]]:
    """By tenths of the chance shown to the side that is ahead, 50 to 100 %: its mean, the mean
    points of that side, and the number of positions.
    """
    tenths: list[list[tuple[float, float]]] = [[] for _ in range(TENTHS // 2)]
    for game, score, points in samples:
        chance = winning_chance(abs(score), family_named(game).rules)
        number = min(TENTHS - 1, int(TENTHS * chance)) - TENTHS // 2
        tenths[number].append((chance, points if score >= 0 else 1 - points))
    for pairs in filter(None, tenths):
        yield mean(chance for chance, _ in pairs), mean(points for _, points in pairs), len(pairs)


def main() -> None:
    """Search, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", nargs="*", help="files of results")
    parser.add_argument("--positions", type=int, default=6, help="of each game")
    parser.add_argument("--nodes", type=int, default=200_000, help="of each search")
    options = parser.parse_args()
    search_all(options.results, options.positions, options.nodes)
    for game, samples in kept_samples().items():
        best = fitted(samples)
        print(f"{game}: {len(samples)} scores, scale {best:.0f}, loss {loss(samples, best):.4f}")
        print("| shown | got | positions |\n|---|---|---|")
        for chance, points, count in reliability(samples):
            print(f"| {chance:.1%} | {points:.1%} | {count} |")


if __name__ == "__main__":
    main()
