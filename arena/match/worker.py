"""One worker of a match (`arena.match.pool`): plays the games whose numbers it is given.

    argument  the match's specification as JSON
    task      the number of a game
    answer    its record; if the match cannot be played here, a failure, then the worker ends

Before the worker ends, it ends its running agent.
"""

from __future__ import annotations

import contextlib
import json
import sys

from arena.errors import ArenaError
from arena.game.record import format_game
from arena.match.match import MatchSpec, Table, plan_match
from arena.processes.worker import answer, fail, tasks


def main() -> None:
    """Play one game per task until the input ends."""
    spec = MatchSpec(**json.loads(sys.argv[1]))
    plans = {plan.game: plan for plan in plan_match(spec)}
    with tasks() as games:
        try:
            with contextlib.closing(Table(spec)) as table:
                for game in games:
                    answer(format_game(table.play(plans[int(game)])))
        except ArenaError as error:
            fail(str(error))
