"""Weights of Gipf against each other: pairs of games with exchanged sides at fixed nodes a move.

    python benchmarks/gipf_trials.py -g gipf-basic --nodes 3000 --pairs 50 "scarce=4" "scarce=0"

Each side is the game's weights file with what is named put in its place, or a file. Every pair
begins with the same seeded random turns that leave nobody decided; a game longer than 300 turns is
drawn. It prints wins, draws and losses of the first, its score with two standard errors, and turns.
"""

from __future__ import annotations

import argparse
import os
import sys
from random import Random

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, GipfRules
from search.engine import Engine
from search.limits import Limits
from search.weights import Weights, game_weights

MOST_TURNS = 300
OPENING_TURNS = 4
TABLE_MB = 4


def weights_from(text: str, rules: GipfRules) -> Weights:
    """The weights that an argument means: a file, or `name=value` after `name=value`."""
    if text.endswith(".toml"):
        return game_weights(rules, text)
    values = game_weights(rules).as_dict()
    for word in text.split(","):
        name, _, value = word.partition("=")
        if name:
            values[name.strip()] = int(value)
    return Weights(values, text, game_weights(rules).tunables)


def opening(rules: GipfRules, seed: int) -> list[int]:
    """Some random turns from the start after which the game goes on."""
    dice = Random(seed)
    position = GipfPosition(rules)
    while position.turns < OPENING_TURNS:
        position.play(dice.choice(position.legal_moves()))
    return position.moves


def play_game(
    rules: GipfRules, engines: tuple[Engine, Engine], moves: list[int], nodes: int
) -> tuple[float, int]:
    """The points of the first engine, which has the first side, and the turns of the game."""
    position = GipfPosition(rules)
    for engine in engines:
        engine.new_game()
    for move in moves:
        position.play(move)
    while position.outcome is None and position.turns < MOST_TURNS:
        legal = position.legal_moves()
        if len(legal) == 1:
            position.play(legal[0])
            continue
        position.play(engines[position.side].search(position, Limits(nodes=nodes)).best)
    if position.outcome is None or position.outcome.winner is None:
        return 0.5, position.turns
    return float(position.outcome.winner == 0), position.turns


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("one")
    parser.add_argument("two")
    parser.add_argument("-g", "--game", choices=list(GIPF_PRESETS), default="gipf-basic")
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules = GIPF_PRESETS[asked.game]
    engines = [
        Engine(rules, weights_from(text, rules), table_mb=TABLE_MB)
        for text in (asked.one, asked.two)
    ]
    points, turns = [], 0
    for pair in range(asked.pairs):
        moves = opening(rules, 1000 * asked.seed + pair)
        first, length = play_game(rules, (engines[0], engines[1]), moves, asked.nodes)
        second, other = play_game(rules, (engines[1], engines[0]), moves, asked.nodes)
        points += [first, 1 - second]
        turns += length + other
    wins, draws = points.count(1.0), points.count(0.5)
    games = len(points)
    score = sum(points) / games
    error = 2 * (max(score * (1 - score), 0.01) / games) ** 0.5
    print(
        f"{asked.game} {asked.nodes} nodes: {asked.one or 'file'} against {asked.two or 'file'}: "
        f"+{wins} ={draws} -{games - wins - draws}  {100 * score:.1f} % +- {100 * error:.1f}, "
        f"{turns / games:.0f} turns a game"
    )


if __name__ == "__main__":
    main()
