"""The driver of a study: it runs the phases in order and writes the result.

The folder keeps all games and trials, so the same command resumes a killed study.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime

from arena.processes.pool import Pool
from search.bench import quick_signature
from search.net.file import NO_NET
from search.weights import Weights
from search.weights.file import GAME, format_weights, game_weights
from tuning.files import PairLog, games_of, write_atomically
from tuning.games import PairJob, Played
from tuning.growth import grown_plan
from tuning.identity import (
    PAIR_LOG,
    RESULT,
    identity_of,
    require_place,
    settle_identity,
    study_base,
    with_net,
)
from tuning.phase import GameTable, News, Phase
from tuning.plan import Plan
from tuning.storage import only_driver, opened_storage, repair_journal


def tune(
    folder: str,
    plan: Plan,
    pool: Callable[[], Pool[PairJob, Played]],
    *,
    listener: Callable[[News], object] = lambda _: None,
    command: str = "",
) -> Weights:
    """Start or resume the study in this folder; return its weights.

    `pool` opens what plays if games are left to play. A plan with more games than the study lets it
    grow (`tuning.growth`). Raises TuningError for a folder with another
    study or other files, and for damaged files; PairError if a game cannot be played.
    """
    require_place(folder)
    with only_driver(folder):
        base = study_base(folder, plan.game)
        signature = quick_signature(plan.rules.family)
        repair_journal(folder)
        plan = grown_plan(folder, with_net(folder, plan), base, signature)
        settle_identity(folder, identity_of(plan, base, signature))
        with PairLog(os.path.join(folder, PAIR_LOG)) as log:
            table = GameTable(plan, base, log, pool)
            weights = base
            try:
                storage = opened_storage(folder)
                for phase in range(len(plan.groups)):
                    weights = Phase(table, phase, weights, storage).run(listener)
            finally:
                table.close()
            _write_result(folder, table, weights, {"engine": signature, "command": command})
        return weights


def _write_result(folder: str, table: GameTable, weights: Weights, made_by: dict[str, str]) -> None:
    plan, path = table.plan, os.path.join(folder, RESULT)
    if os.path.exists(path) and game_weights(plan.rules, path, NO_NET) == weights:
        return
    games = games_of(table.log.known)
    provenance = {
        GAME: plan.game,
        "study": f"{plan.game}: {games} games at {plan.clock_text} per move by SPSA, seed "
        f"{plan.seed}, groups {', '.join('+'.join(phase) for phase in plan.groups)}",
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "begun_from": table.base.digest(),
        **made_by,
    }
    write_atomically(path, format_weights(weights, provenance).encode())
