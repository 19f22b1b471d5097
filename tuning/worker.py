"""One process of `tuning.farm.Processes`: plays the jobs that it reads, until input ends.

    standard input   jobs as JSON, one a line
    standard output  for each the pair as it was played, or {"key": KEY, "failed": REASON}

It stops on SIGTERM and when its parent is gone.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import traceback

from arena.processes.process_tree import die_with_parent
from tuning.games import Job, Played, Player, format_played, parse_job


def answer_of(player: Player, job: Job) -> Played | str:
    """The pair as it was played, or why it could not be."""
    try:
        return player.play(job)
    except Exception:  # noqa: BLE001 - whatever it is, it belongs to this job and is told with it
        return traceback.format_exc()


def main() -> None:
    """Play until standard input ends."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver decides when it is over
    die_with_parent()
    player = Player()
    with contextlib.suppress(BrokenPipeError):
        for line in sys.stdin:
            job = parse_job(line)
            answer = answer_of(player, job)
            if isinstance(answer, str):
                print(json.dumps({"key": job.key, "failed": answer}), flush=True)
            else:
                print(format_played(answer), flush=True)
