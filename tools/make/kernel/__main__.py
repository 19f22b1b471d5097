"""Compile the kernel for other machines, from the C that a build in place leaves.

    python -m tools.make.kernel FOLDER [TARGET ...]

Without a TARGET all are compiled, each into FOLDER/TARGET. The files go into `search/kernel` there,
where every CPython from 3.11 on loads them. Only the Python package `ziglang` is needed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.make.kernel.compiler import CompilerFailed
from tools.make.kernel.targets import TARGETS, build


def main() -> int:
    """Compile for the targets that the command line names. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("target", nargs="*", help=", ".join(TARGETS))
    options = parser.parse_args()
    unknown = set(options.target).difference(TARGETS)
    if unknown:
        parser.error(f"no target {', '.join(sorted(unknown))}: expected {', '.join(TARGETS)}")
    try:
        for name in options.target or TARGETS:
            for module in build(name, options.folder / name):
                print(f"{module}  {module.stat().st_size:,} bytes", flush=True)
    except CompilerFailed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
