"""The plan and the identity of a study, and its folder.

    FOLDER/plan.json         the identity, written at the start
    FOLDER/study.journal     Optuna's storage, unless another is chosen
    FOLDER/games.jsonl       every pair of games, one per line
    FOLDER/weights.toml      the result
    FOLDER/acceptance.jsonl  the match that decides about acceptance

A study resumes only with the same identity; `settle_identity` names any difference. Only its number
of games may grow (`tuning.growth`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

from arena.errors import ClockError
from arena.game.clock import parse_clocks
from arena.game.match_rules import match_family
from arena.openings.files import openings_path, read_openings
from games.families.choice import AnyRules
from games.gipf.rules import GipfRules
from search.net.file import NO_NET
from search.weights import Weights, built_in_weights, tunables_of
from search.weights.file import shipped_weights
from search.weights.tunable import CAPTURES, EVALUATION
from tuning.errors import TuningError
from tuning.files import read_object, read_text, write_atomically
from tuning.games import POOL, SCREEN_BOUND, SCREEN_NODES, TABLE_MB
from tuning.space import Parameter, space_around
from tuning.spsa import Gains

RESULT = "weights.toml"
PAIR_LOG = "games.jsonl"
DEFAULT_GROUPS = ((EVALUATION, CAPTURES),)
FORMAT = 1
LEAST_CHECK = 4  # smallest number of pairs of a validation
# Former fields of identities, each with its only supported value.
FORMER = {"sampler": "spsa", "warm_games": 0}
BEFORE_PLAN = frozenset(("driver.lock", "plan.json.tmp"))  # of a driver that ended at once
VALUED_BY_WEIGHTS = frozenset((EVALUATION, CAPTURES))  # groups that a net would silence
UNUSED = "population"  # a field of removed samplers; SPSA never read it


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """A study's growth to more games.

    games  number of games before
    steps  the first step of each phase that could not have begun by then
    """

    games: int
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A validation of a phase: its number from 1, the steps before it, and its pairs."""

    number: int
    after: int
    pairs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The settings of a study.

    games       of all trials together; an odd game is not played
    nodes       per move; `clock` replaces it if given
    groups      phases in order; each lists the groups tuned together
    step_pairs  pairs of games per trial
    lag         other trials that may be running when a trial is asked
    validate    extra games to monitor progress, as a share of `games`; 0: none
    checks      number of validations per phase, and again for each growth of it
    grown       how the study has grown, in order
    net         digest of the net with which the phases play that do not tune the evaluation; ""
                if they play without one
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
    grown: tuple[Growth, ...] = ()
    net: str = ""

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""
        return match_family(self.game).rules

    @property
    def pairs(self) -> int:
        """Pairs of games of all phases."""
        return self.games // 2

    @property
    def clock_text(self) -> str:
        """The clock as `arena.game.clock` spells it."""
        return self.clock or f"nodes:{self.nodes}"

    def net_of(self, phase: int) -> str:
        """Return the digest of the net that a phase plays with; "" if it plays without one.

        With a net no game depends on the evaluation's weights, so a phase that tunes them has none.
        """
        return "" if VALUED_BY_WEIGHTS & set(self.groups[phase]) else self.net

    def space(self, phase: int, base: Weights) -> list[Parameter]:
        """Return what a phase tunes, around the weights that it starts with."""
        return space_around(base, self.groups[phase], captures=has_captures(self.rules))

    def pairs_of(self, phase: int) -> int:
        """Return the pairs of a phase, in proportion to its number of parameters."""
        return self.stages(phase)[-1].pairs

    def stages(self, phase: int) -> list[Gains]:
        """Return SPSA's gains and steps in a phase, again for each growth of it.

        From a growth on, the gains are those of a study that had the new length from its start. The
        games go to the phases that have not ended, or else to the last one.
        """
        base, numbers = built_in_weights(self.rules), range(len(self.groups))
        sizes = [len(self.space(number, base)) for number in numbers]
        lengths = [*(growth.games // 2 for growth in self.grown), self.pairs]
        found = [[self._gains(pairs, 0, 0)] for pairs in _shared(lengths[0], sizes)]
        for growth, before, after in zip(self.grown, lengths, lengths[1:], strict=False):
            last = [stages[-1] for stages in found]
            growing = [n for n in numbers if growth.steps[n] < last[n].steps] or [numbers[-1]]
            more = _shared(after - before, [sizes[number] for number in growing])
            for number, pairs in zip(growing, more, strict=True):
                step, stages = growth.steps[number], found[number]
                stage = self._gains(
                    last[number].pairs + pairs, step, last[number].pairs_before(step)
                )
                found[number] = [*(each for each in stages if each.first_step < step), stage]
        return found[phase]

    def _gains(self, pairs: int, first_step: int, first_pair: int) -> Gains:
        return Gains(
            pairs=pairs,
            step_pairs=self.step_pairs,
            lag=self.lag,
            first_step=first_step,
            first_pair=first_pair,
        )

    def steps_of(self, phase: int) -> int:
        """Return the number of steps of a phase."""
        return self.stages(phase)[-1].steps

    def checks_of(self, phase: int) -> list[Check]:
        """Return the validations of a phase; a stage whose checks would be too small has none."""
        stages, found = self.stages(phase), []
        ends = [*(stage.first_step for stage in stages[1:]), stages[-1].steps]
        for place, (stage, end) in enumerate(zip(stages, ends, strict=True)):
            steps = stage.steps - stage.first_step
            pairs = int(self.validate * (stage.pairs - stage.first_pair) / self.checks)
            for number in range(1, self.checks + 1):
                after = stage.first_step - (-number * steps // self.checks)
                if pairs >= LEAST_CHECK and after <= end:
                    check = Check(number=place * self.checks + number, after=after, pairs=pairs)
                    found.append(check)
        return found

    def seed_of(self, phase: int) -> int:
        """Return the seed of a phase's directions and openings."""
        return 1000 * self.seed + phase


def _shared(pairs: int, sizes: Sequence[int]) -> list[int]:
    """Return the pairs, shared out in proportion to these sizes."""
    ends = [pairs * sum(sizes[:number]) // sum(sizes) for number in range(len(sizes) + 1)]
    return [end - start for start, end in pairwise(ends)]


def check_plan(plan: Plan) -> None:
    """Raise TuningError unless the plan is valid."""
    least = 2 * len(plan.groups)
    if plan.games < least or plan.nodes < 1 or plan.step_pairs < 1 or plan.lag < 0:
        raise TuningError(
            f"{plan.games} games, {plan.nodes} nodes, {plan.step_pairs} pairs per trial, lag "
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
    """Return the weights that a new study starts from: the engine's present ones."""
    return shipped_weights(match_family(game).rules, NO_NET)


def shipped_net_digest(game: str) -> str:
    """Return the digest of the net that a game ships; "" if it has none.

    Raises WeightsError or NetError for a file that cannot be used.
    """
    return shipped_weights(match_family(game).rules).net_digest


def with_net(folder: str, plan: Plan) -> Plan:
    """Return the plan with the net of its game, if any phase plays with it.

    A study that was begun without a net continues without one.
    """
    begun = os.path.exists(identity_path(folder))
    if begun and not plan_of(read_identity(folder)).net:
        return replace(plan, net="")
    plan = replace(plan, net=shipped_net_digest(plan.game))
    return plan if any(map(plan.net_of, range(len(plan.groups)))) else replace(plan, net="")


def study_base(folder: str, game: str) -> Weights:
    """Return the weights that the study in this folder started from; without one, the present ones.

    So a study can resume, and a finished one stays finished, when the game's weights change, for
    example by its own acceptance. Raises TuningError for an invalid identity.
    """
    found = read_identity(folder) if os.path.exists(identity_path(folder)) else {"game": None}
    if found["game"] != game:
        return base_weights(game)
    return Weights(found["base"], tunables=tunables_of(match_family(game).name))


def has_captures(rules: AnyRules) -> bool:
    """Return whether captures may be tuned; in Gipf the group is empty."""
    return isinstance(rules, GipfRules) or bool(rules.capture_lengths)


def identity_of(plan: Plan, base: Weights, signature: str) -> dict[str, Any]:
    """Return everything that determines a study's result, as JSON values."""
    path, rules = openings_path(plan.game), plan.rules
    openings = read_openings(path, rules).digest if os.path.exists(path) else None
    wanted = json.loads(json.dumps(asdict(plan)))
    for name in ("grown", "net"):  # as in the files of versions that had neither
        if not wanted[name]:
            del wanted[name]
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
    """Return the plan in an identity."""
    names = Plan.__dataclass_fields__
    fields = {name: value for name, value in identity.items() if name in names}
    groups = tuple(tuple(phase) for phase in fields.pop("groups"))
    grown = tuple(
        Growth(games=each["games"], steps=tuple(each["steps"])) for each in fields.pop("grown", ())
    )
    return Plan(groups=groups, grown=grown, **fields)


def identity_path(folder: str) -> str:
    """Return the path of a study's identity."""
    return os.path.join(folder, "plan.json")


def read_identity(folder: str) -> dict[str, Any]:
    """Read the identity of the study in this folder, without former fields.

    Raises TuningError if there is none, or if only an older version supports it.
    """
    path = identity_path(folder)
    try:
        found = read_object(read_text(path))
    except FileNotFoundError as error:
        raise TuningError(f"{folder} has no study: {path} is missing") from error
    except TuningError:
        raise
    except (OSError, ValueError) as error:
        raise TuningError(f"{path}: cannot be read: {error}") from error
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
    _require_plan(found, path)
    return found


def _require_plan(found: dict[str, Any], path: str) -> None:
    """Raise TuningError unless this identity has a valid plan and the weights of its start."""
    try:
        plan = plan_of(found)
        check_plan(plan)
        Weights(found["base"], tunables=tunables_of(match_family(plan.game).name))
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else f"{error}"
        raise TuningError(f"{path}: not the plan of a study: {reason}") from error


def require_place(folder: str) -> None:
    """Create the folder of a study. Raises TuningError if it has other files and no study."""
    os.makedirs(folder, exist_ok=True)
    others = sorted(set(os.listdir(folder)) - BEFORE_PLAN)
    if others and not os.path.exists(identity_path(folder)):
        more = f" and {len(others) - 3} more" if len(others) > 3 else ""
        raise TuningError(
            f"{folder} has no study but other files ({', '.join(others[:3])}{more}): "
            "expected a new or empty folder"
        )


def settle_identity(folder: str, wanted: dict[str, Any]) -> None:
    """Write the identity of a new study, or compare it with an existing one.

    Raises TuningError that names what differs.
    """
    if not os.path.exists(identity_path(folder)):
        write_identity(folder, wanted)
        return
    differing = differences(read_identity(folder), wanted)
    if differing:
        raise TuningError(f"{folder} has another study: {'; '.join(differing)}")


def write_identity(folder: str, identity: dict[str, Any]) -> None:
    """Write the identity of the study in this folder."""
    write_atomically(identity_path(folder), json.dumps(identity, indent=1).encode() + b"\n")


def differences(found: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """Return each field of a study's identity that differs: `seed: 1 in the study, 2 requested`."""
    words = []
    names = [*found, *(name for name in wanted if name not in found)]
    if found.get("game") != wanted.get("game"):
        names = ["game"]  # which decides about the openings and the weights
    for name in names:
        before, now = found.get(name), wanted.get(name)
        if before == now:
            continue
        if isinstance(before, dict) and isinstance(now, dict):
            words += [f"{name}.{each}" for each in differences(before, now)]
        else:
            end = "requested" if name in Plan.__dataclass_fields__ and name != "net" else "now"
            words.append(f"{name}: {_spelled(before)} in the study, {_spelled(now)} {end}")
    return words


def _spelled(value: Any) -> str:
    """Return a field's value for people; groups as the command line takes them."""
    if isinstance(value, list):
        return " ".join(",".join(map(str, each)) for each in value)
    return "none" if value is None else f"{value}"
