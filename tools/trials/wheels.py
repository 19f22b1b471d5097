"""Installs wheels on the systems that they are for, and tries them.

    python -m tools.trials.wheels FOLDER [PYTHON ...] [--publish]

FOLDER is what `python -m tools.make.wheels FOLDER` wrote. The wheel for this machine is installed
with each PYTHON, by default this one, in an empty environment. `tools.trials.systems` has the other
systems; what this machine cannot run is named and left out. pip chooses each wheel, and gets the
libraries of the commands from its index.

Tried are `import pente`, the signatures, which must be those of this checkout's kernel,
`pente analyse`, and games of `pbrain-pente`, which must be those of the brain here. They run in a
folder whose files have our packages' names. Then each Linux wheel is checked for what it needs of
the system: by auditwheel, and for musl by the names that Debian's musl has. `--publish` writes the
table of docs/systems.md.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from search.bench import quick_signature
from tools.make.kernel.compiler import FAMILIES, CompilerFailed
from tools.make.wheels.__main__ import MACHINES
from tools.programs import ProgramFailed, output_of
from tools.trials.brains import Seat, played
from tools.trials.figures import publish
from tools.trials.systems import System, SystemMissing, system_for, unpacked

HERE = "linux-x86_64"
UNTESTED = "not tried"
GAMES, NODES = 5, 200
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
BRAIN = "from pente.agent.gomocup.loop import main; main()"
RECORD = "(;GM[4]SZ[15]RU[gomoku-15];B[hh];W[hi])"


class TrialFailed(ProgramFailed):
    """A step did not do what it should; the message is what it printed."""


@dataclass(frozen=True, slots=True)
class Installed:
    """A wheel as its user has it: the commands that run Python, `pente` and the brain."""

    name: str
    seconds: float
    python: tuple[str, ...]
    pente: tuple[str, ...]
    brain: tuple[str, ...]
    environment: dict[str, str]


def main() -> int:
    """Try the wheels of the folder that the command line names. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("python", nargs="*", default=[sys.executable])
    parser.add_argument("--publish", action="store_true", help="Write the table of the docs")
    options = parser.parse_args()
    seats, rows = played(GAMES, NODES), []
    try:
        for target, machine in MACHINES.items():
            for wheel in options.folder.resolve().glob(f"*-{machine}.whl"):
                row = {"system": target, "MB": f"{wheel.stat().st_size / 1e6:.1f}"}
                row |= tried(wheel, target, options.python, seats)
                print(*row.values(), sep="; ", flush=True)
                rows.append(row)
                audited(wheel, target)
    except TrialFailed as error:
        print(error, file=sys.stderr)
        return 1
    if options.publish:
        publish("wheels", rows)
    return 0


def tried(wheel: Path, target: str, pythons: list[str], seats: tuple[Seat, Seat]) -> dict[str, str]:
    """Use a wheel everywhere it can be; CPU seconds of pip, and the Pythons. Raises TrialFailed."""
    names, seconds = [], []
    try:
        for python in pythons if target == HERE else [""]:
            with tempfile.TemporaryDirectory() as work:
                folder = Path(work) / "folder"
                folder.mkdir()
                if python:
                    installed = install_here(wheel, python, Path(work))
                else:
                    installed = install_for(wheel, target, system_for(target), Path(work))
                require_works(installed, folder, seats)
                names.append(installed.name)
                seconds.append(installed.seconds)
    except (SystemMissing, CompilerFailed) as missing:
        return {"CPU s of pip": "", "tried with": f"{UNTESTED}: {missing}"}
    return {"CPU s of pip": f"{max(seconds):.1f}", "tried with": ", ".join(names)}


def install_here(wheel: Path, python: str, work: Path) -> Installed:
    """Install in a new environment of this machine. Raises TrialFailed."""
    run([python, "-m", "venv", str(work / "venv")], work)
    bin_ = work / "venv" / "bin"
    own = str(bin_ / "python")
    seconds = pip(own, wheel)
    run([own, "-m", "pip", "install", "-q", "rich-click"], work)
    version = run([own, "-c", "import platform; print(platform.python_version())"], work).strip()
    commands = (str(bin_ / "pente"),), (str(bin_ / "pbrain-pente"),)
    return Installed(f"CPython {version}", seconds, (own,), *commands, {})


