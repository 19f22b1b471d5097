"""The arena's tests leave no process behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import tests.one_engine
import tests.strategies  # noqa: F401 - loads the profile of all tests
from arena.processes.process_tree import children


@pytest.fixture(autouse=True)
def no_process_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every process that a test started has ended and been reaped; Dask's helper stays."""
    before = children()
    yield
    if "cluster" not in str(request.path):
        assert children() == before
