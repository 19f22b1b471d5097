"""Ctrl-C at a chosen moment."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupted(after_s: float) -> Iterator[None]:
    """Interrupt the body by Ctrl-C after it has computed for a number of seconds.

    The CPU time of this process counts: on a busy machine, a moment of the day may come before the
    body has begun. The KeyboardInterrupt is caught. Fails if the body ends first.
    """
    # A shell ignores the signal in tests that run in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    other = signal.signal(signal.SIGPROF, lambda *_: signal.raise_signal(signal.SIGINT))
    came = False
    try:
        signal.setitimer(signal.ITIMER_PROF, after_s)
        yield
    except KeyboardInterrupt:
        came = True
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, other)
        signal.signal(signal.SIGINT, before)
    assert came, "it came to its end before it was interrupted"
