"""The machines that the kernel is compiled for, and how.

All modules use the limited API, so one file serves every CPython (limited_api.h). Two things differ
on Windows. A module names the library that its functions come from, so it is linked with a list of
those that it uses. And Python's headers need a `pyconfig.h` of that system.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tools.make.kernel.compiler import FAMILIES, KERNEL, OPTIONS, c_of, python_headers, zig

V3 = "x86_64_v3"
PYCONFIG = Path(__file__).with_name("windows_pyconfig.h")
NAMES = re.compile(rb"(?<=\0)(?:__imp_)?(_?Py\w+)(?=\0)")  # in the object file's table of names


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A kind of machine.

    triple  the compiler's name for it, with the oldest C library
    cpu     the oldest processor
    ending  of the files' names
    v3      whether there is a second build, for processors with AVX2
    more    further options of the linker
    """

    triple: str
    cpu: str
    ending: str = ".abi3.so"
    v3: bool = False
    more: tuple[str, ...] = ()


LINKED = ("-O3", "-s")
MACOS = ("-Wl,-undefined,dynamic_lookup",)
TARGETS = {
    "linux-x86_64": Target(triple="x86_64-linux-gnu.2.17", cpu="x86_64", v3=True),
    "linux-aarch64": Target(triple="aarch64-linux-gnu.2.17", cpu="generic"),
    "musl-x86_64": Target(triple="x86_64-linux-musl", cpu="x86_64", v3=True),
    "musl-aarch64": Target(triple="aarch64-linux-musl", cpu="generic"),
    "windows-x86_64": Target(triple="x86_64-windows-gnu", cpu="x86_64", ending=".pyd", v3=True),
    "macos-arm64": Target(triple="aarch64-macos.11.0", cpu="apple_m1", more=MACOS),
    "macos-x86_64": Target(triple="x86_64-macos.10.13", cpu="x86_64", more=MACOS),
}


def asked(description: str) -> tuple[Path, list[str]]:
    """The folder and the targets that a command line names; without one, all targets."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("folder", type=Path)
    parser.add_argument("target", nargs="*", help=", ".join(TARGETS))
    options = parser.parse_args()
    unknown = set(options.target).difference(TARGETS)
    if unknown:
        parser.error(f"no target {', '.join(sorted(unknown))}: expected {', '.join(TARGETS)}")
    return options.folder, options.target or [*TARGETS]


def build(name: str, folder: Path) -> list[Path]:
    """The kernel's modules for a target, written below `folder` where the package has them.

    Raises CompilerFailed.
    """
    target = TARGETS[name]
    place = folder / "search" / "kernel"
    place.mkdir(parents=True, exist_ok=True)
    builds = [(family, target.cpu) for family in FAMILIES]
    if target.v3:
        builds += [(f"{family}_v3", V3) for family in FAMILIES]
    with tempfile.TemporaryDirectory() as work:
        return [_module(target, module, cpu, place, Path(work)) for module, cpu in builds]


def _module(target: Target, module: str, cpu: str, place: Path, work: Path) -> Path:
    """Compile and link one module.

    All are linked alike, so that the compiler makes its parts of the C library once for a target.
    """
    made = place / f"{module}{target.ending}"
    windows = "windows" in target.triple
    headers = python_headers(work / "python", PYCONFIG.read_text("ascii") if windows else None)
    machine = ("cc", "-target", target.triple)
    compiled = work / f"{module}.o"
    position = () if windows else ("-fPIC",)  # elsewhere code has no fixed address by itself
    zig(
        *(*machine, f"-mcpu={cpu}", *OPTIONS, *position, f"-I{headers}", f"-I{KERNEL}"),
        *("-c", c_of(module), "-o", str(compiled)),
    )
    libraries = [_python_library(compiled, work)] if windows else []
    linked = work / made.name  # beside it, the linker leaves a library on Windows
    parts = (*target.more, str(compiled), *libraries)
    zig(*machine, f"-mcpu={target.cpu}", *LINKED, "-shared", *parts, "-o", str(linked))
    return Path(shutil.move(linked, made))


def _python_library(compiled: Path, work: Path) -> str:
    """A library that finds what a module for Windows uses of Python in Python's own."""
    names = sorted({name.decode() for name in NAMES.findall(compiled.read_bytes())})
    listed, library = work / "python3.def", work / "libpython3.a"
    listed.write_text("LIBRARY python3.dll\nEXPORTS\n" + "\n".join(names) + "\n", encoding="ascii")
    zig("dlltool", "-m", "i386:x86-64", "-d", str(listed), "-l", str(library))
    return str(library)
