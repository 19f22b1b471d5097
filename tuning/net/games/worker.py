"""One worker of self-play (`tuning.net.games.play`): plays blocks of games.

task    a block as JSON
answer  its games as JSON, or a failure
"""

from __future__ import annotations

import traceback

from arena.processes.worker import answer, fail, tasks
from tuning.net.games.blocks import BlockPlayer


def main() -> None:
    """Play one block per task until the input ends."""
    player = BlockPlayer()
    with tasks() as blocks:
        for block in blocks:
            try:
                played = player.play(block)
            except Exception:  # noqa: BLE001 - any failure belongs to this block
                fail(traceback.format_exc())
            else:
                answer(played)
