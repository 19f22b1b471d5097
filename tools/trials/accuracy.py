"""Whether the accuracy that reviews tell means something, and whether their marks stay.

    python -m tools.trials.accuracy RESULTS.jsonl --games 50
    python -m tools.trials.accuracy RESULTS.jsonl --game pente --only level:6 --games 5

A random player and three levels play games, each against itself, from balanced openings, and
`pente.review` judges them. The command prints, for each game and player, the mean accuracy with its
standard error, and the decided games in which the loser's accuracy is above the winner's. Then come
the marks that a review with ten times the nodes changes in the first `--again` games of each level.
Each review is a line of RESULTS.jsonl; the same command resumes. Exit code 1 if the players do not
come out in their order, each CLEAR standard errors above the one before, or if more than one loser
in ten is above the winner, or more than one move in ten gets another mark or none.
"""

from __future__ import annotations

import argparse
import random
import sys
from statistics import mean, stdev
from typing import Any

import pente
from arena.appended import JsonLines
from arena.openings.files import openings_path, read_openings
from games.registry import family_named
from games.tree import GameTree
from pente.game import game_of_record
from search.engine import Engine
from search.levels import find_level, play_level

GAMES = ("pente", "gipf")
RANDOM = "random"
PLAYERS = (RANDOM, "level:3", "level:6", "level:9")  # in the order that accuracy must show
NODES = 1_000  # of the first search; the boards and `pente review` use 20,000
TIMES = 10
LONGEST = 120  # decisions; games of a random player may last for ever
CLEAR = 3.0  # standard errors between two players
MOST_REVERSED = MOST_CHANGED = 0.1

Entry = dict[str, Any]


def played(game: str, player: str, number: int) -> pente.Game:
    """A game of a player against itself from a balanced opening; it may be unfinished."""
    family = family_named(game)
    dice = random.Random(f"{game} {player} {number}")
    opening = family.start()
    for move in read_openings(openings_path(game), family.rules).opening_of(number, 0):
        opening.play(move)
    start = family.parse_position(family.format_position(opening))
    position = start.copy()
    with Engine(family.rules, table_mb=4) as engine:
        while position.outcome is None and len(position.moves) < LONGEST:
            if player == RANDOM:
                position.play(dice.choice(position.legal_moves()))
            else:
                level = find_level(player.partition(":")[2], family.rules.family)
                position.play(play_level(engine, position, level, dice).move)
    return game_of_record(GameTree(start).with_main_line(list(position.moves)))


def reviewed(game: str, player: str, number: int, nodes: int) -> Entry:
    """The review of a game."""
    played_game = played(game, player, number)
    review = pente.review(played_game, nodes=nodes)
    first, moves = review.start.percent_for, review.moves
    outcome = played_game.outcome
    winner = outcome and outcome.winner
    return {
        "game": game,
        "player": player,
        "number": number,
        "nodes": nodes,
        "winner": winner and int(winner != first),
        "accuracy": review.accuracy,
        "marks": [move.mark for move in moves],
        "start": review.start.percent,
        "moves": [[int(move.colour != first), move.lost, move.after.percent] for move in moves],
    }


def key_of(entry: Entry) -> str:
    """What makes a review another one."""
    return " ".join(str(entry[name]) for name in ("game", "player", "number", "nodes"))


class Trial:
    """The reviews of one file of results."""

    def __init__(self, path: str) -> None:
        self._kept = JsonLines(path, key_of)

    def review(self, game: str, player: str, number: int, nodes: int) -> Entry:
        """A review, made now or earlier."""
        key = f"{game} {player} {number} {nodes}"
        if key not in self._kept.known:
            self._kept.append(reviewed(game, player, number, nodes))
        return self._kept.known[key]


def reversed_games(entries: list[Entry]) -> tuple[int, int]:
    """How many losers are above the winner, of how many decided games."""
    decided = [
        entry for entry in entries if entry["winner"] is not None and None not in entry["accuracy"]
    ]
    return sum(
        entry["accuracy"][1 - entry["winner"]] > entry["accuracy"][entry["winner"]]
        for entry in decided
    ), len(decided)


def changed_marks(pairs: list[tuple[Entry, Entry]]) -> tuple[int, int, int]:
    """How many moves the longer review marks otherwise, how many either marks, and all moves."""
    marks = [
        both for pair in pairs for both in zip(*(entry["marks"] for entry in pair), strict=True)
    ]
    changed = sum(short != long for short, long in marks)
    return changed, sum(bool(short or long) for short, long in marks), len(marks)


def told(game: str, by_player: dict[str, list[Entry]], pairs: list[tuple[Entry, Entry]]) -> bool:
    """Print what was found of a game; whether all laws hold."""
    good, below = True, None
    for player, entries in by_player.items():
        values = [value for entry in entries for value in entry["accuracy"] if value is not None]
        here, error = mean(values), stdev(values) / len(values) ** 0.5
        if below is not None:
            good &= here - below[0] > CLEAR * (error**2 + below[1] ** 2) ** 0.5
        below = here, error
        over, of = reversed_games(entries)
        good &= player == RANDOM or over <= MOST_REVERSED * of
        print(f"{game:6} {player:8} {here:5.1f} ± {error:3.1f}  loser above {over} of {of}")
    changed, marked, moves = changed_marks(pairs)
    print(f"{game:6} marks changed {changed}, of {marked} marked moves and {moves} in all")
    return good and changed <= MOST_CHANGED * moves


def main() -> None:
    """Play, review and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results")
    parser.add_argument("--game", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--only", nargs="+", choices=PLAYERS, default=PLAYERS)
    parser.add_argument("--games", type=int, default=50, help="of each player")
    parser.add_argument("--again", type=int, default=5, help="games of each level with TIMES nodes")
    parser.add_argument("--nodes", type=int, default=NODES)
    given = parser.parse_args()
    trial, good = Trial(given.results), True
    for game in given.game:
        by_player = {
            player: [
                trial.review(game, player, number, given.nodes) for number in range(given.games)
            ]
            for player in given.only
        }
        pairs = [
            (by_player[player][number], trial.review(game, player, number, TIMES * given.nodes))
            for player in given.only
            for number in range(min(given.again, given.games))
            if player != RANDOM
        ]
        good &= told(game, by_player, pairs)
    sys.exit(not good)


if __name__ == "__main__":
    main()
