"""The compiled kernel of the five-in-a-row family for a hand-in, without what only debuggers read.

Stripping halves or quarters an extension. A stripped one counts only if a new interpreter loads it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES

from agent.bundle.modules import ROOT

KERNEL = "search/kernel"
BUILDS = ("five", "five_v3")  # for any processor of the platform, and for x86-64-v3
STRIP_S = 60.0  # wall seconds; strip needs about 0.02
LOAD = """
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
loader = ExtensionFileLoader(*sys.argv[1:])
module = module_from_spec(spec_from_loader(sys.argv[1], loader))
loader.exec_module(module)
module.FiveSearch
"""


def kernel_files() -> dict[str, bytes]:
    """The extensions built for this Python by their paths, stripped where that works."""
    found = {}
    for build in BUILDS:
        for suffix in EXTENSION_SUFFIXES:
            path = f"{KERNEL}/{build}{suffix}"
            if os.path.isfile(os.path.join(ROOT, path)):
                found[path] = stripped(os.path.join(ROOT, path), f"search.kernel.{build}")
                break
    return found


def stripped(path: str, module: str) -> bytes:
    """The extension without symbols and debug lines; as it is, if it cannot do without them."""
    strip = shutil.which("strip")
    with tempfile.TemporaryDirectory() as folder:
        shorter = os.path.join(folder, os.path.basename(path))
        load = (sys.executable, "-I", "-S", "-c", LOAD, module, shorter)
        works = strip is not None and _succeeds((strip, "-o", shorter, path)) and _succeeds(load)
        with open(shorter if works else path, "rb") as file:
            return file.read()


def _succeeds(command: tuple[str, ...]) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, timeout=STRIP_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
