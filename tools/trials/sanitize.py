"""Runs the kernel's tests and random games under AddressSanitizer and UBSan.

    .venv/bin/python -m tools.trials.sanitize [--part tests|games] [--games 300] [--seed 1]

Copies git's files to `build/sanitized` and builds the extensions there; the installed ones stay.
Then it runs the tests that use the kernel and random games of every rule set, with the sanitizers
preloaded (`tools/trials/sanitized_games.py` explains `--rules` and `--first`). A process stops at
its first fault and writes a report, search workers included. Exit code 0: no fault; 1: a failed
test, or a fault, whose report is printed; 2: it could not run, and one line says why; 130:
interrupted.

Signed overflow is not a fault: hashes wrap on purpose (`-fwrapv`). Leaks are not checked: CPython
keeps memory until its end. Python allocates with plain malloc here, so that the sanitizer also
checks the bounds of its bytes objects, which the kernel reads and writes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time

from cli.output.stopping import INTERRUPTED, end_on_signals
from games.registry import GAMES
from tools.programs import ROOT, ProgramFailed, output_of

BUILT = os.path.join(ROOT, "build", "sanitized")
REPORTS = os.path.join(BUILT, "reports")
NOW = os.path.join(BUILT, "game-now.txt")
FLAGS = (
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
    "-fno-omit-frame-pointer",
    "-g",
    "-O1",
)
PARTS = ("tests", "games")
TESTS = ("tests/search", "tests/conformance", "tests/agent")
# Skipped tests, and why.
SHORT_OF_MEMORY = "limits the address space, of which AddressSanitizer reserves terabytes"
NOT_COMPILED = "slow, and runs no compiled code"
MEASURES_CPU = "compares CPU to 50 ms; a process under AddressSanitizer starts and ends slower"
LEFT_OUT = {
    "tests/agent/gomocup/test_loop.py::test_short_memory_costs_no_move": SHORT_OF_MEMORY,
    "tests/search/parallel/test_crew.py::test_crew_keeps_to_limits_of_all": (MEASURES_CPU),
    "tests/search/test_reference.py": NOT_COMPILED,
    "tests/conformance/test_readers.py": NOT_COMPILED,
    "tests/conformance/test_records.py": NOT_COMPILED,
    "tests/search/test_weights.py": NOT_COMPILED,
}
SHOWN_LINES = 30  # lines of a report; the interpreter's stack frames follow the kernel's
SHOWN_REPORTS = 3
OK, FAULT, CANNOT_RUN = 0, 1, 2


class CannotRunError(ProgramFailed):
    """The build or the sanitizers are not available; the message is one line."""


def library(name: str) -> str:
    """The path of a sanitizer's library, by gcc. Raises CannotRunError."""
    path = output_of(["gcc", f"-print-file-name={name}"], error=CannotRunError).strip()
    if not os.path.isabs(path):  # gcc prints the bare name if there is no such file
        raise CannotRunError(f"gcc has no {name}: install its sanitizers (libgcc-N-dev on Debian)")
    return os.path.realpath(path)


def environment() -> dict[str, str]:
    """The environment of a sanitized process; reports go to REPORTS. Raises CannotRunError.

    UBSan writes only to standard error and then aborts; AddressSanitizer reports the abort.
    """
    reports = f"log_path={REPORTS}/report"
    return os.environ | {
        "LD_PRELOAD": f"{library('libasan.so')} {library('libubsan.so')}",
        "ASAN_OPTIONS": f"detect_leaks=0:halt_on_error=1:handle_abort=2:{reports}",
        "UBSAN_OPTIONS": f"halt_on_error=1:abort_on_error=1:{reports}",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": BUILT,
    }


