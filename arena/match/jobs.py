"""Plays jobs (`arena.game.spec`) in any process: GAMES is their work for a pool.

A job for another computer brings the weights files that its contestants name. What else they name,
such as an agent's folder, must exist there under the same path.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from arena.errors import ArenaError, ContestantError, MatchError
from arena.foreign.harness_agent import FolderAgent
from arena.game.player import Player
from arena.game.record import GameRecord, PlayerRecord, format_game, parse_game
from arena.game.referee import play_game
from arena.game.spec import GameSpec, Job
from arena.players.contestants import make_player, weights_digest
from arena.players.parsing import AGENT, parse_contestant
from arena.processes.pool import InProcess, Pool, Processes, TaskError, Work, WorkerLostError
from arena.processes.process_tree import ON_POSIX
from games.errors import reason_of
from games.family import AnyFamily, AnyRules
from games.records.json_text import read_json
from search.cores import cores
from search.errors import WeightsError
from search.weights.file import find_weights


def parse_job(text: str) -> Job:
    """The job in a line of `as_line`; its `spec` has only what the game needs."""
    line: dict[str, Any] = read_json(text)
    told = line.pop("spec")
    terms = {term.name: tuple_of(told[term.name]) for term in fields(GameSpec)}
    players = tuple(PlayerRecord(**player) for player in line.pop("players"))
    moves = tuple_of(line.pop("moves"))
    return Job(spec=GameSpec(**terms), players=players, moves=moves, **line)


def tuple_of(value: Any) -> Any:
    """A list of JSON as a tuple, anything else as it is."""
    return tuple(value) if isinstance(value, list) else value


def with_weights(job: Job) -> Job:
    """The job with the contents of the weights files that its contestants name.

    Raises ContestantError if a file cannot be read.
    """
    names = {parse_contestant(player.spec).weights for player in job.players} - {None}
    contents = {}
    for name in sorted(map(str, names)):
        try:
            with open(find_weights(name), encoding="utf-8") as file:
                contents[name] = file.read()
        except (OSError, WeightsError) as error:
            raise ContestantError(f"weights={name}: {reason_of(error)}") from error
    return replace(job, weights=contents)


class JobPlayer:
    """Plays jobs in this process, one after the other.

    It keeps the two contestants of the last job for the next one, and all agents of the file
    harness: they calibrate only once, and have no process between their moves.
    """

    def __init__(self) -> None:
        self._players: dict[object, Player] = {}
        self._families: dict[object, AnyFamily] = {}  # with what they keep to draw openings

    def play(self, job: Job) -> GameRecord:
        """Play a job. Raises ContestantError if a contestant cannot play here."""
        game = job.spec.rules, job.spec.pieces
        if game not in self._families:
            self._families[game] = job.spec.family
        family = self._families[game]
        seated = self.seat(job, family.rules)
        if job.moves is None:
            drawn = family.draw_opening(job.spec.opening_plies, job.opening_seed)
            job = replace(job, moves=drawn)
        handout = any(parse_contestant(player.spec).kind == AGENT for player in job.players)
        return play_game(family, job, seated, handout=handout)

    def answer(self, task: str) -> str:
        """Play a job in one line; return the game's record in one line."""
        return format_game(self.play(parse_job(task)))

    def seat(self, job: Job, rules: AnyRules) -> tuple[Player, Player]:
        """The players of a job; closes those of earlier jobs that it does not need."""
        spec = job.spec
        keys = [(player.name, player.spec, spec.rules, spec.pieces) for player in job.players]
        for key in set(self._players).difference(keys):
            if not isinstance(self._players[key], FolderAgent):
                self._players.pop(key).close()
        for key, record in zip(keys, job.players, strict=True):
            if key not in self._players:
                self._players[key] = made_player(job, record, rules)
        return self._players[keys[0]], self._players[keys[1]]

    def close(self) -> None:
        """Close all players."""
        while self._players:
            self._players.popitem()[1].close()


def made_player(job: Job, record: PlayerRecord, rules: AnyRules) -> Player:
    """A player of the job. Raises ContestantError if it cannot play here.

    On another computer its weights must be those of the record.
    """
    contestant = parse_contestant(record.spec)
    if job.weights is None:
        return make_player(contestant, rules)
    with contextlib.ExitStack() as stack:
        content = job.weights.get(contestant.weights or "")
        if content is not None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pente-weights-"))
            path = os.path.join(folder, "weights.toml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
            contestant = replace(contestant, weights=path)
        digest = None if contestant.tree else weights_digest(contestant, rules)
        if not contestant.tree and digest != record.weights:
            raise ContestantError(
                f"{record.spec}: this worker has the weights {digest}, the driver "
                f"{record.weights}: install the driver's commit there"
            )
        return make_player(contestant, rules)


def cores_of(contestants: Iterable[str]) -> int:
    """The cores that a game of these contestants needs.

    They move in turn, so the one with the most search workers decides.
    """
    return max(parse_contestant(text).numbers.get("workers", 1) for text in contestants)


def game_failed(error: TaskError) -> ArenaError:
    """The exception for a game that cannot be played."""
    if isinstance(error, WorkerLostError):
        return MatchError(f"game {parse_job(error.task).number}: {error.reason}")
    return ContestantError(error.reason)


GAMES: Work[Job, GameRecord] = Work(
    player=JobPlayer,
    read=parse_game,
    key=lambda job: f"game {job.number}",
    family=lambda job: job.spec.family.name,
    cores=lambda job: cores_of(player.spec for player in job.players),
    packed=with_weights,
    failed=game_failed,
    deadline_s=24 * 3600.0,  # longer than any game
    grace_s=15.0,  # a stopping worker ends its agent first
)


def open_pool(contestants: Iterable[str], workers: int) -> Pool[Job, GameRecord]:
    """A pool for games of these contestants on this computer.

    A worker process always starts foreign programs, even with one game at a time: it stops them if
    this process is killed.
    """
    foreign = any(parse_contestant(text).program is not None for text in contestants)
    return Processes(GAMES, workers) if workers > 1 or foreign else InProcess(GAMES)


def games_at_once(wanted: int | None, needs: int, *, timed: bool) -> tuple[int, str | None]:
    """How many games to run at once on this computer, and why fewer than wanted, or None.

    wanted  None: as many as the cores allow
    needs   cores that each game needs
    timed   clocks count seconds: then more games than cores would distort them
    """
    here = cores() if ON_POSIX else 1
    most = max(1, here // needs)
    if wanted is None:
        return most, None
    if not timed or wanted <= most:
        return wanted, None
    needed = "a core" if needs == 1 else f"{needs} cores"
    why = (
        f"plays {most} games at once, not {wanted}: each needs {needed}, there are {here}, and "
        "the clocks count seconds"
    )
    return most, why
