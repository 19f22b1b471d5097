"""A build of the kernel that does not ship: for experiments, and for tests.

`five_lab` is `five` with random delays and lockstep (`core/hooks.pxi`), which cost time in every
node. `laboratory()` builds it when the sources have changed, some half a minute, and loads it.
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

from search.native import processor_is_v3
from tools.compiling import FAMILIES, FLAGS, INCLUDE, ROOT, write_tables
from tools.programs import output_of

if TYPE_CHECKING:
    from search.kernel.five import FiveSearch

HERE = os.path.join(ROOT, "tools", "laboratory")
KERNEL = os.path.join(ROOT, "search", "kernel")
NAME = "tools.laboratory.five_lab"
SOURCE = os.path.join(HERE, "five_lab.pyx")
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


@cache
def laboratory() -> Laboratory:
    """The module `five_lab`, built if need be.

    Raises RuntimeError with the compiler's messages where it cannot be built.
    """
    path = os.path.join(BUILT, f"{NAME}-{digest_of_sources()}.so")
    if not os.path.exists(path):
        build(path)
    spec = importlib.util.spec_from_file_location(NAME, path)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module  # whoever asks for the file of a class's module finds it
    spec.loader.exec_module(module)
    five_lab: Laboratory = module
    return five_lab


def digest_of_sources() -> str:
    """What changes with the sources, and with the interpreter."""
    digest = sha256(str(sysconfig.get_config_var("SOABI")).encode())
    for folder in (KERNEL, HERE):
        for path in sorted(glob.glob(f"{folder}/**/*.p*", recursive=True)):
            if path.endswith((".pyx", ".pxi", ".py")):
                with open(path, "rb") as file:
                    digest.update(path.encode() + file.read())
    return digest.hexdigest()[:KEPT_DIGITS]


def build(path: str) -> None:
    """Build the extension; its file appears when it is whole."""
    print(f"building {NAME} ...", file=sys.stderr, flush=True)
    os.makedirs(BUILT, exist_ok=True)
    processor = ["-march=x86-64-v3"] if processor_is_v3() else []
    with tempfile.TemporaryDirectory(dir=BUILT) as folder:
        translated, made = f"{folder}/{NAME}.c", f"{folder}/{NAME}.so"
        cython = [sys.executable, "-m", "cython", "-3", "-I", HERE, "-I", KERNEL, SOURCE]
        output_of([*cython, "-o", translated], error=RuntimeError)
        for family in FAMILIES:
            write_tables(KERNEL, family, folder)
        compiler = ["cc", "-O2", "-DNDEBUG", *FLAGS, *processor, f"-I{INCLUDE}", f"-I{folder}"]
        output_of([*compiler, translated, "-o", made], error=RuntimeError)
        os.replace(made, path)
