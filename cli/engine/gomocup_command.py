"""The command that turns the engine into a brain of the Gomocup protocol."""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter

import rich_click as click

from agent.gomocup.loop import main, say
from cli.options import json_option
from cli.output.settings import is_json

POINTS = re.compile(r"\d+,\d+( \d+,\d+)*")  # the answer to BEGIN, TURN, BOARD or SWAP2BOARD


@click.command(epilog="Example: pente gomocup")
@json_option
def gomocup() -> None:
    """Play as a Gomocup brain on standard input and output.

    Managers start the same program as `pbrain-pente`. Rules: INFO rule 0 is freestyle, 1 exactly
    five, 32 Pente, 64 Keryo-Pente. Boards have 5 to 20 lines; Pente and Keryo-Pente need 19.

    Standard output belongs to the protocol. So --json prints its object on standard error, at the
    end: the number of moves, errors and unknown commands, and the time.
    """
    if not is_json():
        main()
        return
    answers = Answers()
    try:
        main(answers.say)
    finally:
        print(json.dumps(answers.summary()), file=sys.stderr, flush=True)


class Answers:
    """Sends the brain's answers to the manager, and counts them."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._began_s = time.monotonic()

    def say(self, text: str) -> None:
        """Send one line."""
        word = text.partition(" ")[0]
        self._counts["move" if POINTS.fullmatch(text) else word] += 1
        say(text)

    def summary(self) -> dict[str, object]:
        """What the brain has done, as JSON."""
        return {
            "moves": self._counts["move"],
            "errors": self._counts["ERROR"],
            "unknown_commands": self._counts["UNKNOWN"],
            "messages": self._counts["MESSAGE"],
            "seconds_wall": round(time.monotonic() - self._began_s, 3),
            "seconds_cpu": round(time.process_time(), 3),
        }
