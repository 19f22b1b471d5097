"""Both kinds of hand-in, written once for the tests of this folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from agent.bundle.contents import folder_contents, single_file_contents
from agent.bundle.kernel import best_kernel
from agent.bundle.target import write_bundle
from tools.programs import output_of

BARE = (sys._base_executable, "-I", "-S")  # type: ignore[attr-defined]  # outside any environment
POSITIONS = (
    "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0",
    "19/19/19/19/19/12w6/9b1b7/7b1wb8/7b1bw8/7b1b9/6wwwb9/9w1bw6/19/19/19/19/19/19/19 w 2,4",
    "19/19/19/19/19/19/8b10/9w9/8bwb8/9w9/10b8/19/19/19/19/19/19/19/19 w 0,0",
)
# Runs homework.py without an input, then searches with the modules that it has loaded.
SEARCH = """
import os, runpy, sys
leave, os._exit = os._exit, lambda code: None
runpy.run_path(sys.argv[1], run_name="__main__")
from games.five.diagram import parse_position
from games.five.rules import rules_named
from search.limits import Limits
from search.engine import Engine
for text in sys.argv[2:]:
    position = parse_position(text, rules_named("pente"))
    found = Engine(position.rules).search(position, Limits(nodes=20_000))
    print(found.best, found.score, found.nodes)
"""
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


def searched(folder: Path, where: Path, python: Sequence[str] = BARE) -> str:
    """What the engine of a hand-in finds in POSITIONS, each within 20,000 nodes."""
    return output_of([*python, "-c", SEARCH, str(folder / "homework.py"), *POSITIONS], where)
