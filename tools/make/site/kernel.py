"""The kernel as WebAssembly side modules, compiled from Cython's C by the Python package `ziglang`.

Nothing else is needed: the C library's headers are the ones that come with zig. Pyodide gives the
functions when a module is loaded; only sizes and layouts must agree with its machine, which has 32
bits and 64-bit times. So the headers are musl's for the machine that is alike in both (riscv32),
with the compiler's own `size_t`.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from tools.make.site.errors import SiteError

if TYPE_CHECKING:
    from collections.abc import Mapping

KERNEL = Path(__file__).parents[3] / "search" / "kernel"
FAMILIES = ("five", "gipf")
LIMITED_API = "0x030b0000"  # one module for Python 3.11 and newer
MACHINE = ("-target", "wasm32-emscripten", "-mcpu=generic+simd128")
TYPES = """\
#if defined(__NEED_size_t) && !defined(__DEFINED_size_t)
typedef __SIZE_TYPE__ size_t;
#define __DEFINED_size_t
#endif
#include_next <bits/alltypes.h>
"""
HIDDEN = re.compile(r"(HAVE|SIZEOF|ALIGNOF|WITH|SYS|PTHREAD|PY)_\w+|Py_\w+")
COMPILE_S = 600


def zig_folder() -> Path:
    """Where the package `ziglang` lies. Raises SiteError."""
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        raise SiteError("the Python package ziglang is missing: run `sh install.sh --dev`")
    return Path(found.origin).parent


def build_kernel(folder: Path, variables: Mapping[str, object]) -> list[Path]:
    """The side modules of all families, written below `folder`.

    variables  `sysconfig.get_config_vars()` of the Python that will load them
    Raises SiteError.
    """
    for source in (KERNEL / f"{family}.c" for family in FAMILIES):
        if not source.is_file():
            raise SiteError(f"{source} is missing: run `python setup.py build_ext --inplace`")
    headers = _write_headers(folder / "include", variables)
    return [_build(family, folder, headers) for family in FAMILIES]


def _write_headers(folder: Path, variables: Mapping[str, object]) -> list[str]:
    """The compiler's options for headers: Python's, with the other machine's sizes, and musl's."""
    shutil.rmtree(folder, ignore_errors=True)
    # A header finds the `pyconfig.h` beside it first, so Python's headers are copied.
    python = Path(sysconfig.get_path("include"))
    if not (python / "Python.h").is_file():
        raise SiteError(f"{python}/Python.h is missing: install the headers of Python")
    shutil.copytree(python, folder / "python")
    sizes = sorted(
        f"#define {name} {value}\n"
        for name, value in variables.items()
        if HIDDEN.fullmatch(name) and isinstance(value, int) and value
    )
    (folder / "python" / "pyconfig.h").write_text("".join(sizes), encoding="ascii")
    (folder / "bits").mkdir()
    (folder / "bits" / "alltypes.h").write_text(TYPES, encoding="ascii")
    musl = zig_folder() / "lib" / "libc" / "include"
    own = [f"-I{folder}", f"-I{folder / 'python'}", f"-I{KERNEL}"]
    return [*own, *(f"-isystem{musl / name}" for name in ("riscv32-linux-musl", "generic-musl"))]


def _build(family: str, folder: Path, headers: list[str]) -> Path:
    """The side module of a family."""
    made, module = folder / f"{family}.o", folder / f"{family}.abi3.so"
    _zig(
        *("cc", *MACHINE, "-O3", "-fwrapv", "-fPIC", "-fvisibility=hidden", "-w"),
        *(f"-DPy_LIMITED_API={LIMITED_API}", "-DCYTHON_LIMITED_API=1", *headers),
        *("-c", str(KERNEL / f"{family}.c"), "-o", str(made)),
    )
    _zig(
        *("wasm-ld", "-shared", "--experimental-pic", "--no-entry", "--strip-all"),
        *("--unresolved-symbols=import-dynamic", f"--export=PyInit_{family}"),
        *(str(made), "-o", str(module)),
    )
    return module


def _zig(*arguments: str) -> None:
    """Run a tool of zig. Raises SiteError."""
    command = [sys.executable, "-m", "ziglang", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_S, check=False)
    if ended.returncode:
        raise SiteError(f"{' '.join(command)}\n{ended.stderr}")
