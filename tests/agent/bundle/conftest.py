"""Both kinds of hand-in, written once for the tests of this folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from agent.bundle.contents import folder_contents, single_file_contents
from agent.bundle.kernel import best_kernel
from agent.bundle.target import write_bundle

KINDS = {"folder": folder_contents, "single-file": single_file_contents}


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A hand-in of each kind, written and then moved to an empty folder elsewhere."""
    found = {}
    for kind, contents in KINDS.items():
        made = tmp_path_factory.mktemp("made") / "hand-in"
        write_bundle(str(made), contents())
        found[kind] = tmp_path_factory.mktemp("moved") / "hand-in"
        os.rename(made, found[kind])
    return found


@pytest.fixture(params=KINDS)
def hand_in(written: dict[str, Path], request: pytest.FixtureRequest) -> Path:
    """The folder of a hand-in of either kind; tests only read it."""
    return written[request.param]


@pytest.fixture(scope="session")
def for_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hand-in with the kernel for all Pythons, which is compiled."""
    kernel = best_kernel()
    if kernel.lack:
        pytest.skip(f"there is no kernel for all Pythons: {kernel.lack}")
    folder = tmp_path_factory.mktemp("for-all") / "hand-in"
    write_bundle(str(folder), folder_contents(kernel.files))
    return folder
