"""Installs wheels in empty environments, and tries them in a folder whose files have our names.

    python -m tools.trials.wheels FOLDER [PYTHON ...]

FOLDER is what `python -m tools.make.wheels FOLDER` wrote; each PYTHON is an interpreter, by default
this one. pip chooses the wheel for this machine and gets the libraries of the commands from its
index. Tried are the signatures, which must be those of this checkout's kernel, an analysis, the
command, and two moves of the Gomocup brain. auditwheel then tells which Linux each wheel needs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from search.bench import quick_signature
from tools.make.kernel.compiler import FAMILIES

STEP_S = 300
TAKEN = ("agent", "arena", "cli", "data", "games", "search", "tuning", "web")
SEARCH = """
import pente
from pente.search.bench import quick_signature
from pente.search.native import kernel_of
game = pente.Game("pente").play("K10 L11 K13")
assert pente.analyse(game, nodes=5000).move
print(kernel_of("five").__file__)
print({family: quick_signature(family) for family in ("five", "gipf")})
"""
BRAIN = "START 19\nINFO rule 32\nBEGIN\nTURN 10,9\nEND\n"


class TrialFailed(Exception):  # noqa: N818 - named after what happened
    """A step did not do what it should; the message is what it printed."""


def main() -> int:
    """Try the wheels that the command line names. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("python", nargs="*", default=[sys.executable])
    options = parser.parse_args()
    try:
        for python in options.python:
            with tempfile.TemporaryDirectory() as work:
                tried(options.folder.resolve(), python, Path(work))
        for wheel in sorted(options.folder.glob("*manylinux*.whl")):
            audited(wheel)
    except TrialFailed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def audited(wheel: Path) -> None:
    """Ask auditwheel which Linux a wheel needs. Raises TrialFailed."""
    said = run([sys.executable, "-m", "auditwheel", "show", str(wheel)], wheel.parent)
    if "consistent with" not in said or "manylinux_2_17" not in said:
        raise TrialFailed(f"{wheel.name} is not for manylinux_2_17:\n{said}")
    print(f"{wheel.name}: manylinux_2_17")


def tried(wheels: Path, python: str, work: Path) -> None:
    """Install in a new environment and use it. Raises TrialFailed."""
    run([python, "-m", "venv", str(work / "venv")], work)
    bin_ = work / "venv" / "bin"
    pip = [str(bin_ / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    begun = time.monotonic()
    run([*pip, "--no-index", "--find-links", str(wheels), "pente-engine"], work)
    seconds = time.monotonic() - begun
    run([*pip, "rich-click"], work)
    folder = work / "folder"
    folder.mkdir()
    for name in TAKEN:
        (folder / f"{name}.py").write_text("raise AssertionError('a module of the user')\n")
    kernel, signatures = run([str(bin_ / "python"), "-c", SEARCH], folder).splitlines()
    expected = {family: quick_signature(family) for family in FAMILIES}
    if signatures != str(expected):
        raise TrialFailed(f"{python}: the signatures are {signatures}, expected {expected}")
    run([str(bin_ / "pente"), "bench", "--quick"], folder)
    answer = run([str(bin_ / "pbrain-pente")], folder, BRAIN).split()
    if answer[:2] != ["OK", "9,9"] or len(answer) != 3:
        raise TrialFailed(f"{python}: the brain said {answer}")
    print(f"{python}: installed in {seconds:.1f} s, {Path(kernel).name}, {signatures}", flush=True)


def run(command: list[str], folder: Path, given: str = "") -> str:
    """What a command prints. Raises TrialFailed."""
    ended = subprocess.run(
        command,
        cwd=folder,
        input=given,
        capture_output=True,
        text=True,
        timeout=STEP_S,
        check=False,
    )
    if ended.returncode:
        raise TrialFailed(f"{' '.join(command)}\n{ended.stdout}\n{ended.stderr}")
    return ended.stdout


if __name__ == "__main__":
    sys.exit(main())
