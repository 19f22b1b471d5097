"""Acceptance: a study's weights replace the engine's only after a sequential test against them.

The test is a match like any other, on the balanced openings of the game, which no study plays from,
or in Gipf, which has no file of them, on drawn ones that are a turn longer than any of a study; its
games stay in `FOLDER/acceptance.jsonl`, and the command that was killed goes on where it was.
"""

from __future__ import annotations

import json
import os
import shutil
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arena.game.drawn_openings import CANDIDATE_TURNS
from arena.match.match import MatchSpec, play_match
from arena.openings.files import openings_path, read_openings
from arena.strength.elo import elo_of_counts
from arena.strength.score import MatchScore
from arena.strength.sprt import ACCEPTED, UNDECIDED, Sprt, estimate_nelo
from search.bench import quick_signature
from search.weights import Weights, built_in_weights
from search.weights.file import format_weights, game_weights, weights_path
from tuning.driver import RESULT
from tuning.errors import TuningError
from tuning.files import write_surely
from tuning.plan import Plan
from tuning.status import read_status

if TYPE_CHECKING:
    from collections.abc import Callable

MATCH_FILE = "acceptance.jsonl"
TEST = "acceptance.json"  # which test it is, and of which engine
PREVIOUS = ".previous"  # of the file that was replaced, beside the new one


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the test came to. `written` is the file that was replaced, or None."""

    verdict: str
    score: MatchScore
    llr: float
    written: str | None


def accept(
    folder: str,
    test: Sprt,
    *,
    most_games: int,
    workers: int = 1,
    clock: str | None = None,
    seed: int = 1,
    target: str | None = None,
    listener: Callable[[MatchScore], object] = lambda _: None,
    command: str = "",
) -> Verdict:
    """What a sequential test of a study's weights against the engine's comes to, and carry it out.

    `target` is the file of the engine's weights, by default that of the game; `clock` by default
    that of the study. Raises TuningError for a study that is not finished, and when the openings to
    be played are not those that the study kept away from.
    """
    status = read_status(folder)
    if not status.finished:
        raise TuningError(
            f"{folder}: {status.games} of {status.plan.games} games are played: not done"
        )
    plan, target = status.plan, target or weights_path(status.plan.game)
    _check_openings(folder, plan, status.identity["openings"]["not_of"])
    engine = quick_signature(plan.rules.family)
    _settle_test(folder, test, engine)
    spec = MatchSpec(
        a=f"engine:weights={os.path.abspath(os.path.join(folder, RESULT))}",
        b=f"engine:weights={os.path.abspath(target)}" if os.path.exists(target) else "engine",
        games=most_games,
        rules=plan.game,
        clock=clock or plan.clock_text,
        seed=seed,
        openings=openings_of(plan.game),
        opening_plies=max(CANDIDATE_TURNS) + 1,  # where they are drawn: no opening of a study
    )
    score = _played(spec, os.path.join(folder, MATCH_FILE), test, workers, listener)
    counts = score.pairs.counts
    verdict = test.verdict(counts)
    if verdict == ACCEPTED:
        source = provenance(
            folder,
            plan=plan,
            engine=engine,
            test=test,
            score=score,
            spec=spec,
            command=command,
        )
        replace_weights(target, game_weights(plan.rules, os.path.join(folder, RESULT)), source)
    written = target if verdict == ACCEPTED else None
    return Verdict(verdict=verdict, score=score, llr=test.llr(counts), written=written)


def _check_openings(folder: str, plan: Plan, kept: str | None) -> None:
    """See that the game's file of openings is still the one whose openings the study never drew."""
    path = openings_of(plan.game)
    found = read_openings(path, plan.rules).digest if path else None
    if found != kept:
        raise TuningError(
            f"{folder}: expected the openings that the study kept away from, digest {kept}; "
            f"{path} holds others, digest {found}: the study may have tuned on some of them"
        )


def _settle_test(folder: str, test: Sprt, engine: str) -> None:
    """Note down what is tested. Raises TuningError if games of another engine would count too."""
    path = os.path.join(folder, TEST)
    begun = os.path.exists(os.path.join(folder, MATCH_FILE)) and os.path.exists(path)
    known = read_test(folder)[1] if begun else engine
    if known != engine:
        raise TuningError(
            f"{folder}: {MATCH_FILE} holds games of the engine {known}, today's is {engine}: go on "
            "with that one, or remove the file and begin again"
        )
    note = {"sprt": asdict(test), "engine": engine}
    write_surely(path, json.dumps(note).encode() + b"\n")


def read_test(folder: str) -> tuple[Sprt, str]:
    """The last test that `accept` noted down, and the signature of the engine that plays it."""
    with open(os.path.join(folder, TEST), encoding="ascii") as file:
        found = json.load(file)
    return Sprt(**found["sprt"]), found["engine"]


def _played(
    spec: MatchSpec,
    path: str,
    test: Sprt,
    workers: int,
    listener: Callable[[MatchScore], object],
) -> MatchScore:
    """The match up to the verdict; the games that the file holds are not played again."""
    score = MatchScore()
    with closing(play_match(spec, path, resume=os.path.exists(path), workers=workers)) as played:
        for record in played:
            score = score.with_game(record)
            listener(score)
            if test.verdict(score.pairs.counts) != UNDECIDED:
                break
    return score


def openings_of(game: str) -> str | None:
    """The file of the game's balanced openings; None where there is none, and they are drawn."""
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
    """Where accepted weights come from, as a weights file says it."""
    elo, nelo = elo_of_counts(score.pairs.counts), estimate_nelo(score.pairs.counts)
    total = score.total
    named = spec.b.removeprefix("engine:weights=")
    weights = built_in_weights(plan.rules) if named == spec.b else game_weights(plan.rules, named)
    openings = read_openings(spec.openings, plan.rules).digest if spec.openings else "drawn"
    return {
        "study": f"{os.path.basename(os.path.abspath(folder))}: {plan.games} games at "
        f"{plan.clock_text} a move, SPSA, seed {plan.seed}",
        "accepted": datetime.now(UTC).isoformat(timespec="seconds"),
        "games": f"{total.games} at {spec.clock} against the weights before: {total.wins} won, "
        f"{total.draws} drawn, {total.losses} lost; {elo}, {nelo}",
        "pairs": "-".join(map(str, score.pairs.counts)),
        "test": f"SPRT {test.nelo0:g},{test.nelo1:g} nElo: LLR {test.llr(score.pairs.counts):+.2f}",
        "before": weights.digest(),
        "openings": openings,
        "engine": engine,
        "command": command,
    }


def replace_weights(target: str, weights: Weights, source: dict[str, str]) -> None:
    """Put the weights in the place of the file; what stood there is kept beside it."""
    if os.path.exists(target):
        shutil.copyfile(target, target + PREVIOUS)
    write_surely(target, format_weights(weights, source).encode())
