"""The CPU cost of a move without a search, and what a search costs before it begins.

    .venv/bin/python -m benchmarks.move_overhead

A move and an empty script of the same interpreter run alternately; the figures are medians of 20,
in CPU time as a referee counts it. They run in a copy of the sources with a known state of the
bytecode cache:

    kept        as after the installation: bytecode is cached
    not written PYTHONDONTWRITEBYTECODE=1 after the installation: bytecode is read, not written
    never kept  PYTHONDONTWRITEBYTECODE=1 without a cache: every move compiles all sources

Then new processes import the engine and open it for Pente with a table of 16 MiB, with the shipped
net and without a net by turns; the figures are medians of 20, in CPU time of the process.
"""

from __future__ import annotations

import compileall
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

from agent.measure import charge

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

REPEATS = 20
SAMPLES = ("empty_white", "win_at_once_white")
NOT_WRITTEN = {"PYTHONDONTWRITEBYTECODE": "1"}
ENVIRONMENTS: tuple[tuple[str, dict[str, str], float], ...] = (
    ("kept", {}, 1.25),
    ("not written", NOT_WRITTEN, 1.5),
    ("never kept", NOT_WRITTEN, 1.5),
)
MOST_NET_MS = 1.0
OPENING = """
import time
start = time.process_time()
from games.five.rules import PRESETS
from search.engine import Engine
from search.weights.file import shipped_weights
weights = shipped_weights(PRESETS["pente"], {net!r})
with Engine(PRESETS["pente"], weights, table_mb=16):
    print(1e3 * (time.process_time() - start))
"""
PATIENCE_S = 60


def main() -> int:
    """Print both tables; 0 if all ratios, and what the net adds, are within their limits."""
    return 0 if moves_are_good() & opening_is_good() else 1


def opening_is_good() -> bool:
    """Print what the engine costs before it searches; whether the net adds little enough."""
    times: dict[str | None, list[float]] = {None: [], "none": []}
    for _ in range(REPEATS):
        for net, found in times.items():
            found.append(opening_ms(net))
    shipped_ms, without_ms = (statistics.median(found) for found in times.values())
    added_ms = shipped_ms - without_ms
    print(f"opening the engine: {shipped_ms:.2f} ms with the net, {without_ms:.2f} ms without")
    print(f"the net adds {added_ms:.2f} ms, limit {MOST_NET_MS:.2f} ms")
    return added_ms <= MOST_NET_MS


def opening_ms(net: str | None) -> float:
    """CPU milliseconds of importing and opening the engine in a new process; None: shipped net."""
    printed = subprocess.check_output(
        [sys.executable, "-c", OPENING.format(net=net)], cwd=ROOT, timeout=PATIENCE_S
    )
    return float(printed)


def moves_are_good() -> bool:
    """Print a line for each environment and sample; whether all ratios are within their limits."""
    good = True
    print(f"{'bytecode':<12}{'input':<20}{'empty ms':>10}{'move ms':>10}{'ratio':>8}{'limit':>8}")
    for name, extra, limit in ENVIRONMENTS:
        for sample in SAMPLES:
            empty_ms, move_ms = measure(sample, extra, compiled=name != "never kept")
            ratio = move_ms / empty_ms
            good = good and ratio <= limit
            print(
                f"{name:<12}{sample:<20}{empty_ms:>10.2f}{move_ms:>10.2f}{ratio:>8.2f}{limit:>8.2f}"
            )
    return good


def measure(sample: str, extra: dict[str, str], *, compiled: bool) -> tuple[float, float]:
    """Median CPU milliseconds of an empty script and of a move, in a fresh copy of the sources."""
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    environment.update(extra)
    with tempfile.TemporaryDirectory() as folder:
        copy_sources(folder)
        if compiled:
            compileall.compile_dir(folder, quiet=1)
        shutil.copy(f"{ROOT}/data/samples/{sample}.txt", f"{folder}/input.txt")
        with open(f"{folder}/empty.py", "w", encoding="ascii"):
            pass
        times: dict[str, list[float]] = {"empty.py": [], "homework.py": []}
        for script in times:
            charge([sys.executable, script], folder, environment)
        for _ in range(REPEATS):
            for script, seconds in times.items():
                seconds.append(1e3 * charge([sys.executable, script], folder, environment)[0])
    return statistics.median(times["empty.py"]), statistics.median(times["homework.py"])


def copy_sources(folder: str) -> None:
    """Copy the sources that a move may load, without bytecode."""
    shutil.copy(f"{ROOT}/homework.py", folder)
    for package in ("agent", "games", "search"):
        shutil.copytree(
            f"{ROOT}/{package}", f"{folder}/{package}", ignore=shutil.ignore_patterns("__pycache__")
        )


if __name__ == "__main__":
    sys.exit(main())
