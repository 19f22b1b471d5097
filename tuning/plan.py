"""What a study is: everything that decides its course, and the folder that it lives in.

    FOLDER/plan.json      the identity, written once at the beginning
    FOLDER/study.journal  Optuna's storage, unless another is named
    FOLDER/games.jsonl    every pair of games, one a line
    FOLDER/weights.toml   the result
    FOLDER/acceptance.jsonl  the match that decides whether the engine takes it

A study goes on only as what it began as: `settle_identity` names what differs.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from typing import Any

from arena.errors import ClockError
from arena.game.clock import parse_clocks
from arena.game.match_rules import match_family
from arena.openings.files import openings_path, read_openings
from games.families.choice import AnyRules
from games.gipf.rules import GipfRules
from search.weights import Weights, built_in_weights, tunables_of
from search.weights.file import shipped_weights
from search.weights.tunable import CAPTURES, EVALUATION
from tuning.errors import TuningError
from tuning.files import write_surely
from tuning.games import POOL, SCREEN_BOUND, SCREEN_NODES, TABLE_MB
from tuning.space import Parameter, space_around
from tuning.spsa import Gains

DEFAULT_GROUPS = ((EVALUATION, CAPTURES),)
FORMAT = 1
LEAST_CHECK = 4  # pairs of a validation
# Fields that identities had until they lost their choice, each with the one value still played.
FORMER = {"sampler": "spsa", "warm_games": 0}
UNUSED = "population"  # a field of the samplers that were dropped; SPSA never read it


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is asked for.

    games       of all trials together; an odd one is not played
    nodes       of a move; `clock`, if given, stands instead of it
    groups      phases, one after the other, each of groups that are tuned together
    step_pairs  pairs of games of one trial
    lag         trials under way beside the one that is asked
    validate    share of `games` that is played beside them to watch the course, in so many
                `checks` a phase; 0: none
    """

    game: str
    games: int
    nodes: int
    seed: int
    groups: tuple[tuple[str, ...], ...] = DEFAULT_GROUPS
    step_pairs: int = 16
    lag: int = 1
    validate: float = 0.05
    checks: int = 10
    clock: str | None = None

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""
        return match_family(self.game).rules

    @property
    def pairs(self) -> int:
        """Pairs of games of all phases together."""
        return self.games // 2

    @property
    def clock_text(self) -> str:
        """The clock as `arena.game.clock` spells it."""
        return self.clock or f"nodes:{self.nodes}"

    def space(self, phase: int, base: Weights) -> list[Parameter]:
        """What a phase tunes, around the weights that it begins with."""
        return space_around(base, self.groups[phase], captures=has_captures(self.rules))

    def pairs_of(self, phase: int) -> int:
        """The pairs of a phase: shared out by the number of parameters, to the last one."""
        base, numbers = built_in_weights(self.rules), range(len(self.groups))
        sizes = [len(self.space(number, base)) for number in numbers]
        ends = [self.pairs * sum(sizes[:number]) // sum(sizes) for number in range(len(sizes) + 1)]
        return ends[phase + 1] - ends[phase]

    def gains(self, phase: int) -> Gains:
        """SPSA's gains and steps in a phase."""
        return Gains(pairs=self.pairs_of(phase), step_pairs=self.step_pairs, lag=self.lag)

    def check_pairs(self, phase: int) -> int:
        """The pairs of each validation of a phase; 0 where they would be too few."""
        pairs = int(self.validate * self.pairs_of(phase) / self.checks)
        return pairs if pairs >= LEAST_CHECK else 0

    def check_after(self, number: int, steps: int) -> int:
        """After how many of a phase's `steps` its validation of this number, from 1, is played."""
        return -(-number * steps // self.checks)

    def seed_of(self, phase: int) -> int:
        """The seed of a phase's directions and openings."""
        return 1000 * self.seed + phase


def check_plan(plan: Plan) -> None:
    """Raise TuningError, which says what is wrong, unless the plan can be carried out."""
    least = 2 * len(plan.groups)
    if plan.games < least or plan.nodes < 1 or plan.step_pairs < 1 or plan.lag < 0:
        raise TuningError(
            f"{plan.games} games, {plan.nodes} nodes, {plan.step_pairs} pairs a trial, lag "
            f"{plan.lag}: expected at least {least}, 1, 1 and 0"
        )
    if not 0 <= plan.validate <= 1:
        raise TuningError(f"validation {plan.validate:g}: expected 0 to 1")
    try:
        parse_clocks(plan.clock_text)
    except ClockError as error:
        raise TuningError(str(error)) from error
    for phase in range(len(plan.groups)):
        plan.space(phase, built_in_weights(plan.rules))


def base_weights(game: str) -> Weights:
    """The weights that a study starts from: those that the engine plays the game with today."""
    return shipped_weights(match_family(game).rules)


def study_base(folder: str, game: str) -> Weights:
    """The weights that the study in this folder began with; where there is none, today's.

    So a study goes on, and a finished one stays finished, when its game has come to other weights,
    as it does by accepting those of the study itself. Raises TuningError for a broken identity.
    """
    found = read_identity(folder) if os.path.exists(identity_path(folder)) else {"game": None}
    if found["game"] != game:
        return base_weights(game)
    return Weights(found["base"], tunables=tunables_of(match_family(game).name))


def has_captures(rules: AnyRules) -> bool:
    """Whether the group of that name means anything: in Gipf it has no tunable."""
    return isinstance(rules, GipfRules) or bool(rules.capture_lengths)


def identity_of(plan: Plan, base: Weights, signature: str) -> dict[str, Any]:
    """Everything that decides the course of a study, as JSON can hold it."""
    path, rules = openings_path(plan.game), plan.rules
    openings = read_openings(path, rules).digest if os.path.exists(path) else None
    wanted = json.loads(json.dumps(asdict(plan)))
    bound = SCREEN_BOUND[rules.family]
    drawn = {"pool": POOL, "nodes": SCREEN_NODES, "bound": bound, "not_of": openings}
    return {
        "format": FORMAT,
        **wanted,
        "engine": signature,
        "table_mb": TABLE_MB,
        "base": base.as_dict(),
        "openings": drawn,
    }


def plan_of(identity: dict[str, Any]) -> Plan:
    """The plan that an identity was made of."""
    names = Plan.__dataclass_fields__
    fields = {name: value for name, value in identity.items() if name in names}
    groups = tuple(tuple(phase) for phase in fields.pop("groups"))
    return Plan(groups=groups, **fields)


def identity_path(folder: str) -> str:
    """Where the identity of a study lies."""
    return os.path.join(folder, "plan.json")


def read_identity(folder: str) -> dict[str, Any]:
    """The identity of the study in this folder, without the fields that no study has any more.

    Raises TuningError if there is none, and for a study that only an older version can go on with.
    """
    path = identity_path(folder)
    try:
        with open(path, encoding="utf-8") as file:
            found: dict[str, Any] = json.load(file)
    except FileNotFoundError as error:
        raise TuningError(f"{folder} holds no study: there is no {path}") from error
    except (OSError, ValueError) as error:
        raise TuningError(f"{path} cannot be read: {error}") from error
    if found.get("format") != FORMAT:
        raise TuningError(f"{path}: expected format {FORMAT}, got {found.get('format')!r}")
    for name, only in FORMER.items():
        value = found.pop(name, only)
        if value != only:
            raise TuningError(
                f"{path}: its {name} is {value!r}, which this version no longer supports: expected "
                f"{only!r}"
            )
    found.pop(UNUSED, None)
    return found


def settle_identity(folder: str, wanted: dict[str, Any]) -> None:
    """Write the identity of a new study, or see that the one that is there is the same.

    Raises TuningError naming everything that differs.
    """
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(identity_path(folder)):
        write_surely(identity_path(folder), json.dumps(wanted, indent=1).encode() + b"\n")
        return
    found = read_identity(folder)
    names = sorted(found.keys() | wanted.keys())
    differing = [
        f"{name} is {found.get(name)!r}, not {wanted.get(name)!r}"
        for name in names
        if found.get(name) != wanted.get(name)
    ]
    if differing:
        raise TuningError(f"{folder} holds another study: its " + "; its ".join(differing))
