"""Translates and compiles the kernel step by step, for trials and for experiments."""

from __future__ import annotations

import os
import runpy
import shutil
import sys
import sysconfig
from collections.abc import Sequence

from tools import programs
from tools.programs import ProgramFailed, output_of

ROOT = str(programs.ROOT)
KERNEL = os.path.join("search", "kernel")
FAMILIES = ("five", "gipf")
FLAGS = ("-shared", "-fPIC", "-fwrapv", "-fvisibility=hidden", "-w")
INCLUDE = sysconfig.get_path("include")
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))  # of a compiled module of this Python


class CannotBuildError(Exception):
    """A variant cannot be built or run; the message is one line."""


def run(command: list[str], folder: str, what: str) -> str:
    """What a command prints. Raises CannotBuildError that says what failed, in one line."""
    try:
        return output_of(command, folder, variables={"PYTHONPATH": folder})
    except ProgramFailed as error:
        raise CannotBuildError(f"{what}: {str(error).splitlines()[-1]}") from error


def translate(folder: str, families: tuple[str, ...]) -> None:
    """Copy what a search needs into the folder, generate the tables, and translate the kernel."""
    built = shutil.ignore_patterns("*.so", "*.c", "__pycache__", "generated", "results")
    for package in ("games", "search", "data"):
        shutil.copytree(f"{ROOT}/{package}", f"{folder}/{package}", ignore=built)
    for family in families:
        translate_family(folder, family)


def translate_family(folder: str, family: str) -> None:
    """Generate the tables of a family in the folder, and translate its kernel."""
    write_tables(f"{folder}/{KERNEL}", family, f"{folder}/{KERNEL}")
    source = f"{KERNEL}/{family}.pyx"
    cython = [sys.executable, "-m", "cython", "-3", "-I", KERNEL, source]
    run(cython, folder, f"translating {source}")


def write_tables(kernel: str, family: str, folder: str) -> None:
    """Generate the tables of a family, by the kernel's sources, where a compiler looks for them."""
    os.makedirs(f"{folder}/generated", exist_ok=True)
    header = runpy.run_path(f"{kernel}/{family}_tables.py")["header"]()
    with open(f"{folder}/generated/{family}_tables.h", "w", encoding="ascii") as file:
        file.write(header)


def compile_family(
    folder: str, family: str, compiler: Sequence[str], include: str = INCLUDE, suffix: str = SUFFIX
) -> None:
    """Compile a translated kernel; `include` and `suffix` are those of the Python that loads it."""
    places = [f"-I{include}", f"-I{KERNEL}", f"{KERNEL}/{family}.c"]
    command = [*compiler, *FLAGS, *places, "-o", f"{KERNEL}/{family}{suffix}"]
    run(command, folder, f"compiling {family} with {' '.join(compiler)}")
