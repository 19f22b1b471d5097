"""The worker's side of a pool of processes (`arena.processes.pool`).

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
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any, NoReturn, Protocol

from arena.processes.process_tree import die_with_parent
from games.errors import in_words

FAILED = '{"failed":'  # start of the line that reports a failure


class TextPlayer(Protocol):
    """What plays tasks: the answer depends on the task alone."""

    def answer(self, task: str, /) -> str:
        """The answer to a task as one line. Raises ValueError or OSError."""
        ...

    def close(self) -> None:
        """Release what it keeps from task to task."""
        ...


def serve(player: Callable[[], TextPlayer]) -> None:
    """Play one task after the other until the input ends.

    Every end of the worker closes the player.
    """
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, _ignore)  # not SIG_IGN, which child processes would inherit
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # the pool started us with it held
    die_with_parent()
    with contextlib.suppress(BrokenPipeError), contextlib.closing(player()) as playing:
        for line in _lines_of_living_owner():
            print(_reply(playing, line), flush=True)


def _reply(player: TextPlayer, task: str) -> str:
    try:
        return player.answer(task)
    except (ValueError, OSError) as error:  # bad input, or such as a full disk
        return failure(in_words(error))
    except Exception:  # noqa: BLE001 - any failure belongs to this task
        return failure(traceback.format_exc())


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


def as_line(record: Any) -> str:
    """A dataclass, such as a task, as one line of JSON."""
    return json.dumps(asdict(record), separators=(",", ":"))


def failure(reason: str) -> str:
    """The line that says why a task has no answer."""
    return json.dumps({"failed": reason}, separators=(",", ":"))


def reason_in(line: str) -> str | None:
    """The reason in a line of `failure`; None for an answer."""
    return str(json.loads(line)["failed"]) if line.startswith(FAILED) else None


def _leave(_signal: int, _frame: object) -> NoReturn:
    raise SystemExit(0)


def _ignore(_signal: int, _frame: object) -> None:
    pass
