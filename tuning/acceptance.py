"""Acceptance: a sequential test decides whether a study's weights replace the engine's.

The test is a match on the game's balanced openings, which no study uses. Without such a file, as in
Gipf, it draws openings a turn longer than any of a study. The games stay in
`FOLDER/acceptance.jsonl`, so an interrupted test can be resumed.
"""

from __future__ import annotations

import json
import os
import shutil
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arena.errors import OtherMatch
from arena.game.drawn_openings import CANDIDATE_TURNS
from arena.match.match import MatchSpec, play_match
from arena.match.results import read_results
from arena.openings.files import openings_path, read_openings
from arena.players.contestants import parse_contestant
from arena.strength.elo import elo_of_counts
from arena.strength.score import MatchScore, score_of
from arena.strength.sprt import ACCEPTED, UNDECIDED, Sprt, estimate_nelo
from games.rules import FIVE_FAMILY
from search.bench import quick_signature
from search.errors import WeightsError
from search.net.file import NO_NET
from search.weights import Weights, built_in_weights
from search.weights.file import ROOT, format_weights, game_weights, read_tables, weights_path
from tuning.errors import TuningError
from tuning.files import read_object, read_text, write_atomically
from tuning.plan import PAIR_LOG, RESULT, Plan, shipped_net_digest
from tuning.status import read_status

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from arena.game.record import GameRecord
    from arena.match.runners import Runner

MATCH_FILE = "acceptance.jsonl"
TEST = "acceptance.json"  # the test and the signature of its engine
CHECKOUT = "pyproject.toml"  # a file that only a checkout has beside the packages
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
    llr: float
    written: str | None
    before: str | None = None
    replaced: bool = False


