"""What a move that needs no search is charged, against an empty script of the same interpreter.

CPU seconds of both as a referee counts them, started in turns, the median of 20; in a copy of the
sources, so that the bytecode kept from earlier runs is known:

    kept        as after the set-up: bytecode lies beside the sources
    not written PYTHONDONTWRITEBYTECODE=1 after the set-up: bytecode is read, none is written
    never kept  PYTHONDONTWRITEBYTECODE=1 and no set-up: every source is compiled each time

Run: .venv/bin/python -m benchmarks.move_overhead
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
    """Copy what a move may load, without any bytecode."""
    shutil.copy(f"{ROOT}/homework.py", folder)
    for room in ("agent", "games", "search"):
        shutil.copytree(
            f"{ROOT}/{room}", f"{folder}/{room}", ignore=shutil.ignore_patterns("__pycache__")
        )


if __name__ == "__main__":
    sys.exit(main())
