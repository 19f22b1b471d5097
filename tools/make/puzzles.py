"""Makes `data/puzzles/GAME.txt`: puzzles from games of the engine against itself.

    .venv/bin/python -m tools.make.puzzles gomoku-15 --count 150 --seed 1

It plays games with few nodes per move and some random moves, and looks in each for positions in
which exactly one first move wins, or does not lose (`five_puzzles`, `gipf_puzzles`). Two puzzles of
one game are at least APART moves from each other. No position is like another or like one
of data/problems, not even rotated or mirrored.

Each puzzle is appended when it is found. Started again after an interruption, the command goes on
where it was and gives the same file as a run without one. With a larger count it adds to the file,
and a comment there says so.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agent.protocol import parse_request
from arena.match.provenance import commit_of_tree
from arena.puzzles import DEFENCE, WIN, Puzzle, parse_puzzles, puzzles_path
from games.family import AnyFamily, AnyPosition, AnyRules, Family, P
from games.images import Images
from games.registry import GAMES, family_named, family_of
from search.engine import Engine
from search.limits import Limits
from tools.make.five_puzzles import FiveFinder, Found
from tools.make.gipf_puzzles import GipfFinder
from tuning.files import write_atomically

PROBLEMS = Path(__file__).parents[2] / "data/problems"
GAME_NODES = 300  # of the games' moves
SLIP = 0.05  # the share of random moves
MOST_MOVES = 150  # of a game; Gipf: decisions
APART = 12  # moves between two puzzles of one game
RANDOM_MOVES = 4  # at the start of a game
AROUND = 3  # random moves on a square board lie so close to the centre
MOST_OF_LENGTH = 0.4  # of the wins of a file have the same length


def problem_positions(game: str) -> Iterator[AnyPosition]:
    """The positions of data/problems of this game."""
    for path in sorted(PROBLEMS.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            problem: dict[str, Any] = json.loads(line)
            if "input" in problem and game == "pente":
                pente: Any = family_named(game).rules
                yield parse_request(problem["input"].encode(), pente).position
            elif problem.get("rules") == game:
                yield family_named(game).parse_position(problem["position"])


def self_play(family: Family[P], engine: Engine, dice: random.Random) -> Iterator[P]:
    """Yield a game's position before each move; it is one object that moves on."""
    position = family.start()
    engine.new_game()
    while position.outcome is None:
        yield position
        if len(position.moves) < RANDOM_MOVES or dice.random() < SLIP:
            position.play(dice.choice(_near(family, position)))
        else:
            position.play(engine.search(position, Limits(nodes=GAME_NODES)).best)


