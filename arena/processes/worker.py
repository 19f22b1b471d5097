"""The worker's side of a pool (`arena.processes.worker_pool`).

    standard input   one task per line, until the pool ends
    standard output  one answer per line, or {"failed": REASON}

A worker ends quietly when its input ends, on SIGTERM, and when its parent ends or is killed. It
ignores Ctrl-C, which the pool's owner handles.
"""

from __future__ import annotations

import contextlib
import json
import select
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

from arena.processes.process_tree import die_with_parent

if TYPE_CHECKING:
    from collections.abc import Iterator

FAILED = '{"failed":'  # start of the line that reports a failure


@contextlib.contextmanager
def tasks() -> Iterator[Iterator[str]]:
    """Context that gives the tasks; every end of the worker runs the `finally` blocks in it."""
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, _ignore)  # not SIG_IGN, which child processes would inherit
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # the pool started us with it held
    die_with_parent()
    with contextlib.suppress(BrokenPipeError):
        yield _lines_of_living_owner()


def _lines_of_living_owner() -> Iterator[str]:
    """The whole lines of the input, until the pool's owner ends.

    The owner may be killed before `die_with_parent` takes effect. Then no signal comes, but a task
    may be in the pipe: it must not be started.
    """
    owner = select.poll()
    owner.register(sys.stdin, 0)  # POLLHUP alone: nobody holds the other end of the pipe
    for line in sys.stdin:
        if not line.endswith("\n") or owner.poll(0):
            return
        yield line


def answer(text: str) -> None:
    """Send the answer to the last task."""
    print(text, flush=True)


def fail(reason: str) -> None:
    """Report why the last task has no answer."""
    print(json.dumps({"failed": reason}, separators=(",", ":")), flush=True)


def _leave(_signal: int, _frame: object) -> NoReturn:
    raise SystemExit(0)


def _ignore(_signal: int, _frame: object) -> None:
    pass