def install_for(wheel: Path, target: str, system: System, work: Path) -> Installed:
    """Install for another system, into a folder. Raises TrialFailed."""
    site = work / "site"
    machine = MACHINES[target].partition(".")[0]
    where = ("--target", str(site), "--platform", machine, "--python-version", system.minor)
    ways = (*where, "--only-binary=:all:")
    seconds = pip(sys.executable, wheel, *ways)
    run([sys.executable, "-m", "pip", "install", "-q", *ways, "rich-click"], work)
    commands = (*system.python, "-m", "pente"), (*system.python, "-c", BRAIN)
    environment = {**system.environment, "PYTHONPATH": str(site)}
    return Installed(system.name, seconds, system.python, *commands, environment)


def pip(python: str, wheel: Path, *ways: str) -> float:
    """Install the wheel that pip chooses in a folder; its CPU seconds. Raises TrialFailed."""
    command = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *ways]
    before = os.times()
    run([*command, "--no-index", "--find-links", str(wheel.parent), "pente-engine"], wheel.parent)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])  # of children, in the program and in the system


def require_works(installed: Installed, folder: Path, seats: tuple[Seat, Seat]) -> None:
    """Search, analyse and play like this checkout. Raises TrialFailed."""
    environment = installed.environment
    for name in TAKEN:
        (folder / f"{name}.py").write_text("raise AssertionError('a module of the user')\n")
    _, signatures = run([*installed.python, "-c", SEARCH], folder, **environment).splitlines()
    expected = str({family: quick_signature(family) for family in FAMILIES})
    if signatures != expected:
        raise TrialFailed(f"{installed.name}: the signatures are {signatures}, expected {expected}")
    run([*installed.pente, "analyse", "-", "--nodes", "500"], folder, RECORD, **environment)
    for seat in seats:
        heard = "\n".join([*seat.heard, ""])
        said = run([*installed.brain], folder, heard, **environment).splitlines()
        if said != seat.said:
            raise TrialFailed(f"{installed.name}: the brain said {said}, expected {seat.said}")


def audited(wheel: Path, target: str) -> None:
    """Check what a wheel needs of Linux. Raises TrialFailed."""
    kind, _, processor = target.partition("-")
    if kind == "linux":
        said = run([sys.executable, "-m", "auditwheel", "show", str(wheel)], wheel.parent)
        if "consistent with" not in said or "manylinux_2_17" not in said:
            raise TrialFailed(f"{wheel.name} is not for manylinux_2_17:\n{said}")
    elif kind == "musl":
        try:
            loader = unpacked(processor, "musl") / "lib" / f"ld-musl-{processor}.so.1"
        except SystemMissing as missing:
            print(f"{wheel.name}: not compared with musl: {missing}")
            return
        with ZipFile(wheel) as files:
            for name in files.namelist():
                if name.endswith(".so"):
                    require_of_musl(name, files.read(name), loader.read_bytes())


def require_of_musl(name: str, module: bytes, libc: bytes) -> None:
    """Raise TrialFailed if a module needs another library, or a name that this libc lacks."""
    elf, offered = ELFFile(BytesIO(module)), ELFFile(BytesIO(libc))
    if elf["e_machine"] != offered["e_machine"]:
        raise TrialFailed(f"{name}: is for {elf['e_machine']}, expected {offered['e_machine']}")
    dynamic = elf.get_section_by_name(".dynamic")
    assert isinstance(dynamic, DynamicSection)
    unknown = {str(vars(tag)["needed"]) for tag in dynamic.iter_tags("DT_NEEDED")} - {"libc.so"}
    unknown |= names_in(elf, defined=False) - names_in(offered, defined=True)
    unknown = {symbol for symbol in unknown if not symbol.startswith(("Py", "_Py"))}
    if unknown:
        raise TrialFailed(f"{name}: musl has no {', '.join(sorted(unknown))}")


def names_in(elf: ELFFile, *, defined: bool) -> set[str]:
    """The names that a library defines, or those that it needs."""
    symbols = elf.get_section_by_name(".dynsym")
    assert isinstance(symbols, SymbolTableSection)
    return {
        symbol.name
        for symbol in symbols.iter_symbols()
        if symbol["st_info"]["bind"] == "STB_GLOBAL" or defined
        if (symbol["st_shndx"] != "SHN_UNDEF") == defined
    }


def run(command: list[str], folder: Path, given: str = "", **variables: str) -> str:
    """What a command prints. Raises TrialFailed."""
    return output_of(command, folder, given=given, error=TrialFailed, variables=variables)


if __name__ == "__main__":
    sys.exit(main())
