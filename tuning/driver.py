"""The driver of a study: the warm start, the phases one after the other, the file that comes of it.

Whatever is killed, the same command goes on: all that was played and told lies in the folder.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arena.strength.pairs import PAIR_RESULTS
from arena.strength.sprt import ACCEPTED, LEAST_PAIRS, UNDECIDED, Sprt
from search.bench import quick_signature
from search.weights import Weights
from search.weights.file import format_weights, game_weights
from tuning.files import PairLog, games_of, write_surely
from tuning.phase import TRIAL, Phase
from tuning.plan import Plan, identity_of, settle_identity, study_base
from tuning.storage import mend_journal, only_driver, open_storage, settle_place
from tuning.table import GameTable, LazyFarm, count_half_points
from tuning.warm_start import warm_start

if TYPE_CHECKING:
    from collections.abc import Callable

    from tuning.farm import Farm
    from tuning.games import Played
    from tuning.phase import News

    Listener = Callable[[News], object]

BLOCK = LEAST_PAIRS  # pairs between two looks at a sequential test
CHALLENGE = "challenge"
CANDIDATE_SEED = 901
CANDIDATE_TEST = Sprt(nelo0=0, nelo1=20)
RESULT = "weights.toml"
CANDIDATE = "candidate.toml"
GAMES = "games.jsonl"


def ignore(news: News) -> None:
    """Listen to nothing."""


def tune(
    folder: str,
    plan: Plan,
    farm: Callable[[], Farm],
    *,
    storage: str | None = None,
    listener: Listener = ignore,
    command: str = "",
) -> Weights:
    """The weights that the study in this folder comes to; it is begun, gone on with, or done.

    `farm` opens where the games are played, if any are left. Raises TuningError for a folder with
    another study, GameError for games that cannot be played.
    """
    os.makedirs(folder, exist_ok=True)
    with only_driver(folder):
        base = study_base(folder, plan.game)
        signature = quick_signature(plan.rules.family)
        settle_identity(folder, identity_of(plan, base, signature))
        place = settle_place(folder, storage)
        mend_journal(folder)
        with PairLog(os.path.join(folder, GAMES)) as log:
            table = GameTable(plan, base, log, LazyFarm(farm))
            kept = open_storage(folder, place.address)
            try:
                weights = _start(folder, table)
                for phase in range(len(plan.groups)):
                    weights = Phase(table, phase, weights, kept, place.prefix).run(listener)
            finally:
                table.farm.close()
            _write_result(folder, table, weights, {"engine": signature, "command": command})
        return weights


def _start(folder: str, table: GameTable) -> Weights:
    """What the first phase begins with: the base, or what a regression made of it, if better."""
    if not table.plan.warm_games:
        return table.base
    path = os.path.join(folder, CANDIDATE)
    if not os.path.exists(path):
        candidate, provenance = warm_start(table.plan, table.base, table.job, table.play_all)
        write_surely(path, format_weights(candidate, provenance).encode())
    candidate = game_weights(table.plan.rules, path)
    return candidate if _is_better(table, candidate) else table.base


def _is_better(table: GameTable, candidate: Weights) -> bool:
    """Whether the candidate beats the base, by a short sequential test; undecided is no."""
    seed, counts = table.plan.seed_of(CANDIDATE_SEED), (0,) * len(PAIR_RESULTS)
    played: list[Played] = []
    while len(played) < table.plan.warm_games // 2 and CANDIDATE_TEST.verdict(counts) == UNDECIDED:
        numbers = range(len(played), len(played) + BLOCK)
        played += table.play_all(
            table.job(f"{CHALLENGE} 0 0 {pair}", candidate, table.base, seed, pair)
            for pair in numbers
        )
        counts = count_half_points(played)
    return CANDIDATE_TEST.verdict(counts) == ACCEPTED


def _write_result(folder: str, table: GameTable, weights: Weights, made_by: dict[str, str]) -> None:
    """Write the study's weights, unless they stand there already."""
    plan, path = table.plan, os.path.join(folder, RESULT)
    if os.path.exists(path) and game_weights(plan.rules, path) == weights:
        return
    games = games_of(table.log.known, TRIAL)
    provenance = {
        "study": f"{plan.game}: {games} games at {plan.clock_text} a move by {plan.sampler}, seed "
        f"{plan.seed}, groups {', '.join('+'.join(phase) for phase in plan.groups)}",
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "begun_from": table.base.digest(),
        **made_by,
    }
    write_surely(path, format_weights(weights, provenance).encode())
