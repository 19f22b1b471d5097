"""One worker of a match or a tournament (`arena.match.runners`): plays the games it is given.

task    a game as `arena.match.jobs` writes it
answer  its record; if the game cannot be played here, a failure, then the worker ends

Before the worker ends, it ends its running agent.
"""

from __future__ import annotations

import contextlib

from arena.errors import ArenaError
from arena.game.record import format_game
from arena.match.jobs import JobPlayer, parse_job
from arena.processes.worker import answer, fail, tasks


def main() -> None:
    """Play one game per task until the input ends."""
    with tasks() as games:
        try:
            with contextlib.closing(JobPlayer()) as player:
                for game in games:
                    answer(format_game(player.play(parse_job(game))))
        except (ArenaError, OSError) as error:  # OSError: of this computer, such as a full disk
            fail(str(error))
