"""The end by Ctrl-C: the command says what it has found so far and how to continue; exit code 130.

SIGTERM and SIGHUP act like Ctrl-C, except where the caller ignores them, as `nohup` does.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130  # exit code
# Windows has no SIGHUP.
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
SIGNALS = (signal.SIGINT, *ENDING)


def end_on_signals() -> None:
    """Make SIGTERM and SIGHUP act like Ctrl-C, so that the command stops what it started."""

    def stop(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


class Stop:
    """Whether the user has asked for the end."""

    def __init__(self) -> None:
        self.asked = False


@contextmanager
def stopping(stop: Callable[[], object]) -> Iterator[Stop]:
    """Let the first Ctrl-C call `stop`, which ends the work early; the second interrupts as usual.

    Works in the main thread only; elsewhere nothing changes.
    """
    asked = Stop()

    def handle(_number: int, _frame: FrameType | None) -> None:
        if asked.asked:
            raise KeyboardInterrupt
        asked.asked = True
        stop()

    before = {}
    try:
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handle)
    except ValueError:  # not the main thread
        before = {}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
