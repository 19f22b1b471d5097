"""The compiler of the Python package `ziglang`, which has the C libraries of all targets."""

from __future__ import annotations

import importlib.util
import shutil
import sys
import sysconfig
from pathlib import Path

from tools.programs import ROOT, ProgramFailed, output_of

KERNEL = ROOT / "search" / "kernel"
FAMILIES = ("five", "gipf")
SOURCES = ("*.pyx", "*.pxi")
LIMITED_API = Path(__file__).with_name("limited_api.h")  # one module for all Pythons
OPTIONS = ("-O3", "-fwrapv", "-fvisibility=hidden", "-w", "-include", str(LIMITED_API))


class CompilerFailed(ProgramFailed):
    """The compiler refused; the message is what it said."""


def zig_folder() -> Path:
    """Where the package `ziglang` lies. Raises CompilerFailed."""
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        need = "run `sh install.sh --extra hand-in`"
        raise CompilerFailed(f"the Python package ziglang is missing: {need}")
    return Path(spec.origin).parent


def c_of(module: str) -> str:
    """The C that a build in place made of a module. Raises CompilerFailed for an older one."""
    made = KERNEL / f"{module}.c"
    others = tuple(family for family in FAMILIES if not module.startswith(family))
    sources = (path for kind in SOURCES for path in KERNEL.rglob(kind))
    own = [path for path in sources if not path.relative_to(KERNEL).parts[0].startswith(others)]
    newest = max(path.stat().st_mtime for path in own)
    if not made.is_file() or made.stat().st_mtime < newest:
        state = "older than its sources" if made.is_file() else "missing"
        raise CompilerFailed(f"{made} is {state}: run `python setup.py build_ext --inplace`")
    return str(made)


def zig(*arguments: str) -> None:
    """Run a tool of zig. Raises CompilerFailed."""
    zig_folder()
    output_of([sys.executable, "-m", "ziglang", *arguments], error=CompilerFailed)


def python_headers(folder: Path, pyconfig: str | None = None) -> str:
    """The folder of Python's headers; with another `pyconfig.h`, a copy of them in `folder`.

    A header finds the `pyconfig.h` beside it first. Raises CompilerFailed.
    """
    own = sysconfig.get_path("include")
    if not Path(own, "Python.h").is_file():
        raise CompilerFailed(f"{own}/Python.h is missing: install the headers of Python")
    if pyconfig is None:
        return own
    shutil.copytree(own, folder, dirs_exist_ok=True)
    (folder / "pyconfig.h").write_text(pyconfig, encoding="ascii")
    return str(folder)
