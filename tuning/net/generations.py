"""The loop: each generation plays with the best net so far, trains, exports and gates a new one.

    FOLDER/learn.json          the plan
    FOLDER/generation-01/games folder of self-play (`tuning.net.games.shards`)
                        /fit   the fit (`tuning.net.training.fit_files`)
                        /GAME-DIGITS.net  the net; a run with policies adds one to fit/value.net
                        /gate  its tests against the best earlier net (`tuning.net.gate`)
                        /anchor.jsonl     games against the hand-fitted evaluation

Each step finds what it has already done. So the same command resumes the loop after `kill -9` at
any point. If the gate rejects a net, the net is kept, but the next generation plays with the best
earlier one. The games of the rejected net's generation still train later nets.
"""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Protocol

from arena.processes.pool import Pool
from arena.strength.score import MatchScore
from arena.strength.sprt import ACCEPTED, Sprt
from games.errors import reason_of
from tuning.errors import LearningError
from tuning.files import write_record
from tuning.matches import Cluster, played
from tuning.net.games.blocks import Block
from tuning.net.games.play import self_play
from tuning.net.games.record import LearnedGame
from tuning.net.games.self_play import NONE, PlayPlan, net_name
from tuning.net.gate import CLOCKS, GatePlan, gate, names_digests, net_match, read_gate
from tuning.net.policy.policy_file import add_policy
from tuning.net.training.fit import FitOptions
from tuning.net.training.fit_files import Exported, export, train
from tuning.storage import only_driver

PLAN = "learn.json"
ANCHOR = "anchor.jsonl"
VALUE = "value.net"  # a net before its policy


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnPlan:
    """What makes a run.

    game      name of the rules
    games     games of self-play in each generation
    nodes     nodes for each move of self-play
    window    generations whose games train a net
    clocks, bounds, most_games  the gate's tests: clocks, bounds in normalised Elo, longest test
    anchor    games of each net against the hand-fitted evaluation, for the report; 0: none
    policy    positions that each net's policy learns from; 0: nets without a policy
    seed      seed of everything
    """

    game: str
    games: int = 40_000
    nodes: int = 1_500
    window: int = 4
    clocks: tuple[str, ...] = CLOCKS
    bounds: tuple[float, float] = (0.0, 10.0)
    most_games: int = 2_000
    anchor: int = 200
    policy: int = 0
    seed: int = 1


class Listener(Protocol):
    """Hears what the loop does."""

    def step(self, generation: int, name: str) -> None:
        """A step of a generation begins."""

    def played(self, games: int, wanted: int, positions: int) -> None:
        """Self-play has so many games."""

    def features(self, ready: int, wanted: int) -> None:
        """The features of so many shards are ready."""

    def epoch(self, number: int, wanted: int, result: float, score: float) -> None:
        """An epoch has ended with these losses on held-out positions."""

    def exported(self, exported: Exported) -> None:
        """A net has been written."""

    def looked(self, searched: int, wanted: int) -> None:
        """So many positions off the games have been searched."""

    def match(self, clock: str, score: MatchScore, wanted: int) -> None:
        """A game of a test has ended."""


@dataclass(frozen=True, slots=True)
class Places:
    """The paths of a generation."""

    folder: str
    number: int

    @property
    def home(self) -> str:
        """The generation's folder."""
        return os.path.join(self.folder, f"generation-{self.number:02d}")

    def inside(self, *names: str) -> str:
        """A path in it."""
        return os.path.join(self.home, *names)

    def net(self) -> str | None:
        """The file of its net; None before the export."""
        nets = glob.glob(os.path.join(glob.escape(self.home), "*.net"))
        return nets[0] if nets else None

    def accepted(self) -> bool:
        """Whether its net was accepted."""
        record = read_gate(self.inside("gate"))
        return record is not None and record["verdict"] == ACCEPTED


def best_before(folder: str, number: int) -> str:
    """The file of the last accepted net of the generations before this one; NONE without one."""
    for earlier in range(number - 1, 0, -1):
        places = Places(folder, earlier)
        net = places.net()
        if places.accepted() and net is not None:
            return net
    return NONE


def read_learn_plan(folder: str) -> LearnPlan:
    """The plan of a run. Raises LearningError."""
    path = os.path.join(folder, PLAN)
    try:
        with open(path, encoding="ascii") as file:
            fields = json.load(file)
        for name in ("clocks", "bounds"):
            fields[name] = tuple(fields[name])
        return LearnPlan(**fields)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise LearningError(f"{folder}: no run of generations: {reason_of(error)}") from error


