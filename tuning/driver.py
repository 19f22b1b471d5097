"""The driver of a study: it runs the phases one after the other and writes their result.

Whatever is killed, the same command goes on: all that was played and told lies in the folder.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from search.bench import quick_signature
from search.weights import Weights
from search.weights.file import format_weights, game_weights
from tuning.files import PairLog, games_of, write_surely
from tuning.phase import TRIAL, Phase
from tuning.plan import Plan, identity_of, settle_identity, study_base
from tuning.storage import mend_journal, only_driver, open_storage, settle_place
from tuning.table import GameTable, LazyFarm

if TYPE_CHECKING:
    from collections.abc import Callable

    from tuning.farm import Farm
    from tuning.phase import News

    Listener = Callable[[News], object]

RESULT = "weights.toml"
PAIR_LOG = "games.jsonl"


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
    another study, PairError for games that cannot be played.
    """
    os.makedirs(folder, exist_ok=True)
    with only_driver(folder):
        base = study_base(folder, plan.game)
        signature = quick_signature(plan.rules.family)
        settle_identity(folder, identity_of(plan, base, signature))
        place = settle_place(folder, storage)
        mend_journal(folder)
        with PairLog(os.path.join(folder, PAIR_LOG)) as log:
            table = GameTable(plan, base, log, LazyFarm(farm))
            kept = open_storage(folder, place.address)
            try:
                weights = base
                for phase in range(len(plan.groups)):
                    weights = Phase(table, phase, weights, kept, place.prefix).run(listener)
            finally:
                table.farm.close()
            _write_result(folder, table, weights, {"engine": signature, "command": command})
        return weights


def _write_result(folder: str, table: GameTable, weights: Weights, made_by: dict[str, str]) -> None:
    """Write the study's weights, unless they stand there already."""
    plan, path = table.plan, os.path.join(folder, RESULT)
    if os.path.exists(path) and game_weights(plan.rules, path) == weights:
        return
    games = games_of(table.log.known, TRIAL)
    provenance = {
        "study": f"{plan.game}: {games} games at {plan.clock_text} a move by SPSA, seed "
        f"{plan.seed}, groups {', '.join('+'.join(phase) for phase in plan.groups)}",
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "begun_from": table.base.digest(),
        **made_by,
    }
    write_surely(path, format_weights(weights, provenance).encode())
