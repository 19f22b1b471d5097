"""One worker of a match (`arena.match.pool`): plays the games whose numbers it reads, until input
ends.

    standard input   the match's specification as JSON, then the number of a game on each line
    standard output  the record of each game as a line of JSON; {"refused": REASON}, and its end,
                     if the specification, or a game of it, cannot be played

It stops, and ends the agent that it may just be running, on SIGTERM and when its parent is gone.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sys
from typing import NoReturn

from arena.errors import ArenaError
from arena.game.record import format_game
from arena.match.match import MatchSpec, Table, plan_match
from arena.processes.process_tree import die_with_parent


def main() -> None:
    """Play until standard input ends."""
    signal.signal(signal.SIGTERM, _leave)
    die_with_parent()
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        told = sys.stdin.readline()
        if not told.endswith("\n"):
            return  # whoever started us died before it could say what to play
        spec = MatchSpec(**json.loads(told))
        plans = {plan.game: plan for plan in plan_match(spec)}
        try:
            with contextlib.closing(Table(spec)) as table:
                for line in sys.stdin:
                    print(format_game(table.play(plans[int(line)])), flush=True)
        except ArenaError as error:
            print(json.dumps({"refused": str(error)}, separators=(",", ":")), flush=True)


def _leave(_signal: int, _frame: object) -> NoReturn:
    """End by an exception, so that every `finally` on the way is run."""
    raise SystemExit(0)
