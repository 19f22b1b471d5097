"""Plays jobs (`arena.game.spec`) in any process, and writes them for others.

A job for another computer brings the weights files that its contestants name. What else they name,
such as an agent's folder, must exist there under the same path.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any

from arena.errors import ContestantError
from arena.foreign.harness_agent import FolderAgent
from arena.game.record import GameRecord, PlayerRecord, format_game
from arena.game.referee import play_game
from arena.game.spec import GameSpec, Job
from arena.players.contestants import make_player, weights_digest
from arena.players.parsing import AGENT, parse_contestant
from arena.processes.worker import serve
from games.errors import reason_of
from games.records.json_text import read_json
from search.errors import WeightsError
from search.weights.file import find_weights

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arena.game.player import Player
    from games.family import AnyFamily, AnyRules


def format_job(job: Job) -> str:
    """Return the job as one line of JSON."""
    return json.dumps(asdict(job), separators=(",", ":"))


def parse_job(text: str) -> Job:
    """Return the job in a line of `format_job`; its `spec` has only what the game needs."""
    line: dict[str, Any] = read_json(text)
    told = line.pop("spec")
    terms = {each.name: tuple_of(told[each.name]) for each in fields(GameSpec)}
    players = tuple(PlayerRecord(**player) for player in line.pop("players"))
    moves = tuple_of(line.pop("moves"))
    return Job(spec=GameSpec(**terms), players=players, moves=moves, **line)


def tuple_of(value: Any) -> Any:
    """Return a list of JSON as a tuple, anything else as it is."""
    return tuple(value) if isinstance(value, list) else value


def with_weights(job: Job) -> Job:
    """Return the job with the contents of the weights files that its contestants name.

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
        family = self._family_of(job.spec)
        seated = self.seat(job, family.rules)
        if job.moves is None:
            drawn = family.draw_opening(job.spec.opening_plies, job.opening_seed)
            job = replace(job, moves=drawn)
        handout = any(is_agent(player.spec) for player in job.players)
        return play_game(family, job, seated, handout=handout)

    def answer(self, task: str) -> str:
        """Play a job in one line; return the game's record in one line."""
        return format_game(self.play(parse_job(task)))

    def seat(self, job: Job, rules: AnyRules) -> tuple[Player, Player]:
        """Return the players of a job, and close those of earlier jobs that it does not need."""
        spec = job.spec
        keys = [(player.name, player.spec, spec.rules, spec.pieces) for player in job.players]
        for key in set(self._players).difference(keys):
            if not isinstance(self._players[key], FolderAgent):
                self._players.pop(key).close()
        for key, record in zip(keys, job.players, strict=True):
            if key not in self._players:
                self._players[key] = made_player(job, record, rules)
        return self._players[keys[0]], self._players[keys[1]]

    def _family_of(self, spec: GameSpec) -> AnyFamily:
        key = spec.rules, spec.pieces
        if key not in self._families:
            self._families[key] = spec.family
        return self._families[key]

    def close(self) -> None:
        """Close all players."""
        while self._players:
            self._players.popitem()[1].close()


def made_player(job: Job, record: PlayerRecord, rules: AnyRules) -> Player:
    """Return a player of the job. Raises ContestantError if it cannot play here.

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
        found = None if contestant.tree else weights_digest(contestant, rules)
        if not contestant.tree and found != record.weights:
            raise ContestantError(
                f"{record.spec}: this worker has the weights {found}, the driver "
                f"{record.weights}: install the driver's commit there"
            )
        return make_player(contestant, rules)


def cores_of(contestants: Iterable[str]) -> int:
    """Return the cores that a game of these contestants needs.

    They move in turn, so the one with the most search workers decides.
    """
    return max(parse_contestant(text).numbers.get("workers", 1) for text in contestants)


def is_agent(text: str) -> bool:
    """Return whether this contestant is an agent of the file harness."""
    return parse_contestant(text).kind == AGENT


def main() -> None:
    """Play games as a worker process."""
    serve(JobPlayer)
