"""A fit on disk, and the steps *train* and *export* on folders.

fit.json     sources, options, losses by epoch; written last, so it says that the fit is complete
net.npz      the network in float
epochs.part  until then: the options, the sources and the course of the fit after its last epoch
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from typing import Any

import numpy as np

from games.errors import reason_of
from games.five.rules import FiveRules, rules_named
from search.net.file import Net
from tuning.errors import LearningError
from tuning.files import write_atomically, write_record
from tuning.net.games.self_play import plan_of
from tuning.net.games.shards import plan_and_engine, shard_paths
from tuning.net.positions.features import load_features
from tuning.net.positions.windows import class_meanings, reach_of
from tuning.net.training.fit import Course, Epoch, FitOptions, Fitted, Trainer
from tuning.net.training.integers import (
    LOGIT,
    FloatNet,
    Saturations,
    float_logits,
    outputs,
    quantised,
)
from tuning.net.training.net_file import float_net, policy_of, write_net
from tuning.net.training.targets import Losses, held_out, losses, targets

RECORD = "fit.json"
ARRAYS = "net.npz"
PART = "epochs.part"
MOST_LOST = 0.002  # log loss that integers may cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported(Saturations):
    """An exported net.

    path, digest  its file
    integer, float_  losses on held-out positions
    clipped       share of the entries that rounding clipped
    """

    path: str
    digest: str
    integer: Losses
    float_: Losses
    clipped: float


def sources_of(folders: Sequence[str]) -> list[dict[str, Any]]:
    """What the folders hold now: plan, engine and bytes of the games. Raises LearningError."""
    sources: list[dict[str, Any]] = []
    for folder in folders:
        plan, engine = plan_and_engine(folder)
        size = sum(os.path.getsize(path) for path in shard_paths(folder))
        sources.append(
            {
                "folder": os.path.abspath(folder),
                "plan": asdict(plan),
                "engine": engine,
                "bytes": size,
            }
        )
    games = {source["plan"]["game"] for source in sources}
    if len(games) != 1:
        raise LearningError(
            f"expected folders of one game, got {', '.join(sorted(games)) or 'none'}"
        )
    return sources


def train(
    folder: str,
    folders: Sequence[str],
    options: FitOptions,
    *,
    start: Net | None = None,
    command: str = "",
    shards: Callable[[int, int], object] = lambda *_: None,
    listener: Callable[[Epoch], object] = lambda _: None,
) -> dict[str, Any]:
    """Train on the games of the folders; return the record. No complete fit or epoch is repeated.

    `start` is the net to begin with. `shards` hears of the features of each shard, `listener` of
    each epoch. Raises LearningError if a folder has no games, if `folder` has a fit with other
    options or of other games, or if `start` is damaged or a net of another kind of game.
    """
    options = replace(options, start=start.digest if start else "")
    sources, part = sources_of(folders), os.path.join(folder, PART)
    if os.path.exists(os.path.join(folder, RECORD)):
        known = read_fit(folder)
        _require_same(folder, known, options, sources)
        return known
    course = None
    if os.path.exists(part):
        with open(part, "rb") as file:
            known, course = pickle.load(file)  # noqa: S301 - the user's own file, written below
        _require_same(folder, known, options, sources)
    begun = {"options": asdict(options), "sources": sources}

    def keep(news: Course) -> None:
        os.makedirs(folder, exist_ok=True)
        write_atomically(part, pickle.dumps((begun, news)))
        listener(news.epochs[-1])

    rules = rules_named(sources[0]["plan"]["game"])
    begins_with = None
    if start:
        check_sister(rules, rules_named(start.game))
        begins_with = float_net(start)
    features = load_features(folders, shards)
    meant, meanings = class_meanings(reach_of(rules), captures=bool(rules.capture_lengths))
    fitted = Trainer(features, meant, meanings).fit(options, keep, course, begins_with)
    record = record_of(fitted, options)
    if start:
        record["start"] = {"net": start.digest, **json.loads(start.provenance_text)}
    record |= {"game": rules.name, "sources": sources, "command": command}
    os.makedirs(folder, exist_ok=True)
    memory = BytesIO()
    np.savez(memory, **{name: getattr(fitted.net, name) for name in FloatNet.__slots__})
    write_atomically(os.path.join(folder, ARRAYS), memory.getvalue())
    write_record(os.path.join(folder, RECORD), record)
    with suppress(FileNotFoundError):
        os.remove(part)
    return record


def _require_same(
    folder: str, known: dict[str, Any], options: FitOptions, sources: list[dict[str, Any]]
) -> None:
    if FitOptions(**known["options"]) != options:
        raise LearningError(
            f"{folder} has a fit with {known['options']}, requested {asdict(options)}: "
            "name a new folder"
        )
    if content_of(known["sources"]) != content_of(sources):
        fitted, wanted = (
            ", ".join(f"{source['folder']} ({source['bytes']} bytes)" for source in listed)
            for listed in (known["sources"], sources)
        )
        raise LearningError(
            f"{folder} has a fit of other games: of {fitted}, requested {wanted}: name a new folder"
        )


def content_of(sources: list[dict[str, Any]]) -> list[str]:
    """What identifies the games of the sources, in any order; not their paths: folders may move."""
    return sorted(
        json.dumps(
            [asdict(plan_of(source["plan"])), source["engine"], source["bytes"]], sort_keys=True
        )
        for source in sources
    )


def read_fit(folder: str) -> dict[str, Any]:
    """The record of a complete fit. Raises LearningError."""
    try:
        with open(os.path.join(folder, RECORD), encoding="utf-8") as file:
            record: dict[str, Any] = json.load(file)
    except (OSError, ValueError) as error:
        raise LearningError(f"{folder}: no complete fit: {reason_of(error)}") from error
    return record


def read_net(folder: str) -> FloatNet:
    """The float network of a fit."""
    with np.load(os.path.join(folder, ARRAYS)) as arrays:
        return FloatNet(**{name: arrays[name] for name in FloatNet.__slots__})


def record_of(fitted: Fitted, options: FitOptions) -> dict[str, Any]:
    """What JSON keeps of a fit."""
    return {
        "options": asdict(options),
        "unit": fitted.unit,
        "trained": fitted.positions[0],
        "held_out": fitted.positions[1],
        "epochs": [asdict(epoch) for epoch in fitted.epochs],
        "constant": asdict(fitted.constant),
        "static": asdict(fitted.static),
        "search": asdict(fitted.search),
        "reliability": fitted.reliability,
    }


def export(
    folder: str,
    output: str,
    *,
    game: str | None = None,
    policy: Net | None = None,
    command: str = "",
    commit: str = "",
) -> Exported:
    """Write the net of a fit in integers, for the game of the fit or for a sister.

    policy  the net whose policy the file takes over
    Raises LearningError for a game with other windows or captures, for a `policy` that is damaged
    or has none, if integers could overflow, or if they lose more than MOST_LOST of log loss on the
    held-out positions.
    """
    record, net = read_fit(folder), read_net(folder)
    rules = rules_named(game or record["game"])
    check_sister(rules, rules_named(record["game"]))
    if policy:
        check_sister(rules, rules_named(policy.game))
    policy_arrays = policy_of(policy) if policy else b""
    integer, clipped = quantised(net)
    features = load_features([source["folder"] for source in record["sources"]])
    tested = features.chosen(np.nonzero(held_out(features))[0], windows=True)
    options = record["options"]
    target = targets(tested, record["unit"], options["blend"], options["slips"])
    net_outputs, met = outputs(integer, tested)
    exact = losses(float_logits(net, tested), tested, record["unit"], target)
    rounded = losses(net_outputs / LOGIT, tested, record["unit"], target)
    if rounded.blend - exact.blend > MOST_LOST:
        raise LearningError(
            f"{folder}: the integers lose {rounded.blend - exact.blend:.4f} of log loss, more than "
            f"{MOST_LOST}; {100 * clipped:.2f} % of the entries were clipped"
        )
    origin = provenance(record, integer=rounded, exact=exact, command=command, commit=commit)
    if policy:
        origin["policy"] = json.loads(policy.provenance_text).get("policy")
    digest = write_net(output, integer, rules, origin, policy_arrays)
    return Exported(
        path=output,
        digest=digest,
        integer=rounded,
        float_=exact,
        clipped=clipped,
        **asdict(met),
    )


def provenance(
    record: dict[str, Any], *, integer: Losses, exact: Losses, command: str, commit: str
) -> dict[str, Any]:
    """The origin of a net for its file, from the record of its fit and its two losses."""
    return {
        "command": command,
        "commit": commit,
        "trained_on": record["game"],
        **{name: record[name] for name in ("options", "unit", "trained", "held_out")},
        **({"start": record["start"]} if "start" in record else {}),
        "games": [
            {**source["plan"], "engine": source["engine"], "bytes": source["bytes"]}
            for source in record["sources"]
        ],
        "losses": {
            "integer": asdict(integer),
            "float": asdict(exact),
            **{name: record[name] for name in ("static", "search", "constant")},
        },
    }


def check_sister(rules: FiveRules, trained: FiveRules) -> None:
    """Raise LearningError unless a net of one game can serve the other: only the size differs."""
    for name in ("exactly_five", "capture_lengths", "captured_stones_to_win"):
        if getattr(rules, name) != getattr(trained, name):
            raise LearningError(
                f"a net of {trained.name} cannot serve {rules.name}: {name} is "
                f"{getattr(trained, name)!r} there, expected {getattr(rules, name)!r}"
            )