def _settle(folder: str, plan: LearnPlan) -> None:
    """Write the plan of a new run. Raises LearningError if the folder has another one."""
    path = os.path.join(folder, PLAN)
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        write_record(path, asdict(plan))
    elif read_learn_plan(folder) != plan:
        raise LearningError(
            f"{folder} has a run with {read_learn_plan(folder)}: repeat its options, or name a new "
            "folder"
        )


class Loop:
    """Runs the generations of one folder."""

    def __init__(
        self,
        folder: str,
        plan: LearnPlan,
        options: FitOptions,
        *,
        pool: Callable[[], Pool[Block, list[LearnedGame]]],
        workers: int = 1,
        cluster: Cluster | None = None,
        listener: Listener,
        command: str = "",
        commit: str = "",
    ) -> None:
        """`pool` opens what plays blocks, `cluster` what plays matches if not this computer."""
        self._folder, self._plan, self._options = folder, plan, options
        self._pool, self._workers, self._cluster = pool, workers, cluster
        self._listener = listener
        self._command, self._commit = command, commit

    def run(self, generations: int) -> str:
        """Run up to this generation; return the file of the best net, or NONE."""
        _settle(self._folder, self._plan)
        with only_driver(self._folder):
            for number in range(1, generations + 1):
                self._generation(number)
        return best_before(self._folder, generations + 1)

    def _generation(self, number: int) -> None:
        places = Places(self._folder, number)
        best = best_before(self._folder, number)
        self._play(places, best)
        self._train(places)
        net = self._export(places)
        self._gate(places, net, best)
        self._meet_anchor(places, net)

    def _play(self, places: Places, best: str) -> None:
        self._listener.step(places.number, "play")
        plan = PlayPlan(
            game=self._plan.game,
            seed=1_000 * self._plan.seed + places.number,
            nodes=self._plan.nodes,
            net=net_name(best, self._plan.game),
        )
        self_play(
            places.inside("games"),
            plan,
            self._pool,
            games=self._plan.games,
            net="" if best == NONE else best,
            listener=lambda news: self._listener.played(
                news.games, self._plan.games, news.positions
            ),
        )

    def _train(self, places: Places) -> None:
        self._listener.step(places.number, "train")
        first = max(1, places.number - self._plan.window + 1)
        train(
            places.inside("fit"),
            [Places(self._folder, k).inside("games") for k in range(first, places.number + 1)],
            self._options,
            command=self._command,
            shards=self._listener.features,
            listener=lambda epoch: self._listener.epoch(
                epoch.number, self._options.epochs, epoch.held_out.result, epoch.held_out.score
            ),
        )

    def _export(self, places: Places) -> str:
        """Write the net, unless it is written; its name has its generation."""
        self._listener.step(places.number, "export")
        path = places.inside(f"{self._plan.game}-{places.number:02d}.net")
        value = places.inside("fit", VALUE) if self._plan.policy else path
        if not os.path.exists(value):
            self._listener.exported(
                export(places.inside("fit"), value, command=self._command, commit=self._commit)
            )
        if not os.path.exists(path):
            self._add_policy(places, value, path)
        return path

    def _add_policy(self, places: Places, value: str, path: str) -> None:
        """Write the net with a policy, which learns off this generation's games."""
        self._listener.step(places.number, "policy")
        add_policy(
            value,
            places.inside("games"),
            path,
            count=self._plan.policy,
            nodes=self._plan.nodes,
            seed=self._plan.seed,
            command=self._command,
            commit=self._commit,
            listener=self._listener.looked,
        )

    def _gate(self, places: Places, net: str, best: str) -> None:
        self._listener.step(places.number, "gate")
        known = read_gate(places.inside("gate"))
        if known is not None and not names_digests(known):
            return  # of an older version; the run settles the plan, and the net is in its folder
        low, high = self._plan.bounds
        plan = GatePlan(
            game=self._plan.game,
            net=net,
            rival=best,
            clocks=self._plan.clocks,
            test=Sprt(nelo0=low, nelo1=high),
            games=self._plan.most_games,
            seed=self._plan.seed,
        )
        gate(
            places.inside("gate"),
            plan,
            workers=self._workers,
            cluster=self._cluster,
            listener=lambda clock, score: self._listener.match(clock, score, self._plan.most_games),
        )

    def _meet_anchor(self, places: Places, net: str) -> None:
        """Play against the hand-fitted evaluation: the report's common measure."""
        if not self._plan.anchor:
            return
        self._listener.step(places.number, "anchor")
        plan = self._plan
        spec = net_match(
            plan.game, net, NONE, games=plan.anchor, clock=plan.clocks[0], seed=plan.seed
        )
        played(
            spec,
            places.inside(ANCHOR),
            workers=self._workers,
            cluster=self._cluster,
            listener=lambda score: self._listener.match(spec.clock, score, spec.games),
        )