def copy_tree() -> None:
    """Make a new copy of all files that git tracks or does not ignore. Raises CannotRunError."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = output_of(command, error=CannotRunError)
    shutil.rmtree(BUILT, ignore_errors=True)
    os.makedirs(REPORTS)
    for name in listed.rstrip("\0").split("\0"):
        if os.path.isfile(os.path.join(ROOT, name)):  # it may be deleted in the working tree
            os.makedirs(os.path.dirname(os.path.join(BUILT, name)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), os.path.join(BUILT, name))


def build() -> None:
    """Build the extensions in the copy. Raises CannotRunError."""
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    flags = {"CC": "gcc", "PENTE_KERNEL_FLAGS": " ".join(FLAGS)}
    said = output_of(command, BUILT, error=CannotRunError, variables=flags)
    kernel = os.path.join(BUILT, "search", "kernel")
    built = {name.partition(".")[0] for name in os.listdir(kernel) if name.endswith(".so")}
    wanted = {name[: -len(".pyx")] for name in os.listdir(kernel) if name.endswith(".pyx")}
    # The extensions for newer processors may be missing: setup.py skips them if they fail to build.
    missing = {name for name in wanted - built if not name.endswith("_v3")}
    if missing:
        raise CannotRunError(f"the build made no {', '.join(sorted(missing))}:\n{said}")


def commands(given: argparse.Namespace) -> dict[str, list[str]]:
    """The command of each part, run in the copy."""
    left_out = [f"--deselect={test}" for test in LEFT_OUT]
    # AddressSanitizer reports faults, not faulthandler; pytest must not capture UBSan's output.
    # One process: tests that measure CPU are slow enough here without a second one.
    plain = ["-p", "no:faulthandler", "--capture=sys", "--numprocesses=0"]
    games = [f"--{name}={getattr(given, name)}" for name in ("games", "seed", "first")]
    rules = [f"--rules={name}" for name in given.rules or ()]
    return {
        "tests": [sys.executable, "-m", "pytest", "-q", *plain, *left_out, *TESTS],
        "games": [
            sys.executable,
            "-m",
            "tools.trials.sanitized_games",
            *games,
            *rules,
            f"--now={NOW}",
        ],
    }


def run(command: list[str], env: dict[str, str]) -> int:
    """Run a command in the copy, with its output shown; return the exit code."""
    return subprocess.run(command, cwd=BUILT, env=env, check=False).returncode


def reports_in(folder: str) -> list[str]:
    """The sanitizers' reports, oldest first."""
    paths = [os.path.join(folder, name) for name in os.listdir(folder)]
    return sorted(paths, key=os.path.getmtime)


def show(reports: list[str]) -> None:
    """Print the beginnings of the first reports on standard error."""
    for path in reports[:SHOWN_REPORTS]:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
        print(
            f"\n{path}, its first {SHOWN_LINES} lines:",
            *lines[:SHOWN_LINES],
            sep="\n",
            file=sys.stderr,
        )


def verdict(codes: dict[str, int], reports: list[str]) -> int:
    """The exit code: OK only if every part succeeded and there is no report."""
    return FAULT if reports or any(codes.values()) else OK


def summary(codes: dict[str, int], reports: list[str], seconds: float) -> str:
    """The findings in one paragraph."""
    parts = ", ".join(f"{name} (exit code {code})" for name, code in codes.items())
    text = (
        f"Run under AddressSanitizer and UBSan: {parts}; {seconds / 60:.1f} minutes with the build."
    )
    if codes.get("games"):
        with open(NOW, encoding="ascii") as file:
            text += f" The game that failed: --part games {file.read()}."
    if reports:
        return f"{text} Reports of faults: {len(reports)}, in {REPORTS}."
    return f"{text} No sanitizer reports a fault" + (
        ", but a part failed: see its output above." if any(codes.values()) else "."
    )


def check(given: argparse.Namespace) -> int:
    """Build, run the requested parts, print the findings; return the exit code."""
    start = time.monotonic()
    env = environment()
    print(f"building in {BUILT}", flush=True)
    copy_tree()
    build()
    if run([sys.executable, "-c", "import search.kernel.five"], env) and not reports_in(REPORTS):
        raise CannotRunError("Python does not start with the sanitizers preloaded")
    codes: dict[str, int] = {}
    for part, command in commands(given).items():
        if part in (given.part or PARTS):
            print(f"{part}, {time.monotonic() - start:.0f} s after the start", flush=True)
            codes[part] = run(command, env)
    reports = reports_in(REPORTS)
    show(reports)
    print("\n" + summary(codes, reports, time.monotonic() - start))
    return verdict(codes, reports)


def main() -> int:
    """Read the command line and run the checks."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--part", choices=PARTS, action="append", help="run only this part")
    options.add_argument("--games", type=int, default=300, help="games per rule set")
    options.add_argument("--seed", type=int, default=1)
    names = [*GAMES]
    options.add_argument("--rules", choices=names, action="append", help="rule sets to play")
    options.add_argument("--first", type=int, default=0, help="number of the first game")
    given = options.parse_args()
    try:
        return check(given)
    except KeyboardInterrupt:
        return INTERRUPTED
    except CannotRunError as error:
        print(f"sanitize.py cannot run: {error}", file=sys.stderr)
        return CANNOT_RUN


if __name__ == "__main__":
    end_on_signals()
    sys.exit(main())
