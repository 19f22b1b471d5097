"""Plants small faults in the kernel's rules and search, and reports whether the quick tests fail.

    .venv/bin/python -m tools.trials.faults [NAME...]

`faults.txt` has a line of the source and what replaces it for each. The command copies the checkout
once, and runs the tests there without a fault: they must pass. For each fault it compiles only the
affected kernel, without optimisation, and runs the tests of that family until one fails. It prints
a line for each fault, and exits with 1 if one was not caught.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tools.compiling import KERNEL, compile_family, translate_family

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_suffix(".txt")
LEFT_OUT = (".git", ".venv", "build", "node_modules", "site", "__pycache__", "*.c", "results")
MOST_CPU_S = 120  # of the tests of one fault, about three times what they need: a search that hangs
MOST_S = 900  # is caught, and so are processes that wait for each other
SHARED = ("tests/search/test_bench.py", "tests/conformance/test_families.py")
TESTS = {
    "five": (
        *("tests/conformance/test_five_kernel.py", "tests/conformance/test_perft.py"),
        *("tests/search/five", "tests/search/test_solved.py", "tests/search/test_engine.py"),
        "tests/conformance/test_net.py",
    ),
    "gipf": (
        *("tests/conformance/test_gipf_kernel.py", "tests/conformance/test_perft.py"),
        *("tests/search/test_gipf.py", "tests/search/test_solved_gipf.py"),
    ),
}


class Fault(NamedTuple):
    """A fault: its name, its file below `search/kernel`, a text that occurs once, and another."""

    name: str
    file: str
    right: str
    wrong: str

    @property
    def family(self) -> str:
        """The family whose kernel has it; what both share is tried with five in a row."""
        return "gipf" if self.file.startswith("gipf") else "five"


def read_faults() -> list[Fault]:
    """The faults of the table, in its order."""
    faults = []
    for block in TABLE.read_text(encoding="utf-8").split("\n\n")[1:]:
        name, file, *lines = block.splitlines()
        right, wrong = ("\n".join(x[1:] for x in lines if x[0] == sign) for sign in "-+")
        faults.append(Fault(name, file, right, wrong))
    return faults


def main() -> int:
    """Plant the faults one by one and print what became of each."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    faults = {fault.name: fault for fault in read_faults()}
    options.add_argument("names", nargs="*", metavar="NAME", help="Name of a fault [default: all]")
    names = options.parse_args().names
    if unknown := [name for name in names if name not in faults]:
        options.error(f"no fault is called {unknown[0]!r}: expected one of {TABLE}")
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        for family in {faults[name].family for name in names or faults}:
            if fails := failing_test(tree, family):
                sys.exit(f"{family}: without a fault: {fails}")
        for name in names or faults:
            caught = caught_by(tree, faults[name])
            missed += not caught
            print(f"{'caught' if caught else 'MISSED'}  {name}: {caught}", flush=True)
    return 1 if missed else 0


def caught_by(tree: Path, fault: Fault) -> str:
    """The test that fails with this fault in the copy, which is restored afterwards; or ""."""
    path, family = tree / KERNEL / fault.file, fault.family
    text = path.read_text(encoding="utf-8")
    path.write_text(planted(fault, text), encoding="utf-8")
    built = sorted((tree / KERNEL).glob(f"{family}*.so"))
    kept = {
        file: file.read_bytes() for file in built if path.suffix == ".pxi" or "tables" in path.name
    }
    try:
        for file in kept:
            file.unlink()
        if kept:
            translate_family(str(tree), family)
            compile_family(str(tree), family, ("cc", "-O0"))
        return failing_test(tree, family)
    finally:
        path.write_text(text, encoding="utf-8")
        for file, content in kept.items():
            file.write_bytes(content)


def planted(fault: Fault, text: str) -> str:
    """The text of the file with the fault. Raises ValueError unless its place occurs once."""
    if text.count(fault.right) != 1:
        raise ValueError(
            f"{fault.file}: expected once, found {text.count(fault.right)}: {fault.right}"
        )
    return text.replace(fault.right, fault.wrong)


def failing_test(tree: Path, family: str) -> str:
    """The first test of the family that fails in the copy, or ""."""
    pytest = (sys.executable, "-m", "pytest", "-q", "-x", "-n0", "--tb=no")
    command = [*pytest, "-p", "no:cacheprovider", *SHARED, *TESTS[family]]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command,
            check=False,
            cwd=tree,
            env=environment,
            capture_output=True,
            text=True,
            timeout=MOST_S,
            preexec_fn=limit_cpu,
        )
    except subprocess.TimeoutExpired:
        return f"the tests did not end within {MOST_S} s"
    if done.returncode == 0:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return failed[1] if failed else f"pytest ended with {done.returncode}"


def limit_cpu() -> None:
    """In the new process: the system ends it after MOST_CPU_S."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))


if __name__ == "__main__":
    sys.exit(main())