def accept(
    folder: str,
    test: Sprt,
    *,
    most_games: int,
    workers: int = 1,
    cluster: Callable[[], Runner] | None = None,
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
    status = read_status(folder)
    if not status.finished:
        raise TuningError(
            f"{folder}: the study is not finished, {status.games} of {status.plan.games} games"
        )
    plan = status.plan
    if status.missing_games:
        raise TuningError(
            f"{os.path.join(folder, PAIR_LOG)}: {status.missing_games} games are missing that the "
            "study has counted: restore the file"
        )
    if target is None:
        target = weights_path(plan.game)
        if output is None:
            require_checkout(target)
    require_place(output or target)
    _check_openings(folder, plan, status.identity["openings"]["not_of"])
    _check_net(folder, plan)
    known = _accepted_before(folder, plan, test, output or target)
    if known is not None:
        return known
    engine = quick_signature(plan.rules.family)
    _settle_test(folder, test, engine)
    five, net = plan.rules.family == FIVE_FAMILY, plan.net_of(len(plan.groups) - 1)
    without_net = f",net={NO_NET}" if five and not net else ""  # as in the last phase
    after = f"weights={os.path.abspath(os.path.join(folder, RESULT))}"
    before = f"weights={os.path.abspath(target)}" if os.path.exists(target) else ""
    spec = MatchSpec(
        a=f"engine:{after}{without_net}",
        b=f"engine:{before}{without_net}".replace(":,", ":").rstrip(":"),
        games=most_games,
        rules=plan.game,
        clock=clock or plan.clock_text,
        seed=seed,
        openings=openings_of(plan.game),
        opening_plies=max(CANDIDATE_TURNS) + 1,  # for drawn openings: none of a study is as long
    )
    path = os.path.join(folder, MATCH_FILE)
    games = play_match(spec, path, resume=os.path.exists(path), workers=workers, cluster=cluster)
    try:
        score = _played(games, test, listener)
    except OtherMatch as error:
        raise TuningError(
            f"{path} has games of another test: {error.difference}. Continue as that test was "
            "begun, or remove the file to begin again"
        ) from error
    counts = score.pairs.counts
    verdict, written, replaced = test.verdict(counts), None, False
    if verdict == ACCEPTED:
        written = output or target
        replaced = os.path.exists(written)
        source = provenance(
            folder,
            plan=plan,
            engine=engine,
            test=test,
            score=score,
            spec=spec,
            command=command,
        )
        replace_weights(written, game_weights(plan.rules, os.path.join(folder, RESULT)), source)
    return Verdict(
        game=plan.game,
        verdict=verdict,
        score=score,
        llr=test.llr(counts),
        written=written,
        replaced=replaced,
    )


def require_checkout(path: str) -> None:
    """Raise TuningError unless this file of the engine belongs to a checkout and can be replaced.

    The next installation would overwrite a file of an installed package without a word.
    """
    if not os.path.isfile(os.path.join(ROOT, CHECKOUT)):
        raise TuningError(
            f"{path} belongs to an installed package, whose next version would replace it: name "
            "another file with --output FILE, and play it as engine:weights=FILE"
        )
    if not os.access(os.path.dirname(path), os.W_OK):
        raise TuningError(f"{path} cannot be written: name another file with --output FILE")


def require_place(path: str) -> None:
    """Raise TuningError unless a weights file can be written there, now rather than after games."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise TuningError(f"{path} cannot be written: there is no folder {folder}")
    if os.path.isdir(path) or not os.access(folder, os.W_OK):
        raise TuningError(f"{path} cannot be written: name another file with --output FILE")


def _accepted_before(folder: str, plan: Plan, test: Sprt, path: str) -> Verdict | None:
    """Return the verdict on weights that this file has from an earlier acceptance, or None."""
    match = os.path.join(folder, MATCH_FILE)
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
    if "accepted" not in source or not os.path.isfile(match):
        return None
    score = score_of(read_results(match)[1])
    return Verdict(
        game=plan.game,
        verdict=ACCEPTED,
        score=score,
        llr=test.llr(score.pairs.counts),
        written=path,
        before=str(source["accepted"]),
    )


def _check_openings(folder: str, plan: Plan, kept: str | None) -> None:
    """Raise TuningError unless the game's opening file is the one that the study avoided."""
    path = openings_of(plan.game)
    found = read_openings(path, plan.rules).digest if path else None
    if found != kept:
        raise TuningError(
            f"{folder}: expected the openings that the study avoided, digest {kept}; {path} has "
            f"digest {found}: the study may have used some of its openings"
        )


def _check_net(folder: str, plan: Plan) -> None:
    """Raise TuningError if the study played with another net than the game has now."""
    present = shipped_net_digest(plan.game) if plan.net else ""
    if plan.net != present:
        raise TuningError(
            f"{folder}: the study played with the net of digest {plan.net}; the present one has "
            f"{present or 'none'}: its search would be another one"
        )


def _settle_test(folder: str, test: Sprt, engine: str) -> None:
    """Write down the test. Raises TuningError if games of another engine would count."""
    path = os.path.join(folder, TEST)
    begun = os.path.exists(os.path.join(folder, MATCH_FILE)) and os.path.exists(path)
    known = read_test(folder)[1] if begun else engine
    if known != engine:
        raise TuningError(
            f"{folder}: {MATCH_FILE} has games of engine {known}, the present one is {engine}: "
            "continue with that engine, or remove the file to start again"
        )
    note = {"sprt": asdict(test), "engine": engine}
    write_atomically(path, json.dumps(note).encode() + b"\n")


def read_test(folder: str) -> tuple[Sprt, str]:
    """Return the last test that `accept` wrote down, and the signature of its engine.

    Raises TuningError for a damaged file.
    """
    path = os.path.join(folder, TEST)
    text = read_text(path)
    try:
        found = read_object(text)
        return Sprt(**found["sprt"]), str(found["engine"])
    except (ValueError, TypeError, LookupError) as error:
        raise TuningError(f"{path}: not the test of a study: {error}") from error


def _played(
    games: Generator[GameRecord, None, None], test: Sprt, listener: Callable[[MatchScore], object]
) -> MatchScore:
    """Play the games of a match up to the verdict."""
    score = MatchScore()
    with closing(games) as played:
        for record in played:
            score = score.with_game(record)
            listener(score)
            if test.verdict(score.pairs.counts) != UNDECIDED:
                break
    return score


def openings_of(game: str) -> str | None:
    """Return the file of the game's balanced openings; None if they are drawn instead."""
    path = openings_path(game)
    return path if os.path.exists(path) else None


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
    """Return the origin of accepted weights, for the weights file."""
    elo, nelo = elo_of_counts(score.pairs.counts), estimate_nelo(score.pairs.counts)
    total, pairs = score.total, score.pairs.pairs
    named = parse_contestant(spec.b).weights
    weights = game_weights(plan.rules, named, NO_NET) if named else built_in_weights(plan.rules)
    openings = read_openings(spec.openings, plan.rules).digest if spec.openings else "drawn"
    return {
        "study": f"{os.path.basename(os.path.abspath(folder))}: {plan.games} games at "
        f"{plan.clock_text} per move, SPSA, seed {plan.seed}",
        "accepted": datetime.now(UTC).isoformat(timespec="seconds"),
        "games": f"{total.games} at {spec.clock} against the previous weights: {total.wins} won, "
        f"{total.draws} drawn, {total.losses} lost; {pairs} complete pairs: {elo}, {nelo}",
        "pairs": "-".join(map(str, score.pairs.counts)),
        "test": f"SPRT {test.nelo0:g},{test.nelo1:g} nElo: LLR {test.llr(score.pairs.counts):+.2f}",
        "before": weights.digest(),
        "openings": openings,
        "engine": engine,
        "command": command,
    }


def replace_weights(target: str, weights: Weights, source: dict[str, str]) -> None:
    """Replace a weights file; the old one gets the suffix PREVIOUS."""
    if os.path.exists(target):
        shutil.copyfile(target, target + PREVIOUS)
    write_atomically(target, format_weights(weights, source).encode())
