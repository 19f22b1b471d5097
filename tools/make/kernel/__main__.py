"""Compile the kernel for other machines, from the C that a build in place leaves.

    python -m tools.make.kernel FOLDER [TARGET ...]

Without a TARGET all are compiled, each into FOLDER/TARGET. The files go into `search/kernel` there,
where every CPython from 3.7 on loads them, on Windows from 3.11 on. Only the Python package
`ziglang` is needed.
"""

from __future__ import annotations

import sys

from tools.make.kernel.compiler import CompilerFailed
from tools.make.kernel.targets import asked, build


def main() -> int:
    """Compile for the targets that the command line names. Return the exit code."""
    folder, targets = asked(__doc__.partition("\n")[0])
    try:
        for name in targets:
            for module in build(name, folder / name):
                print(f"{module}  {module.stat().st_size:,} bytes", flush=True)
    except CompilerFailed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
