"""Fixtures of the tuner's tests: the profile of all tests, a signature at no cost."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import tests.strategies  # noqa: F401 - loads the profile of all tests
from tests.tuning.simulated import PLAN, Inline, landscape
from tuning.driver import tune


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


@pytest.fixture(scope="session")
def made() -> list[Path]:
    """The study that tests copy, once it is made."""
    return []


@pytest.fixture
def study(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    made: list[Path],
    quick_signature: None,  # noqa: ARG001 - the engine of the study
) -> Path:
    """The folder of a finished study of 96 games."""
    if not made:
        made.append(tmp_path_factory.mktemp("made") / "study")
        tune(str(made[0]), PLAN, lambda: Inline(landscape(PLAN, seed=1).play))
    return Path(shutil.copytree(made[0], tmp_path / "study"))
