"""The CPU that a hand-in uses before it searches, with each Python of this computer.

    .venv/bin/python -m benchmarks.hand_in

A folder and a single file are written as `pente bundle` does. Each Python makes a move that needs
no search, and one that is ended where its search would begin; with a single file also a later one,
which finds the byte code that the first has kept. The figures are medians of REPEATS, in CPU
milliseconds as a referee counts them. They are written into docs/homework.md.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from agent.bundle.contents import folder_contents, single_file_contents
from agent.bundle.kernel import best_kernel
from agent.bundle.pythons import pythons_here
from agent.bundle.target import write_bundle
from agent.measure import charge
from arena.match.provenance import commit_of_tree
from tools.programs import ROOT, output_of
from tools.strength.tables import format_table, put_into

PAGE = ROOT / "docs/homework.md"
SAMPLES = ROOT / "data/samples"
REPEATS = 11
BARE = ("-I", "-S")  # what else is installed for a Python plays no part
PATIENCE_S = 60
CLOCK = "20.0"  # seconds left of the move whose search begins
HEAD = (
    *("Python", "empty script", "folder, sure move", "folder, search begins", "kernel loads"),
    *("one file, sure move", "one file, search begins", "again, later in the game"),
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
        rows: list[tuple[str, ...]] = [HEAD]
        for minor, python in pythons.items():
            rows.append((f"3.{minor}", *figures(python, folder, single, work)))
            print(*rows[-1], flush=True)
    commits = [str(commit_of_tree())[:7]]
    page = put_into(PAGE.read_text("utf-8"), "start", format_table(rows), commits)
    PAGE.write_text(page, "utf-8")
    return 0


def figures(python: str, folder: str, single: str, work: str) -> list[str]:
    """A row of the table: what HEAD names, for one Python."""
    empty = Path(work, "empty.py")
    empty.touch()
    times_ms = [sure_move_ms(python, str(empty), work)]
    script = f"{folder}/homework.py"
    times_ms += [sure_move_ms(python, script, work), *begin_ms(python, script, work)]
    script = f"{single}/homework.py"  # which has no kernel to load
    times_ms += [sure_move_ms(python, script, work), begin_ms(python, script, work)[0]]
    times_ms.append(begin_ms(python, script, work, later=True)[0])
    return [f"{ms:.1f} ms" for ms in times_ms]


def sure_move_ms(python: str, script: str, work: str) -> float:
    """Median CPU milliseconds of a script that finds an input with a win at once."""
    with tempfile.TemporaryDirectory(dir=work) as desk:
        shutil.copy(SAMPLES / "win_at_once_white.txt", f"{desk}/input.txt")
        command = [python, *BARE, script]
        return 1e3 * statistics.median(charge(command, desk)[0] for _ in range(REPEATS))


def begin_ms(python: str, script: str, work: str, *, later: bool = False) -> tuple[float, float]:
    """Median CPU milliseconds until a search begins, and of loading the kernel.

    `later`: with what an earlier move left in playdata.txt.
    """
    runs = []
    with tempfile.TemporaryDirectory(dir=work) as empty:
        desk = f"{empty}/desk"
        Path(desk).mkdir()
        colour, _, *rest = (SAMPLES / "middle_game_black.txt").read_text("ascii").split("\n")
        Path(desk, "input.txt").write_text("\n".join((colour, CLOCK, *rest)), "ascii")
        if later:
            charge([python, *BARE, script], desk)
            shutil.move(f"{desk}/playdata.txt", empty)
        for _ in range(REPEATS):
            command = [python, *BARE, "-c", BEGIN, script, desk]
            runs.append([*map(float, output_of(command, empty, most_s=PATIENCE_S).split())])
    loads, begins = (statistics.median(column) for column in zip(*runs, strict=True))
    return begins, loads


if __name__ == "__main__":
    sys.exit(main())
