"""The games of a folder: append-only shards of whole games, each number once.

    play.json        the plan, and the signature of the engine that plays it
    shard-0000.jsonl one game per line, in the order in which they ended; at most SHARD_GAMES

A process that is killed leaves at most a torn last line, which the next one removes.
"""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Self

from arena.appended import AppendedFile, read_lines, trim_torn_line
from games.errors import reason_of
from games.five.rules import rules_named
from tuning.errors import LearningError
from tuning.files import write_record
from tuning.net.games.record import LearnedGame, format_learned, parse_learned, require_possible
from tuning.net.games.self_play import PlayPlan, plan_of

PLAN = "play.json"
SHARD_GAMES = 5_000


def shard_paths(folder: str) -> list[str]:
    """The shards of a folder, oldest first."""
    return sorted(glob.glob(os.path.join(glob.escape(folder), "shard-*.jsonl")))


def read_shard(path: str) -> Iterator[LearnedGame]:
    """The games of a shard, without a torn last line.

    Raises LearningError, which names the line, for one that is no game or an impossible game.
    """
    rules = rules_named(read_plan(os.path.dirname(path)).game)

    def possible(line: bytes) -> LearnedGame:
        game = parse_learned(line)
        require_possible(game, rules)
        return game

    return read_lines(path, possible, LearningError)


def read_plan(folder: str) -> PlayPlan:
    """The plan of a folder of games. Raises LearningError."""
    return plan_and_engine(folder)[0]


def plan_and_engine(folder: str) -> tuple[PlayPlan, str]:
    """The plan, and the signature of the engine that played the games. Raises LearningError."""
    path = os.path.join(folder, PLAN)
    try:
        with open(path, encoding="ascii") as file:
            record = json.load(file)
        plan = plan_of(record["plan"])
        rules_named(plan.game)
        return plan, str(record["engine"])
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise LearningError(
            f"{folder}: no folder of self-play games: {reason_of(error)}"
        ) from error


def settle_plan(folder: str, plan: PlayPlan, engine: str) -> None:
    """Write the plan of a new folder. Raises LearningError if the folder has another plan."""
    path = os.path.join(folder, PLAN)
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        write_record(path, {"plan": asdict(plan), "engine": engine})
        return
    known, signature = plan_and_engine(folder)
    if known != plan:
        known_fields = asdict(known)
        other = {name: value for name, value in asdict(plan).items() if known_fields[name] != value}
        kept = {name: known_fields[name] for name in other}
        raise LearningError(f"{folder} has games with {kept}, requested {other}: name a new folder")
    if signature != engine:
        raise LearningError(
            f"{folder} has games of an engine with signature {signature}, this one has {engine}: "
            "name a new folder, with another seed"
        )


class Shards:
    """The shards of a folder, open for appending.

    known      the numbers of the games
    positions  positions that may train
    """

    def __init__(self, folder: str) -> None:
        """Raises LearningError for a line that is no game."""
        self._folder = folder
        self.known: set[int] = set()
        self.positions = 0
        self._in_last = 0
        paths = shard_paths(folder)
        for path in paths:
            trim_torn_line(path)
            self._in_last = 0
            for game in read_shard(path):
                self.known.add(game.number)
                self.positions += game.positions
                self._in_last += 1
        self._number = max(0, len(paths) - 1)
        self._file = self._open()

    def append(self, games: Iterable[LearnedGame]) -> None:
        """Append the games whose numbers are new, and flush them."""
        for game in games:
            if game.number in self.known:
                continue
            if self._in_last >= SHARD_GAMES:
                self.close()
                self._number += 1
                self._in_last = 0
                self._file = self._open()
            self._file.write(format_learned(game))
            self.known.add(game.number)
            self.positions += game.positions
            self._in_last += 1

    def close(self) -> None:
        """Write everything to disk."""
        with self._file:
            self._file.sync()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self) -> AppendedFile:
        return AppendedFile(os.path.join(self._folder, f"shard-{self._number:04d}.jsonl"))
