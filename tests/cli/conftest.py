"""Commands that run inside the process of the tests leave its signals as they were."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

import tests.one_engine  # noqa: F401 - saves a second a match


@pytest.fixture(autouse=True)
def signals_of_before() -> Iterator[None]:
    """Restore the handlers that a command has set (`cli.output.stopping`)."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
