"""The CPU that a hand-in uses before it searches, with each Python of this computer.

    .venv/bin/python -m benchmarks.hand_in

A folder and a single file are written as `pente bundle` does. Each Python makes a move that needs
no search, and one that is ended where its search would begin. The figures are medians of REPEATS,
in CPU milliseconds as a referee counts them. They are written into docs/homework.md.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from agent.bundle.contents import folder_contents, single_file_contents
from agent.bundle.kernel import best_kernel
from agent.bundle.pythons import pythons_here
from agent.bundle.target import write_bundle
from agent.measure import charge
from arena.match.provenance import commit_of_tree
from tools.strength.tables import format_row, put_into

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/homework.md"
SAMPLES = ROOT / "data/samples"
REPEATS = 11
BARE = ("-I", "-S")  # what else is installed for a Python plays no part
PATIENCE_S = 60
HEAD = (
    *("Python", "empty script", "folder, sure move", "folder, search begins", "kernel loads"),
    *("one file, sure move", "one file, search begins"),
)
# Runs homework.py without an input, then makes a move that ends where its search would begin.
BEGIN = """
import os, sys, time
leave, os._exit = os._exit, lambda code: None
path = sys.argv[1]
exec(compile(open(path).read(), path, "exec"), {"__name__": "__main__", "__file__": path})
from search.errors import KernelMissing
from search.native import kernel_of
before = time.process_time()
try:
    kernel_of("five")
    loaded = time.process_time() - before
except KernelMissing:
    loaded = float("nan")
from search.engine import Engine
def told(*_, **__):
    print(1e3 * loaded, 1e3 * time.process_time())
    sys.stdout.flush()
    leave(0)
Engine.search = told
from agent.harness import run
run(sys.argv[2])
"""


def main() -> int:
    """Measure, print the table, and write it into the page. Return the exit code."""
    kernel = best_kernel()
    if kernel.lack:
        print(f"there is no kernel for all Pythons: {kernel.lack}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as work:
        pythons = pythons_here()
        folder, single = f"{work}/folder", f"{work}/single"
        write_bundle(folder, folder_contents(kernel.files, pythons.values()))
        write_bundle(single, single_file_contents())
        rows = [HEAD, ("---",) * len(HEAD)]
        for minor, python in pythons.items():
            rows.append((f"3.{minor}", *figures(python, folder, single, work)))
            print(*rows[-1], flush=True)
    table = "\n".join(map(format_row, rows))
    page = put_into(PAGE.read_text("utf-8"), "start", table, [str(commit_of_tree())[:7]])
    PAGE.write_text(page, "utf-8")
    return 0


def figures(python: str, folder: str, single: str, work: str) -> list[str]:
    """A row of the table: what HEAD names, for one Python."""
    empty = Path(work, "empty.py")
    empty.touch()
    found = [sure_move_ms(python, str(empty), work)]
    for place in (folder, single):
        begins, loads = begin_ms(python, f"{place}/homework.py", work)
        found += [sure_move_ms(python, f"{place}/homework.py", work), begins, loads]
    return [f"{ms:.1f} ms" for ms in found[:-1]]  # one file has no kernel


def sure_move_ms(python: str, script: str, work: str) -> float:
    """Median CPU milliseconds of a script that finds an input with a win at once."""
    with tempfile.TemporaryDirectory(dir=work) as desk:
        shutil.copy(SAMPLES / "win_at_once_white.txt", f"{desk}/input.txt")
        command = [python, *BARE, script]
        return 1e3 * statistics.median(charge(command, desk)[0] for _ in range(REPEATS))


def begin_ms(python: str, script: str, work: str) -> tuple[float, float]:
    """Median CPU milliseconds until a search begins, and of loading the kernel."""
    found = []
    with tempfile.TemporaryDirectory(dir=work) as empty:
        desk = f"{empty}/desk"
        Path(desk).mkdir()
        shutil.copy(SAMPLES / "middle_game_black.txt", f"{desk}/input.txt")
        for _ in range(REPEATS):
            command = [python, *BARE, "-c", BEGIN, script, desk]
            done = subprocess.run(
                command, cwd=empty, capture_output=True, text=True, timeout=PATIENCE_S, check=True
            )
            found.append([*map(float, done.stdout.split())])
    loads, begins = (statistics.median(column) for column in zip(*found, strict=True))
    return begins, loads


if __name__ == "__main__":
    sys.exit(main())
