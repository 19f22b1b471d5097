"""Extensions of the kernel's sources that do not ship: for experiments, and for tests.

`five_lab` is `five` with random delays and lockstep (`core/hooks.pxi`), which cost time in every
node. `laboratory()` builds it when the sources have changed, some half a minute, and loads
it; `load_extension` does the same for another source.
"""

from __future__ import annotations

import glob
import importlib.util
import os
import sys
import sysconfig
import tempfile
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from tools import programs
from tools.programs import output_of

if TYPE_CHECKING:
    from search.kernel.five import FiveSearch

ROOT = str(programs.ROOT)
HERE = os.path.join(ROOT, "tools", "laboratory")
KERNEL = os.path.join(ROOT, "search", "kernel")
BUILT = os.path.join(ROOT, "build", "laboratory")
KEPT_DIGITS = 16


class Laboratory(Protocol):
    """What the module `five_lab` has."""

    FiveSearch: type[FiveSearch]

    def dawdle(self, delay_us: int) -> None:
        """Let workers of crews formed from now on wait, up to so long, at split points."""

    def keep_in_step(self, quantum: int) -> None:
        """Let no worker of a crew formed from now on get so many nodes ahead; 0: all run free."""

    def steps(self) -> int:
        """In lockstep: nodes, and waiting counted as nodes, of worker 0 since `keep_in_step`."""


def laboratory() -> Laboratory:
    """The module `five_lab`, built if need be."""
    module: Laboratory = load_extension("tools.laboratory.five_lab", HERE)
    return module


@cache
def load_extension(name: str, *hooks: str) -> Any:
    """The extension module of this full name, whose .pyx lies where the name says.

    hooks  folders that are looked through before the kernel's own for what the source includes

    Raises RuntimeError with the compiler's messages where it cannot be built.
    """
    source = os.path.join(ROOT, *name.split(".")) + ".pyx"
    path = os.path.join(BUILT, f"{name}-{digest_of(source, hooks)}.so")
    if not os.path.exists(path):
        build(name, source, hooks, path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # whoever asks for the file of a class's module finds it
    spec.loader.exec_module(module)
    return module


def digest_of(source: str, hooks: tuple[str, ...]) -> str:
    """What changes with the sources, with how they are built, and with the interpreter."""
    folders = [KERNEL, HERE, os.path.dirname(source), *hooks]
    paths = {path for folder in folders for path in glob.glob(f"{folder}/**/*.p*", recursive=True)}
    digest = sha256(f"{sysconfig.get_config_var('SOABI')} {hooks}".encode())
    for path in sorted(paths):
        if path.endswith((".pyx", ".pxi", ".py")):
            with open(path, "rb") as file:
                digest.update(path.encode() + file.read())
    return digest.hexdigest()[:KEPT_DIGITS]


def build(name: str, source: str, hooks: tuple[str, ...], path: str) -> None:
    """Build an extension; its file appears when it is whole."""
    print(f"building {name} ...", file=sys.stderr, flush=True)
    os.makedirs(BUILT, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILT) as folder:
        command = [sys.executable, "-m", "tools.laboratory.setup", name, source, folder, *hooks]
        output_of(command, error=RuntimeError)
        (made,) = glob.glob(f"{folder}/**/*.so", recursive=True)
        os.replace(made, path)
