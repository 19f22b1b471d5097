"""The search: the engine on the compiled kernel, its weights, solvers, and searches in Python.

Other packages call `engine`. `native` alone loads the compiled extension. `reference` and
`textbook` search in plain Python. This package knows deadlines, but no game clocks, harness files
or matches.
"""

import os

ROOT = os.path.dirname(os.path.dirname(__file__))  # the folder of the packages and of `data`
# Where Python finds the packages: in a wheel they lie below `pente` (setup.py).
IMPORTS_FROM = ROOT if __name__ == "search" else os.path.dirname(ROOT)
# For `os.open`, which costs a move 0.1 ms less than `open`: it waits for no pipe's writer. Windows
# has only O_BINARY, and needs it.
READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
