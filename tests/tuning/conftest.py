"""Fixtures of the tuner's tests: the profile of all tests, a signature at no cost."""

from __future__ import annotations

import sys

import pytest

import tests.strategies  # noqa: F401 - loads the profile of all tests


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """JAX, where it is loaded, compiles the same program once in a run."""
    if jax := sys.modules.get("jax"):
        jax.config.update("jax_compilation_cache_dir", str(tmp_path_factory.mktemp("jax")))
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)


@pytest.fixture
def quick_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the bench of a second by a fixed signature; the games of these tests are
    simulated. No file has to outlive the computer, so none is forced to the disk.
    """
    monkeypatch.setattr("os.fsync", lambda _file: None)
    for module in ("driver", "acceptance.accept"):
        monkeypatch.setattr(f"tuning.{module}.quick_signature", lambda _family: "simulated")
