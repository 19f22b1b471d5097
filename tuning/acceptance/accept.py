"""The acceptance test of a study: check, play the match, and install weights that pass."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from arena.errors import OtherMatch
from arena.match.match import MatchSpec
from arena.match.results import read_results
from arena.openings.files import own_openings, read_openings
from arena.players.parsing import ENGINE, contestant_text, parse_contestant
from arena.strength.elo import elo_of_counts
from arena.strength.score import MatchScore, score_of
from arena.strength.sprt import ACCEPTED, Sprt, estimate_nelo
from games.family import CANDIDATE_TURNS
from search.bench import quick_signature
from search.errors import WeightsError
from search.net.file import NO_NET
from search.weights import Weights, built_in_weights, tunables_of
from search.weights.file import GAME, format_weights, game_weights, read_tables, weights_path
from tuning.acceptance.checks import (
    MATCH_FILE,
    check_net,
    check_openings,
    check_study,
    place_of,
    settle_test,
)
from tuning.errors import TuningError
from tuning.files import write_atomically
from tuning.identity import RESULT
from tuning.matches import Cluster, played
from tuning.plan import Plan
from tuning.status import read_status

PREVIOUS = ".previous"  # suffix of the replaced file, kept in the same folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of the test.

    game     the game of the weights
    written  the file with the accepted weights, or None
    before   when an earlier command accepted the same weights, as an ISO date; nothing was played
             or written now. None: they are new
    replaced whether `written` replaced another file, which is kept with the suffix PREVIOUS
    """

    game: str
    verdict: str
    score: MatchScore
    written: str | None
    before: str | None = None
    replaced: bool = False


def accept(
    folder: str,
    test: Sprt,
    *,
    most_games: int,
    workers: int = 1,
    cluster: Cluster | None = None,
    clock: str | None = None,
    seed: int = 1,
    target: str | None = None,
    output: str | None = None,
    listener: Callable[[MatchScore], object] = lambda _: None,
    command: str = "",
) -> Verdict:
    """Test a study's weights against the engine's, and write them if they are accepted.

    `target` is the file of the engine's weights, by default that of the game. `output` is the file
    to write, by default `target`, if that belongs to a checkout (`require_checkout`). `clock` is by
    default that of the study. `cluster` plays the games elsewhere, as in `play_match`.
    Weights that were accepted before and are still in the file are not tested again. Raises
    TuningError for an unfinished study, a file that cannot be written, openings that the study did
    not avoid, or games of another test.
    """
    plan, place = checked(folder, target, output)
    known = accepted_before(folder, plan, place)
    if known is not None:
        return known
    engine = quick_signature(plan.rules.family)
    settle_test(folder, test, engine)
    spec = match_of_study(folder, plan, target, games=most_games, clock=clock, seed=seed)
    path = os.path.join(folder, MATCH_FILE)
    try:
        score = played(spec, path, test=test, workers=workers, cluster=cluster, listener=listener)
    except OtherMatch as error:
        raise TuningError(
            f"{path} has games of another test: {error.difference}. Continue as that test was "
            "begun, or remove the file to begin again"
        ) from error
    verdict = test.verdict(score.pairs.counts)
    accepted = verdict == ACCEPTED
    replaced = accepted and os.path.exists(place)
    if accepted:
        source = provenance(
            folder, plan=plan, engine=engine, test=test, score=score, spec=spec, command=command
        )
        replace_weights(place, game_weights(plan.rules, os.path.join(folder, RESULT)), source)
    return Verdict(
        game=plan.game,
        verdict=verdict,
        score=score,
        written=place if accepted else None,
        replaced=replaced,
    )


def checked(folder: str, target: str | None, output: str | None) -> tuple[Plan, str]:
    """The plan of a study that may be tested, and the file to write. Raises TuningError."""
    status = read_status(folder)
    check_study(folder, status)
    place = place_of(status.plan, target, output)
    check_openings(folder, status.plan, status.identity["openings"]["not_of"])
    check_net(folder, status.plan)
    return status.plan, place


def accepted_before(folder: str, plan: Plan, path: str) -> Verdict | None:
    """The verdict on weights that this file has from an earlier acceptance, or None."""
    before, match = accepted_at(folder, plan, path), os.path.join(folder, MATCH_FILE)
    if before is None or not os.path.isfile(match):
        return None
    score = score_of(read_results(match)[1])
    return Verdict(
        game=plan.game,
        verdict=ACCEPTED,
        score=score,
        written=path,
        before=before,
    )


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


def match_of_study(
    folder: str, plan: Plan, target: str | None, *, games: int, clock: str | None, seed: int
) -> MatchSpec:
    """The match of the study's weights against those of the engine, else the built-in ones.

    Both play with the net of the game, or without one, as the last phase did.
    """
    target = target or weights_path(plan.game)
    nets, net = tunables_of(plan.rules.family).nets, plan.net_of(len(plan.groups) - 1)
    without_net = NO_NET if nets and not net else None
    after = os.path.abspath(os.path.join(folder, RESULT))
    before = os.path.abspath(target) if os.path.exists(target) else None
    return MatchSpec(
        a=contestant_text(ENGINE, weights=after, net=without_net),
        b=contestant_text(ENGINE, weights=before, net=without_net),
        games=games,
        rules=plan.game,
        clock=clock or plan.clock_text,
        seed=seed,
        openings=own_openings(plan.game),
        opening_plies=max(CANDIDATE_TURNS) + 1,  # of drawn ones: none of a study is as long
    )


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
