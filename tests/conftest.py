"""Hypothesis profiles and markers of all tests.

The profile `steady` draws the same examples in every run, so that only a change causes a failure.
`pytest --hypothesis-profile=explore` draws new ones, many more.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from search import bench

# How long an example takes, or to draw it, depends on the load of the computer.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", UNTIMED, max_examples=500)
settings.register_profile("steady", UNTIMED, max_examples=50, derandomize=True)
settings.load_profile("steady")

# Hypothesis also draws constants of the modules that are loaded. Which these are depends on the
# tests that ran before in the same process, so the examples would differ from run to run.
assert hasattr(providers, "_get_local_constants")
providers._get_local_constants = Constants

# To compile the nets of tests takes longer than to train them. JAX reads it when it loads.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")
# Each match of engines takes the signature of the kernel, a second of search, for each of them. It
# does not change while tests run.
vars(bench)["quick_signature"] = cache(bench.quick_signature)

HERE = Path(__file__).parent
# Files, folders or single tests that take seconds, measured on two cores.
SLOW = (
    "agent/bundle",
    "arena/cluster",
    "arena/compliance",
    "arena/foreign",
    "arena/match",
    "arena/players/test_levels.py",
    "arena/players/test_other_checkout.py",
    "arena/processes",
    "arena/strength/test_sprt.py",
    "arena/tournament",
    "cli",
    "search/five",
    "search/kernel",
    "search/parallel",
    "search/test_solved",
    "search/test_gipf.py",
    "tuning",
    "conformance",
    "web/page",
    "web/test_api.py",
    "web/test_engines.py",
)
PROCESSES = (
    "agent/gomocup/test_loop.py",
    "agent/bundle",
    "agent/test_homework.py",
    "agent/test_move_path.py",
    "agent/test_old_python.py",
    "agent/test_whole_game.py",
    "agent/test_workers.py",
    "arena/cluster",
    "arena/compliance",
    "arena/foreign",
    "arena/match",
    "arena/players/test_other_checkout.py",
    "arena/players/test_recorded_checkout.py",
    "arena/processes",
    "arena/tournament",
    "cli",
    "search/parallel",
    "tuning/test_cluster.py",
    "tuning/test_farm.py",
    "web",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--nightly`, which runs the long tests as well."""
    parser.addoption("--nightly", action="store_true", help="run the nightly tests as well")


def pytest_configure(config: pytest.Config) -> None:
    """Leave the nightly tests out of any selection by markers, unless they are requested."""
    chosen = config.option.markexpr
    if not config.option.nightly:
        config.option.markexpr = f"({chosen}) and not nightly" if chosen else "not nightly"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the files and folders above."""
    for item in items:
        path = str(item.path.relative_to(HERE))
        if path.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
        if path.startswith(PROCESSES):
            item.add_marker(pytest.mark.processes)
