"""Tries pbrain-pente.exe under Wine: its moves, its starts, its memory.

    python -m tools.trials.exe EXE [--games 100] [--nodes 300] [--publish]

EXE is what `python -m tools.make.exe FOLDER` wrote. It hears both sides of games of the brain here
against itself, at equal nodes, and must answer alike. Then its starts are timed, the first of which
writes its files, and it moves on the largest board with Gomocup's memory. `--publish` writes the
table of docs/gomocup.md. Wine's own work is in the times.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from tools.make.kernel.compiler import CompilerFailed
from tools.trials.brains import played
from tools.trials.figures import publish
from tools.trials.systems import KEPT, SystemMissing, windows

STARTS = 5
LARGEST = ("START 20", "INFO max_memory 367001600", "INFO timeout_turn 5000", "BEGIN", "TURN 9,9")
ABOUT = ("ABOUT", "END")


def main() -> int:
    """Try the program that the command line names. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("exe", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=300, help="of each move")
    parser.add_argument("--publish", action="store_true", help="Write the table of the docs")
    options = parser.parse_args()
    exe = options.exe.resolve()
    try:
        forget_files()
        first = heard(exe, ABOUT)
        later = [heard(exe, ABOUT) for _ in range(STARTS)]
        _, _, _, memory_kib = heard(exe, LARGEST)
    except (SystemMissing, CompilerFailed) as missing:
        print(f"not tried: {missing}", file=sys.stderr)
        return 1
    moves, other = same_moves(exe, options.games, options.nodes)
    figures = {
        "size of the file": f"{exe.stat().st_size / 1e6:.1f} MB",
        "its files on the disk": f"{sum(path.stat().st_size for path in files()) / 1e6:.1f} MB",
        "first start, until the first answer": f"{first[1]:.1f} s; {first[2]:.2f} s of CPU",
        "later starts, median of five": f"{median(start[1] for start in later):.1f} s; "
        f"{median(start[2] for start in later):.2f} s of CPU",
        "memory at most, 20 lines, a turn of 5 s": f"{memory_kib / 1024:.0f} MiB of 350",
        f"moves in {options.games} games, {options.nodes} nodes each": f"{moves:,}",
        "of these not the brain's on Linux": str(other),
    }
    for name, figure in figures.items():
        print(f"{name}: {figure}")
    if options.publish:
        publish("exe", [{"what": name, "under Wine": figure} for name, figure in figures.items()])
    return int(other > 0)


def same_moves(exe: Path, games: int, nodes: int) -> tuple[int, int]:
    """How many moves the brains of so many games made, and how many of them EXE does not make."""
    moves = other = 0
    for seat in played(games, nodes):
        said, *_ = heard(exe, seat.heard)
        assert len(said) == len(seat.said), f"{len(said)} answers, expected {len(seat.said)}"
        pairs = [(here, there) for here, there in zip(seat.said, said, strict=True) if here != "OK"]
        moves += len(pairs)
        other += sum(here != there for here, there in pairs)
    return moves, other


def heard(exe: Path, lines: tuple[str, ...] | list[str]) -> tuple[list[str], float, float, int]:
    """What EXE answers to these lines, seconds until the first answer, CPU seconds, most KiB.

    Raises SystemMissing, CompilerFailed.
    """
    began = time.monotonic()
    with started(exe) as brain:
        assert brain.stdin is not None
        assert brain.stdout is not None
        with brain.stdin as told:
            told.write("\n".join([*lines, ""]))
        said = [brain.stdout.readline()]
        first_s = time.monotonic() - began
        said += brain.stdout
        _, status, used = os.wait4(brain.pid, 0)
        brain.returncode = os.waitstatus_to_exitcode(status)
    assert brain.returncode == 0, f"ended with {brain.returncode}"
    return (
        [line.rstrip("\n") for line in said],
        first_s,
        used.ru_utime + used.ru_stime,
        used.ru_maxrss,
    )


def started(exe: Path) -> subprocess.Popen[str]:
    """EXE as its manager starts it. Raises SystemMissing, CompilerFailed."""
    wine = windows()
    return subprocess.Popen(
        [wine.python[0], str(exe)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,  # Wine opens no other
        env={**os.environ, **wine.environment},
        text=True,
    )


def files() -> list[Path]:
    """What the program has written into Wine's own folder of the user's data."""
    return [path for folder in folders() for path in folder.rglob("*") if path.is_file()]


def folders() -> list[Path]:
    """The program's folders."""
    return [*(KEPT / "wine").glob("drive_c/users/*/AppData/Local/pbrain-pente")]


def forget_files() -> None:
    """Remove what earlier starts have written."""
    for folder in folders():
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
