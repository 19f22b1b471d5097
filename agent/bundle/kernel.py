"""The compiled kernel of a hand-in: for which Pythons and machines there is one here.

A checkout compiles modules that every Python from 3.7 on loads, for two kinds of machines. A wheel
has brought such modules for its own kind. Else there are those that were built in place, for one
Python alone. They come without what only debuggers read, which is half of them or more.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import product
from typing import NamedTuple

from agent.bundle.modules import ROOT
from search.native import MACHINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

FOLDER = "search/kernel"
BUILDS = ("five", "five_v3")  # for any processor of the platform, and for x86-64-v3
MACHINES = ("linux-x86_64", "linux-aarch64")
ANY_PYTHON = ".abi3.so"
WINDOWS = "/five.pyd"  # without the name of a Python
OLDEST, OLDEST_WINDOWS = 7, 11  # 3.7 and 3.11: see tools/make/kernel/limited_api.h
COMPILER = "tools/make/kernel"
COMPILE_S = 1800.0  # wall seconds; it takes about one minute, and a second if nothing has changed


class Kernel(NamedTuple):
    """The modules by their paths in the hand-in, and why they do not serve all Pythons, or ""."""

    files: dict[str, bytes]
    lack: str = ""


def best_kernel() -> Kernel:
    """The kernel for every Python on MACHINES if a checkout can compile it, else what is here.

    With what is here, if this Python may not load the other: it runs on another system.
    """
    if not can_compile():
        return Kernel(kernel_here(), "an installation cannot compile it for others")
    with tempfile.TemporaryDirectory() as work:
        command = (sys.executable, "-m", COMPILER.replace("/", "."), work, *MACHINES)
        try:
            done = subprocess.run(
                command, cwd=ROOT, capture_output=True, text=True, timeout=COMPILE_S, check=False
            )
            said = done.stderr.strip().split("\n")[-1] if done.returncode else ""
        except (OSError, subprocess.TimeoutExpired) as error:
            said = str(error)
        if said:
            return Kernel(kernel_here(), said)
        files = {}
        for machine, build in product(MACHINES, BUILDS):
            made = f"{work}/{machine}/{FOLDER}/{build}{ANY_PYTHON}"
            if os.path.isfile(made):
                files[f"{FOLDER}/{machine}/{build}{ANY_PYTHON}"] = _read(made)
        loads = MACHINE in MACHINES and platform.libc_ver()[0] == "glibc"
        return Kernel(files if loads else {**files, **kernel_here()})


def can_compile() -> bool:
    """Whether this is a checkout, which has the program for it."""
    return os.path.isdir(os.path.join(ROOT, COMPILER))


def kernel_here() -> dict[str, bytes]:
    """The modules that this Python loads here, by their paths in a hand-in."""
    files = {}
    for build in BUILDS:
        for suffix in EXTENSION_SUFFIXES:  # Python takes the first
            path = os.path.join(ROOT, FOLDER, build + suffix)
            if os.path.isfile(path):
                place = f"{FOLDER}/{MACHINE}" if suffix == ANY_PYTHON else FOLDER
                files[f"{place}/{build}{suffix}"] = stripped(path)
                break
    return files


def serves(files: Collection[str], minor: int) -> bool:
    """Whether Python 3.`minor` loads one of these modules, on a machine that they are for."""
    own = f".cpython-3{minor}-", f".cp3{minor}-"
    return any(
        path.endswith(ANY_PYTHON)
        or (path.endswith(WINDOWS) and minor >= OLDEST_WINDOWS)
        or any(tag in path for tag in own)
        for path in files
    )


def description(files: Collection[str]) -> str:
    """For which Pythons and machines these modules are, in a few words."""
    machines = sorted({path.split("/")[2] for path in files if path.endswith(ANY_PYTHON)})
    parts = [f"every Python from 3.{OLDEST} on, on {' and '.join(machines)}"] if machines else []
    if any(path.endswith(WINDOWS) for path in files):
        parts.append(f"every Python from 3.{OLDEST_WINDOWS} on, on Windows")
    elif any(not path.endswith(ANY_PYTHON) for path in files):
        parts.append(f"Python 3.{sys.version_info.minor} alone on {MACHINE}")
    return "; ".join(parts) or "no Python: none was built where the bundle was made"


def stripped(path: str) -> bytes:
    """The extension without symbols and debug lines; as it is, if there is no `strip` for it."""
    strip = shutil.which("strip")
    if strip is None:
        return _read(path)
    with tempfile.TemporaryDirectory() as folder:
        shorter = os.path.join(folder, os.path.basename(path))
        done = subprocess.run([strip, "-o", shorter, path], capture_output=True, check=False)
        return _read(path if done.returncode else shorter)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
