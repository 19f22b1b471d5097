"""What a move imports, and from where: little, and only from homework.py's own folder."""

from __future__ import annotations

from pathlib import Path

from search.native import processor_is_v3
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
AT_ONCE = frozenset(
    (
        *("agent", "agent.files", "agent.harness", "agent.instant", "agent.protocol"),
        *(
            "games",
            "games.errors",
            "games.five",
            "games.five.points",
            "games.five.rules",
            "games.rules",
        ),
    )
)
SEARCHING = AT_ONCE | frozenset(
    (
        *("agent.book", "agent.calibration", "agent.clock", "agent.memory"),
        *("agent.player", "games.five.symmetry"),
        *("agent.searcher", "games.five.diagram", "games.five.position", "search", "search.engine"),
        *(
            "search.errors",
            "search.five",
            "search.five.forced",
            "search.five.adapter",
            "search.five.native",
            "search.kernel",
            "search.limits",
            "search.native",
            "search.net",
            "search.net.file",
            "search.pace",
            "search.result",
            "search.root",
        ),
        *("search.score", "search.weights", "search.weights.file", "search.weights.five"),
        *("search.weights.tunable",),
        "mmap",  # the standard library: modules in C that cost next to nothing to load
    )
)

SPY = """
import os, sys
leave = os._exit
def tell(code):
    from sys import modules
    rows = [f"{name} {getattr(module, '__file__', None)}" for name, module in modules.items()]
    with open("modules", "w") as file:
        file.write("\\n".join(rows))
    leave(code)
os._exit = tell
"""


def modules_after(desk: Desk, request: bytes, tmp_path: Path) -> dict[str, str]:
    """Return name and file of every module that is loaded when homework.py ends."""
    root = tmp_path / "spied"
    root.mkdir()
    for package in ("agent", "games", "search", "data"):
        (root / package).symlink_to(ROOT / package)
    (root / "homework.py").write_text(SPY + (ROOT / "homework.py").read_text())
    done = desk.ask(request, root=root)
    assert done.code == 0
    assert done.output is not None
    rows = (desk.folder / "modules").read_text().split("\n")
    return {row.partition(" ")[0]: row.partition(" ")[2] for row in rows}


def beyond(modules: dict[str, str], allowed: frozenset[str]) -> set[str]:
    """Return the modules that are not allowed; standard encodings and the kernel's modules always
    are.
    """
    free = ("encodings", "os.", "search.kernel.", "cython_runtime", "_cython_")
    return {name for name in modules if name not in allowed | PYTHON and not name.startswith(free)}


def test_move_path_of_a_sure_move_is_short(desk: Desk, tmp_path: Path) -> None:
    """A move that needs no search loads only the protocol and the board as a string."""
    modules = modules_after(desk, sample("win_at_once_white"), tmp_path)
    assert beyond(modules, AT_ONCE) == set()
    assert not {"search.kernel.five", "search.kernel.five_v3"} & modules.keys()


def test_move_path_of_a_search_is_short(desk: Desk, tmp_path: Path) -> None:
    """A searching move loads no slow module of the standard library."""
    modules = modules_after(desk, with_clock(sample("handout_black"), "5.0"), tmp_path)
    assert beyond(modules, SEARCHING) == set()


def test_move_path_loads_the_extension_of_its_own_tree(desk: Desk, tmp_path: Path) -> None:
    """Run from another folder, homework.py searches with the extension of its own tree."""
    modules = modules_after(desk, with_clock(sample("handout_black"), "5.0"), tmp_path)
    (name,) = {"search.kernel.five", "search.kernel.five_v3"} & modules.keys()
    assert (name == "search.kernel.five_v3") == processor_is_v3()
    found = Path(modules[name])
    assert found.suffix == ".so"
    assert found.resolve().parent == ROOT / "search" / "kernel"


def test_move_path_ignores_modules_of_the_current_folder(desk: Desk) -> None:
    """A file in the current folder that is named like one of our modules is not loaded."""
    (desk.folder / "games").mkdir()
    (desk.folder / "games" / "__init__.py").write_text("1 / 0\n")
    (desk.folder / "agent.py").write_text("1 / 0\n")
    done = desk.ask(sample("empty_white"))
    assert (done.code, done.output) == (0, "10K\n")


def test_move_path_is_found_in_safe_path_mode(desk: Desk) -> None:
    """If Python leaves the script's folder out of its path, homework.py adds it."""
    done = desk.ask(sample("empty_white"), environment={"PYTHONSAFEPATH": "1"})
    assert (done.code, done.output) == (0, "10K\n")


def test_move_path_works_through_a_link(desk: Desk) -> None:
    """homework.py may be a link to the real one."""
    link = desk.folder / "homework.py"
    link.symlink_to(ROOT / "homework.py")
    done = desk.ask(sample("empty_white"), root=desk.folder)
    assert (done.code, done.output) == (0, "10K\n")
