"""The CPU cost of a move without a search, against an empty script of the same interpreter.

    .venv/bin/python -m benchmarks.move_overhead

Both run alternately; the figures are medians of 20, in CPU time as a referee counts it. They run in
a copy of the sources with a known state of the bytecode cache:

    kept        as after the installation: bytecode is cached
    not written PYTHONDONTWRITEBYTECODE=1 after the installation: bytecode is read, not written
    never kept  PYTHONDONTWRITEBYTECODE=1 without a cache: every move compiles all sources
"""

from __future__ import annotations

import compileall
import os
import shutil
import statistics
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


def main() -> int:
    """Print a line for each environment and sample; 0 if all ratios are within their limits."""
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
    return 0 if good else 1


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
                seconds.append(1e3 * charge([sys.executable, script], folder, environment))
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
