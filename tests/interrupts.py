"""Ctrl-C at a chosen moment."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupted(after_s: float) -> Iterator[None]:
    """Interrupt the body by Ctrl-C after a number of seconds, and catch its KeyboardInterrupt.

    Fails if the body ends first.
    """
    # A shell ignores the signal in tests that run in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(after_s, os.kill, (os.getpid(), signal.SIGINT))
    came = False
    try:
        timer.start()
        yield
    except KeyboardInterrupt:
        came = True
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert came, "it came to its end before it was interrupted"
