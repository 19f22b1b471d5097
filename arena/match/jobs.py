"""A job: one game of a match or a tournament, described so that any process can play it alike.

The game depends only on the job. So it may run in this process, in a worker process
(`arena.match.worker`) or on another computer (`arena.cluster`), and again after a crash.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from arena.errors import ContestantError
from arena.foreign.harness_agent import FolderAgent
from arena.game.adjudication import adjudication_of
from arena.game.clock import parse_clocks
from arena.game.drawn_openings import DrawnOpenings
from arena.game.match_rules import match_family
from arena.game.record import GameRecord, PlayerRecord
from arena.game.referee import GameSetup, play_game
from arena.players.contestants import load_contestant_weights, make_player
from arena.players.parsing import AGENT, Contestant, parse_contestant
from games.errors import reason_of
from games.records.json_text import read_json
from search.errors import WeightsError
from search.weights.file import find_weights

if TYPE_CHECKING:
    from arena.game.player import Player
    from games.family import AnyRules


@dataclass(frozen=True, slots=True, kw_only=True)
class GameJob:
    """One game to be played.

    number     the game's number in its file
    rules      name of the game; `pieces`: handicap of basic Gipf, or None
    players    what the record says of the two contestants, the one who moves first first
    clock      clocks of the two in that order, as `arena.game.clock` spells them
    seed       seed of both players
    opening    its moves; None: drawn, with `opening_plies` and `opening_seed`
    handout    the file harness's rule for a full board
    adjudicate, draw_score, draw_moves   see `arena.game.adjudication`
    cores      cores that the game needs
    weights    contents of weights files by name, for other computers; otherwise empty
    """

    number: int
    rules: str
    players: tuple[PlayerRecord, PlayerRecord]
    clock: str
    seed: int
    opening: tuple[int, ...] | None
    opening_plies: int = 0
    opening_seed: int = 0
    pieces: tuple[int, int] | None = None
    handout: bool = False
    adjudicate: tuple[int, int] | None = None
    draw_score: tuple[int, int, int] | None = None
    draw_moves: int | None = None
    cores: int = 1
    weights: dict[str, str] | None = None


def format_job(job: GameJob) -> str:
    """Return the job as one line of JSON."""
    return json.dumps(asdict(job), separators=(",", ":"))


def parse_job(text: str) -> GameJob:
    """Return the job in a line of `format_job`."""
    line: dict[str, Any] = read_json(text)
    first, second = (PlayerRecord(**player) for player in line.pop("players"))
    for name in ("opening", "pieces", "adjudicate", "draw_score"):
        line[name] = None if line[name] is None else tuple(line[name])
    return GameJob(players=(first, second), **line)


def with_weights(job: GameJob) -> GameJob:
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

    def __init__(self, *, checked: bool = False) -> None:
        """`checked`: compare the weights of each contestant with those of its record."""
        self._checked = checked
        self._players: dict[object, Player] = {}
        self._drawn: dict[str, DrawnOpenings] = {}

    def play(self, job: GameJob) -> GameRecord:
        """Play a job. Raises ContestantError if a contestant cannot play here."""
        rules = match_family(job.rules, pieces=job.pieces).rules
        first, second = self.seat(job, rules)
        setup = GameSetup(
            game=job.number,
            rules=rules,
            clocks=parse_clocks(job.clock),
            seed=job.seed,
            players=job.players,
            opening=self._opening(job, rules),
            handout=job.handout,
            early=adjudication_of(job.adjudicate, job.draw_score, job.draw_moves),
        )
        return play_game(setup, (first, second))

    def seat(self, job: GameJob, rules: AnyRules) -> tuple[Player, Player]:
        """Return the players of a job, and close those of earlier jobs that it does not need."""
        keys = [(player.name, player.spec, job.rules, job.pieces) for player in job.players]
        for key in set(self._players).difference(keys):
            if not isinstance(self._players[key], FolderAgent):
                self._players.pop(key).close()
        for key, record in zip(keys, job.players, strict=True):
            if key not in self._players:
                self._players[key] = self._made(job, record, rules)
        return self._players[keys[0]], self._players[keys[1]]

    def _made(self, job: GameJob, record: PlayerRecord, rules: AnyRules) -> Player:
        contestant = parse_contestant(record.spec)
        content = (job.weights or {}).get(contestant.weights or "")
        if content is None:
            return self._checked_player(contestant, record, rules)
        with tempfile.TemporaryDirectory(prefix="pente-weights-") as folder:
            path = os.path.join(folder, "weights.toml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
            return self._checked_player(replace(contestant, weights=path), record, rules)

    def _checked_player(
        self, contestant: Contestant, record: PlayerRecord, rules: AnyRules
    ) -> Player:
        if self._checked and contestant.tree is None:
            weights = load_contestant_weights(contestant, rules)
            found = weights.digest() if weights else None
            if found != record.weights:
                raise ContestantError(
                    f"{record.spec}: this worker has the weights {found}, the driver "
                    f"{record.weights}: install the driver's commit there"
                )
        return make_player(contestant, rules)

    def _opening(self, job: GameJob, rules: AnyRules) -> tuple[int, ...]:
        """Return the moves before the players' first decisions."""
        if job.opening is not None:
            return job.opening
        if job.rules not in self._drawn:
            self._drawn[job.rules] = DrawnOpenings(rules)
        return self._drawn[job.rules].draw(job.opening_plies, job.opening_seed)

    def close(self) -> None:
        """Close all players."""
        while self._players:
            self._players.popitem()[1].close()


def cores_of(contestants: tuple[str, ...]) -> int:
    """Return the cores that a game of these contestants needs.

    They move in turn, so the one with the most search workers decides.
    """
    return max(parse_contestant(text).numbers.get("workers", 1) for text in contestants)


def has_agent(contestants: tuple[str, ...]) -> bool:
    """Return whether an agent of the file harness is among these contestants."""
    return any(parse_contestant(text).kind == AGENT for text in contestants)
