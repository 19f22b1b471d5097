"""Builds one extension of the kernel's sources into a folder of its own.

    python -m tools.laboratory.setup NAME SOURCE FOLDER [HOOKS ...]

`tools.laboratory` runs this in a process of its own and keeps what it makes.
"""

from __future__ import annotations

import os
import runpy
import sys

from Cython.Build import cythonize
from setuptools import Distribution, Extension

from search.native import processor_is_v3
from tools.laboratory import KERNEL

TABLES = ("five_tables", "gipf_tables")


def write_tables(folder: str, translated: str) -> None:
    """Generate, for this build alone, the tables that a translated source includes."""
    with open(translated, encoding="utf-8") as file:
        text = file.read()
    os.makedirs(f"{folder}/generated", exist_ok=True)
    for name in TABLES:
        if f'#include "generated/{name}.h"' in text:
            header = runpy.run_path(f"{KERNEL}/{name}.py")["header"]()
            with open(f"{folder}/generated/{name}.h", "w", encoding="ascii") as file:
                file.write(header)


def main(name: str, source: str, folder: str, *hooks: str) -> None:
    """Translate, write the tables, compile; the folder then holds the module's file."""
    flags = os.environ.get("PENTE_KERNEL_FLAGS", "").split()  # as in the ordinary build
    processor = ["-march=x86-64-v3"] if processor_is_v3() else []
    extension = Extension(
        name,
        [os.path.relpath(source)],
        include_dirs=[folder],
        extra_compile_args=["-O2", "-g0", "-fwrapv", "-fvisibility=hidden", *processor, *flags],
        extra_link_args=flags,
    )
    modules = cythonize([extension], include_path=[*hooks, KERNEL], build_dir=folder, quiet=True)
    write_tables(folder, modules[0].sources[0])
    command = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
    command.build_lib = command.build_temp = folder
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
