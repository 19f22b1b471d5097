"""What every worker of a pool (`arena.processes.worker_pool`) does beside its task.

    standard input   one task a line, until the pool ends
    standard output  one answer a line, or {"failed": REASON}

It ends quietly when its input ends, on SIGTERM, and when the process that started it is gone,
killed or not. Ctrl-C reaches the pool's owner, who decides.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

from arena.processes.process_tree import die_with_parent

if TYPE_CHECKING:
    from collections.abc import Iterator

FAILED = '{"failed":'  # how the line begins that says why a task has no answer


@contextlib.contextmanager
def tasks() -> Iterator[Iterator[str]]:
    """The tasks as they come. Whatever ends the worker within runs every `finally` on the way."""
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, _stay)  # not SIG_IGN, which programs started below would inherit
    die_with_parent()
    with contextlib.suppress(BrokenPipeError):
        yield (line for line in sys.stdin if line.endswith("\n"))  # half a line: the pool died


def answer(text: str) -> None:
    """Send the answer to the last task."""
    print(text, flush=True)


def fail(reason: str) -> None:
    """Say why the last task has no answer."""
    print(json.dumps({"failed": reason}, separators=(",", ":")), flush=True)


def _leave(_signal: int, _frame: object) -> NoReturn:
    raise SystemExit(0)


def _stay(_signal: int, _frame: object) -> None:
    pass
