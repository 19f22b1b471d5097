"""One worker of `tuning.farm.Processes`: plays the jobs that it is given.

task    a job as JSON
answer  the pair as it was played; a failure, if it could not be
"""

from __future__ import annotations

import traceback

from arena.processes.worker import answer, fail, tasks
from tuning.games import PairPlayer, format_played, parse_job


def main() -> None:
    """Play until there are no more tasks."""
    player = PairPlayer()
    with tasks() as jobs:
        for job in jobs:
            try:
                played = player.play(parse_job(job))
            except Exception:  # noqa: BLE001 - whatever it is, it belongs to this job
                fail(traceback.format_exc())
            else:
                answer(format_played(played))
