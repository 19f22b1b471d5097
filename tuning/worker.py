"""One worker of `tuning.farm.Processes`: plays jobs.

task    a job as JSON
answer  the played pair, or a failure
"""

from __future__ import annotations

import traceback

from arena.processes.worker import answer, fail, tasks
from tuning.games import PairPlayer, format_played, parse_job


def main() -> None:
    """Play one pair per task until the input ends."""
    player = PairPlayer()
    with tasks() as jobs:
        for job in jobs:
            try:
                played = player.play(parse_job(job))
            except Exception:  # noqa: BLE001 - any failure belongs to this job
                fail(traceback.format_exc())
            else:
                answer(format_played(played))
