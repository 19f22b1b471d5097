"""A worker for the tests of the pool: it does what its tasks say."""

from __future__ import annotations

import os
import signal
import time

from arena.processes.pool import TaskError, Work

INTERRUPTED = "INTERRUPTED_WHILE_LOADED"  # a variable of the environment
if INTERRUPTED in os.environ:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job inherits "ignore"
    signal.raise_signal(signal.SIGINT)


class Obeying:
    """Answers, fails, dies or sleeps; records the end of a sleep, which a file can end."""

    def answer(self, task: str) -> str:
        """Do one task; `die-once FILE` and `fail-once FILE` act only if FILE does not exist."""
        what, *about = task.split()
        if what.endswith("-once"):
            what = "answer" if os.path.exists(about[0]) else what.removesuffix("-once")
            open(about[0], "w", encoding="utf-8").close()
        if what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "fail":
            raise ValueError("it cannot be done")
        if what == "sleep":
            try:
                note(about[0])
                sleep(float(about[1]), f"{about[0]}.enough")
            finally:
                note(f"{about[0]}.ended")
        return " ".join(about)

    def close(self) -> None:
        """Release nothing."""


def sleep(seconds: float, enough: str) -> None:
    """Sleep in short steps: a signal just before Python blocks is handled only after the block."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and not os.path.exists(enough):
        time.sleep(min(left, 0.1))


def note(path: str) -> None:
    """Add this process to a file."""
    with open(path, "a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")


def work(
    *, deadline_s: float = 60.0, tries: int = 1, most_losses: int = 1, grace_s: float = 0.0
) -> Work[str, str]:
    """The work of these workers; a failure is raised as it is."""

    def itself(error: TaskError) -> Exception:
        return error

    return Work(
        player=Obeying,
        write=str,
        read=str.strip,
        key=str,
        family=lambda _task: "five",
        cores=lambda _task: 1,
        packed=str,
        failed=itself,
        deadline_s=deadline_s,
        tries=tries,
        most_losses=most_losses,
        grace_s=grace_s,
    )
