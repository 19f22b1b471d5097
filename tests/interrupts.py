"""Ctrl-C at a moment of the test's choice."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupted(after_s: float) -> Iterator[None]:
    """What is done within is broken off by Ctrl-C after so many seconds, and KeyboardInterrupt ends
    here; a failure where it comes to its own end.
    """
    # Where the tests were started in the background a shell has had the signal ignored.
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
