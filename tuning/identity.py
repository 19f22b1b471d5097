"""The folder of a study, and its identity: everything that determines its result.

    FOLDER/plan.json         the identity, written at the start
    FOLDER/study.journal     Optuna's storage, made again from the games if it is missing
    FOLDER/games.jsonl       every pair of games, one per line
    FOLDER/weights.toml      the result
    FOLDER/acceptance.jsonl  the match that decides about acceptance

A study resumes only with the same identity; `settle_identity` names any difference. Only its number
of games may grow (`tuning.growth`).
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, replace
from typing import Any

from arena.game.match_rules import match_family
from arena.openings.files import own_openings, read_openings
from games.errors import reason_of
from search.weights import Weights, tunables_of
from tuning.errors import TuningError
from tuning.files import read_object, read_text, write_record
from tuning.games import POOL, SCREEN_BOUND, SCREEN_NODES, TABLE_MB
from tuning.plan import Growth, Plan, base_weights, check_plan, shipped_net_digest

RESULT = "weights.toml"
PAIR_LOG = "games.jsonl"
FORMAT = 1
# Former fields of identities, each with its only supported value.
FORMER = {"sampler": "spsa", "warm_games": 0}
BEFORE_PLAN = frozenset(("driver.lock", "plan.json.tmp"))  # of a driver that ended at once
UNUSED = ("population", "validate", "checks")  # former fields that no trial depended on


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


def with_net(folder: str, plan: Plan) -> Plan:
    """The plan with the net of its game, if any phase plays with it.

    A study that was begun without a net continues without one.
    """
    begun = os.path.exists(identity_path(folder))
    if begun and not plan_of(read_identity(folder)).net:
        return replace(plan, net="")
    plan = replace(plan, net=shipped_net_digest(plan.game))
    return plan if any(map(plan.net_of, range(len(plan.groups)))) else replace(plan, net="")


def study_base(folder: str, game: str) -> Weights:
    """The weights that the study in this folder started from; without one, the present ones.

    So a study can resume, and a finished one stays finished, when the game's weights change, for
    example by its own acceptance. Raises TuningError for an invalid identity.
    """
    identity = read_identity(folder) if os.path.exists(identity_path(folder)) else {"game": None}
    if identity["game"] != game:
        return base_weights(game)
    return Weights(identity["base"], tunables=tunables_of(match_family(game).name))


def identity_of(plan: Plan, base: Weights, signature: str) -> dict[str, Any]:
    """Everything that determines a study's result, as JSON values."""
    path, rules = own_openings(plan.game), plan.rules
    openings = read_openings(path, rules).digest if path else None
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
    """The plan in an identity."""
    names = Plan.__dataclass_fields__
    fields = {name: value for name, value in identity.items() if name in names}
    groups = tuple(tuple(phase) for phase in fields.pop("groups"))
    grown = tuple(
        Growth(games=growth["games"], steps=tuple(growth["steps"]))
        for growth in fields.pop("grown", ())
    )
    return Plan(groups=groups, grown=grown, **fields)


def identity_path(folder: str) -> str:
    """The path of a study's identity."""
    return os.path.join(folder, "plan.json")


def read_identity(folder: str) -> dict[str, Any]:
    """Read the identity of the study in this folder, without former fields.

    Raises TuningError if there is none, or if only an older version supports it.
    """
    path = identity_path(folder)
    try:
        identity = read_object(read_text(path))
    except FileNotFoundError as error:
        raise TuningError(f"{folder} has no study: {path} is missing") from error
    except TuningError:
        raise
    except (OSError, ValueError) as error:
        raise TuningError(f"{path}: cannot be read: {reason_of(error)}") from error
    if identity.get("format") != FORMAT:
        raise TuningError(f"{path}: expected format {FORMAT}, got {identity.get('format')!r}")
    for name, only in FORMER.items():
        value = identity.pop(name, only)
        if value != only:
            raise TuningError(
                f"{path}: its {name} is {value!r}, which this version no longer supports: expected "
                f"{only!r}"
            )
    for name in UNUSED:
        identity.pop(name, None)
    _require_plan(identity, path)
    return identity


def _require_plan(identity: dict[str, Any], path: str) -> None:
    """Raise TuningError unless this identity has a valid plan and the weights of its start."""
    try:
        plan = plan_of(identity)
        check_plan(plan)
        base = Weights(identity["base"], tunables=tunables_of(match_family(plan.game).name))
        identity["base"] = base.as_dict()  # by the present names
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else f"{error}"
        raise TuningError(f"{path}: not the plan of a study: {reason}") from error


def settle_identity(folder: str, wanted: dict[str, Any]) -> None:
    """Write the identity of a new study, or compare it with an existing one.

    Raises TuningError that names what differs.
    """
    if not os.path.exists(identity_path(folder)):
        write_record(identity_path(folder), wanted)
        return
    differing = differences(read_identity(folder), wanted)
    if differing:
        raise TuningError(f"{folder} has another study: {'; '.join(differing)}")


def differences(known: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """Each field of a study's identity that differs: `seed: 1 in the study, 2 requested`."""
    words = []
    names = [*known, *(name for name in wanted if name not in known)]
    if known.get("game") != wanted.get("game"):
        names = ["game"]  # which decides about the openings and the weights
    for name in names:
        before, now = known.get(name), wanted.get(name)
        if before == now:
            continue
        if isinstance(before, dict) and isinstance(now, dict):
            words += [f"{name}.{difference}" for difference in differences(before, now)]
        else:
            end = "requested" if name in Plan.__dataclass_fields__ and name != "net" else "now"
            words.append(f"{name}: {_spelled(before)} in the study, {_spelled(now)} {end}")
    return words


def _spelled(value: Any) -> str:
    """A field's value for people; groups as the command line takes them."""
    if isinstance(value, list):
        return " ".join(",".join(map(str, group)) for group in value)
    return "none" if value is None else f"{value}"