def _near(family: AnyFamily, position: AnyPosition) -> list[int]:
    """The moves that may be drawn: on a square board those near the centre, if any is."""
    legal = position.legal_moves()
    if not family.lays_stones:
        return legal
    size = family.size
    away = (lambda line: abs(line - size // 2)) if size else abs
    near = [move for move in legal if max(map(away, divmod(move, size))) <= AROUND]
    return near or legal


FINDERS: dict[str, Any] = {finder.family: finder for finder in (FiveFinder, GipfFinder)}


class Maker:
    """Plays games and looks for puzzles that are new.

    count    the wanted number of puzzles of each kind
    puzzles  those found so far
    """

    def __init__(self, rules: AnyRules, seed: int, count: int) -> None:
        self._family = family_of(rules)
        self._finder: Any = FINDERS[rules.family](rules)
        self._player = Engine(rules, table_mb=4)
        self._rules, self._seed, self._count = rules, seed, count
        self._images = Images(rules)
        self._seen = {self._key(each) for each in problem_positions(rules.name)}
        self.puzzles: list[Puzzle] = []

    def add(self, puzzle: Puzzle) -> None:
        """Count a puzzle as found."""
        self._seen.add(self._key(puzzle.start()))
        self.puzzles.append(puzzle)

    @property
    def missing(self) -> frozenset[str]:
        """The kinds of which puzzles are missing."""
        of_kind = Counter(puzzle.kind for puzzle in self.puzzles)
        return frozenset(kind for kind in (WIN, DEFENCE) if of_kind[kind] < self._count)

    def _key(self, position: AnyPosition) -> int:
        return self._images.key(position)[0]

    def of_game(self, number: int) -> Iterator[Puzzle]:
        """The new puzzles of the game with this number; `add` each before the next."""
        rng, last = random.Random(f"{self._seed} {number}"), -APART
        game = self_play(self._family, self._player, rng)
        for position in game:
            ply = len(position.moves)
            if not self.missing or ply == MOST_MOVES:
                break
            if ply < last + APART or self._key(position) in self._seen:
                continue
            found = self._finder.find(position, self.missing)
            if found is not None and not self._is_common(found):
                last = ply
                yield self._puzzle(position, found, number)

    def _is_common(self, found: Found) -> bool:
        if found.kind != WIN:
            return False
        alike = sum(one.kind == WIN and one.moves == found.moves for one in self.puzzles)
        return alike >= MOST_OF_LENGTH * self._count

    def _puzzle(self, position: AnyPosition, found: Found, number: int) -> Puzzle:
        start = position.copy()
        line = []
        for move in found.line:
            line.append(self._family.format_move(start, move))
            start.play(move)
        return Puzzle(
            game=self._rules.name,
            kind=found.kind,
            theme=found.theme,
            moves=found.moves,
            nodes=found.nodes,
            position=self._family.format_position(position),
            line=tuple(line),
            number=number,
        )


def command_of(game: str, count: int, seed: int) -> str:
    """The line of a file that tells the command."""
    return (
        f"# Made by: .venv/bin/python -m tools.make.puzzles {game} --count {count} --seed {seed}\n"
    )


def head(game: str) -> str:
    """The comment at the head of a file."""
    return (
        f"# Puzzles of {game}; README.md says what is proved of each.\n"
        "# kind | theme | moves | nodes | position | solution | number of the game\n"
    )


def resumed(path: str, game: str) -> tuple[list[Puzzle], int]:
    """The puzzles of earlier runs, and the number of the game to go on with.

    Cuts the last game's puzzles off the file, for its search may not have ended.
    """
    if not os.path.exists(path):
        return [], 0
    with open(path, encoding="utf-8") as file:
        whole = file.read()
    lines = whole[: whole.rfind("\n") + 1].splitlines(keepends=True)
    last = max((puzzle.number for puzzle in parse_puzzles(game, lines, path)), default=0)
    lines = [
        line
        for line in lines
        if all(puzzle.number < last for puzzle in parse_puzzles(game, [line], path))
    ]
    write_atomically(path, "".join(lines).encode())
    kept = list(parse_puzzles(game, lines, path))
    return kept, last


def make(game: str, count: int, seed: int) -> None:
    """Append puzzles to the file of a game until it has `count` of each kind."""
    path = puzzles_path(game)
    maker = Maker(family_named(game).rules, seed, count)
    kept, first = resumed(path, game)
    for puzzle in kept:
        maker.add(puzzle)
    with open(path, "a+", encoding="utf-8") as file:
        file.seek(0)
        before, command = file.read(), command_of(game, count, seed)
        if command not in before:
            file.write("" if before else head(game))
            file.write(f"{command}# The engine was that of commit {commit_of_tree()}.\n")
            file.flush()
        for number in itertools.count(first):
            if not maker.missing:
                break
            for puzzle in maker.of_game(number):
                maker.add(puzzle)
                file.write(puzzle.text + "\n")
                file.flush()
                print(f"\r{game}: {len(maker.puzzles)} puzzles, game {number}", end="", flush=True)
    print()


def main() -> None:
    """Make the file of one game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--count", type=int, default=150, help="number of each kind")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games")
    given = parser.parse_args()
    make(given.game, given.count, given.seed)


if __name__ == "__main__":
    main()
