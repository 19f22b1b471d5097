"""The kernel as WebAssembly side modules, compiled from Cython's C by the Python package `ziglang`.

Nothing else is needed: the C library's headers are the ones that come with zig. Pyodide gives the
functions when a module is loaded; only sizes and layouts must agree with its machine, which has 32
bits and 64-bit times. So the headers are musl's for the machine that is alike in both (riscv32),
with the compiler's own `size_t`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from tools.make.kernel.compiler import (
    FAMILIES,
    KERNEL,
    OPTIONS,
    c_of,
    python_headers,
    zig,
    zig_folder,
)

MACHINE = ("-target", "wasm32-emscripten", "-mcpu=generic+simd128")
TYPES = """\
#if defined(__NEED_size_t) && !defined(__DEFINED_size_t)
typedef __SIZE_TYPE__ size_t;
#define __DEFINED_size_t
#endif
#include_next <bits/alltypes.h>
"""
HIDDEN = re.compile(r"(HAVE|SIZEOF|ALIGNOF|WITH|SYS|PTHREAD|PY)_\w+|Py_\w+")


def build_kernel(folder: Path, variables: Mapping[str, object]) -> list[Path]:
    """The side modules of all families, written below `folder`.

    variables  `sysconfig.get_config_vars()` of the Python that will load them
    Raises CompilerFailed.
    """
    headers = _write_headers(folder / "include", variables)
    return [_build(family, folder, headers) for family in FAMILIES]


def _write_headers(folder: Path, variables: Mapping[str, object]) -> list[str]:
    """The compiler's options for headers: Python's, with the other machine's sizes, and musl's."""
    sizes = sorted(
        f"#define {name} {value}\n"
        for name, value in variables.items()
        if HIDDEN.fullmatch(name) and isinstance(value, int) and value
    )
    python = python_headers(folder / "python", "".join(sizes))
    (folder / "bits").mkdir()
    (folder / "bits" / "alltypes.h").write_text(TYPES, encoding="ascii")
    musl = zig_folder() / "lib" / "libc" / "include"
    own = [f"-I{folder}", f"-I{python}", f"-I{KERNEL}"]
    return [*own, *(f"-isystem{musl / name}" for name in ("riscv32-linux-musl", "generic-musl"))]


def _build(family: str, folder: Path, headers: list[str]) -> Path:
    """The side module of a family."""
    made, module = folder / f"{family}.o", folder / f"{family}.abi3.so"
    zig("cc", *MACHINE, *OPTIONS, "-fPIC", *headers, "-c", c_of(family), "-o", str(made))
    zig(
        *("wasm-ld", "-shared", "--experimental-pic", "--no-entry", "--strip-all"),
        *("--unresolved-symbols=import-dynamic", f"--export=PyInit_{family}"),
        *(str(made), "-o", str(module)),
    )
    return module
