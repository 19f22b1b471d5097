"""A worker for the tests of the pool: it does what its tasks say."""

from __future__ import annotations

import os
import signal
import sys
import time

from arena.processes.worker import answer, fail, tasks

if "interrupted" in sys.argv:  # by Ctrl-C while it is loaded
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job inherits "ignore"
    signal.raise_signal(signal.SIGINT)


def main() -> None:
    """Answer, fail, die or sleep; record the end of a sleep in a file."""
    with tasks() as told:
        for task in told:
            do(*task.split())


def do(what: str, *about: str) -> None:
    """Do one task; `die-once FILE` and `fail-once FILE` act only if FILE does not exist."""
    if what.endswith("-once"):
        what = "answer" if os.path.exists(about[0]) else what.removesuffix("-once")
        open(about[0], "w", encoding="utf-8").close()
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "fail":
        fail("it cannot be done")
        return
    if what == "sleep":
        note = about[0]
        try:
            with open(note, "a", encoding="utf-8") as file:
                file.write(f"{os.getpid()}\n")
            time.sleep(float(about[1]))
        finally:
            with open(f"{note}.ended", "a", encoding="utf-8") as file:
                file.write(f"{os.getpid()}\n")
    answer(" ".join([*about, *sys.argv[1:]]))
