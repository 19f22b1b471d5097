"""What a move imports and reads: little, and only from homework.py's own folder."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from search.native import processor_is_v3
from tests.agent.conftest import copy_of_sources
from tests.agent.desk import ROOT, Desk, sample, with_clock

# What an interpreter always loads, whatever its build, `site` and the encodings included.
PYTHON = frozenset(
    (
        *("__future__", "__main__", "_abc", "_codecs", "_collections_abc", "_distutils_hack"),
        *("_frozen_importlib", "_frozen_importlib_external", "_imp", "_io", "_signal"),
        *("_sitebuiltins", "_stat", "_thread", "_warnings", "_weakref", "abc", "atexit"),
        *("builtins", "codecs", "copyreg", "genericpath", "io", "marshal", "os", "posix"),
        *("posixpath", "site", "sitecustomize", "stat", "sys", "time", "usercustomize"),
        "zipimport",
    )
)
SURE = """
agent agent.files agent.harness agent.instant agent.protocol
games games.errors games.rules games.five games.five.points games.five.rules
"""
SEARCHING = f"""{SURE}
agent.book agent.calibration agent.clock agent.memory agent.player agent.searcher
games.five.diagram games.five.position games.five.symmetry
search search.engine search.errors search.kernel search.limits search.native search.pace
search.result search.root search.score search.five search.five.adapter search.five.forced
search.five.native search.net search.net.file search.weights search.weights.file
search.weights.five search.weights.tunable
mmap
"""  # mmap is a module in C that costs next to nothing to load

SPY = """
import os, sys
paths = []
def hear(event, words):
    if event == "open":
        paths.append(str(words[0]))
sys.addaudithook(hear)
leave = os._exit
def tell(code):
    from sys import modules
    files = {name: getattr(module, "__file__", None) for name, module in modules.items()}
    opened = [*paths]
    import json
    with open("spied", "w") as file:
        json.dump([files, opened], file)
    leave(code)
os._exit = tell
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources whose homework.py writes down what it loads and opens."""
    root = copy_of_sources(tmp_path_factory.mktemp("copied") / "tree")
    (root / "homework.py").write_text(SPY + (ROOT / "homework.py").read_text())
    return root


def spied(desk: Desk, request: bytes, root: Path) -> tuple[dict[str, str], list[str]]:
    """The file of each module that is loaded when homework.py ends, and what it opened.

    It is started in another folder, with another checkout on Python's path.
    """
    environment = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT)}
    done = desk.ask(request, root=root, environment=environment)
    assert (done.code, done.said) == (0, "")
    modules, opened = json.loads((desk.folder / "spied").read_text())
    return modules, opened


def beyond(modules: dict[str, str], allowed: str) -> set[str]:
    """The modules that are not allowed.

    Standard encodings and the kernel's modules always are.
    """
    free = ("encodings", "os.", "search.kernel.", "cython_runtime", "_cython_")
    return {name for name in modules if not name.startswith(free)} - PYTHON - {*allowed.split()}


def test_move_path_of_a_sure_move_is_short(desk: Desk, copied: Path) -> None:
    """A move that needs no search loads only the protocol and the board as a string."""
    modules, _ = spied(desk, sample("win_at_once_white"), copied)
    assert beyond(modules, SURE) == set()
    assert not {"search.kernel.five", "search.kernel.five_v3"} & modules.keys()


def test_move_path_of_a_search_is_short_and_its_own(desk: Desk, copied: Path) -> None:
    """A searching move loads no slow module of the standard library.

    It reads the weights and the kernel of its own tree, and nothing of other folders but Python's
    and its own three files; modules and data that lie in its folder are not used.
    """
    shutil.copytree(ROOT / "data" / "weights", desk.folder / "data" / "weights")
    (desk.folder / "games").mkdir()
    (desk.folder / "games" / "__init__.py").write_text("1 / 0\n")
    (desk.folder / "agent.py").write_text("1 / 0\n")
    modules, opened = spied(desk, with_clock(sample("handout_black"), "10.0"), copied)
    assert beyond(modules, SEARCHING) == set()
    (name,) = {"search.kernel.five", "search.kernel.five_v3"} & modules.keys()
    assert (name == "search.kernel.five_v3") == processor_is_v3()
    assert Path(modules[name]).parent == copied / "search" / "kernel"
    paths = {os.path.normpath(desk.folder / path) for path in opened}
    (weights,) = {path for path in paths if path.endswith(".toml")}
    assert weights == str(copied / "data" / "weights" / "pente.toml")
    allowed = (str(copied), sys.base_prefix, sys.prefix, "/proc", "/dev", "/sys")
    files = {"input.txt", "output.txt.tmp", "playdata.txt", "playdata.txt.tmp", "calibration.txt"}
    own = {f"{desk.folder}/{name}" for name in files}
    assert {path for path in paths if not path.startswith(allowed)} <= own


@pytest.mark.parametrize("linked", [False, True])
def test_move_path_is_found_in_safe_path_mode(desk: Desk, *, linked: bool) -> None:
    """If Python leaves the script's folder out of its path, homework.py adds it; a link may lead
    there.
    """
    if linked:
        (desk.folder / "homework.py").symlink_to(ROOT / "homework.py")
    root = desk.folder if linked else ROOT
    done = desk.ask(sample("empty_white"), root=root, environment={"PYTHONSAFEPATH": "1"})
    assert (done.code, done.output) == (0, "10K\n")
