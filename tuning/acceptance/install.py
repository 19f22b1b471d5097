"""Accepted weights as the engine's file: writing it with its origin, and knowing it again."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime

from arena.match.match import MatchSpec
from arena.openings.files import read_openings
from arena.players.parsing import parse_contestant
from arena.strength.elo import elo_of_counts
from arena.strength.score import MatchScore
from arena.strength.sprt import Sprt, estimate_nelo
from search.errors import WeightsError
from search.net.file import NO_NET
from search.weights import Weights, built_in_weights
from search.weights.file import GAME, format_weights, game_weights, read_tables
from tuning.errors import TuningError
from tuning.files import write_atomically
from tuning.identity import RESULT
from tuning.plan import Plan

PREVIOUS = ".previous"  # suffix of the replaced file, kept in the same folder


def accepted_at(folder: str, plan: Plan, path: str) -> str | None:
    """When this file got the study's weights by an acceptance, as an ISO date, or None.

    Raises TuningError if the file is no weights file.
    """
    if not os.path.isfile(path):
        return None
    result = game_weights(plan.rules, os.path.join(folder, RESULT), NO_NET)
    try:
        present = game_weights(plan.rules, path, NO_NET)
    except WeightsError as error:
        raise TuningError(f"{error}; {path} would be replaced: name another file") from error
    if present.digest() != result.digest():
        return None
    with open(path, encoding="utf-8") as file:
        source = read_tables(file.read(), path).get("provenance", {})
    return str(source["accepted"]) if "accepted" in source else None


def provenance(
    folder: str,
    *,
    plan: Plan,
    engine: str,
    test: Sprt,
    score: MatchScore,
    spec: MatchSpec,
    command: str,
) -> dict[str, str]:
    """The origin of accepted weights, for the weights file."""
    elo, nelo = elo_of_counts(score.pairs.counts), estimate_nelo(score.pairs.counts)
    total, pairs, llr = score.total, score.pairs.pairs, test.llr(score.pairs.counts)
    openings = read_openings(spec.openings, plan.rules).digest if spec.openings else "drawn"
    return {
        GAME: plan.game,
        "study": f"{os.path.basename(os.path.abspath(folder))}: {plan.games} games at "
        f"{plan.clock_text} per move, SPSA, seed {plan.seed}",
        "accepted": datetime.now(UTC).isoformat(timespec="seconds"),
        "games": f"{total.games} at {spec.clock} against the previous weights: {total.wins} won, "
        f"{total.draws} drawn, {total.losses} lost; {pairs} complete pairs: {elo}, {nelo}",
        "pairs": "-".join(map(str, score.pairs.counts)),
        "test": f"SPRT {test.nelo0:g},{test.nelo1:g} nElo: LLR {llr:+z.2f}",
        "before": _weights_before(plan, spec).digest(),
        "openings": openings,
        "engine": engine,
        "command": command,
    }


def _weights_before(plan: Plan, spec: MatchSpec) -> Weights:
    named = parse_contestant(spec.b).weights
    return game_weights(plan.rules, named, NO_NET) if named else built_in_weights(plan.rules)


def replace_weights(target: str, weights: Weights, source: dict[str, str]) -> None:
    """Replace a weights file; the old one gets the suffix PREVIOUS."""
    if os.path.exists(target):
        shutil.copyfile(target, target + PREVIOUS)
    write_atomically(target, format_weights(weights, source).encode())
