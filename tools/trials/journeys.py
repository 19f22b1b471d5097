"""Runs the commands of the documentation as a reader would, and fails if one of them fails.

    python -m tools.trials.journeys                              # all pages: an hour
    python -m tools.trials.journeys docs/records.md              # one page
    python -m tools.trials.journeys --list                       # what would be run
    python -m tools.trials.journeys --ci                         # the short journey of .ci/run

A journey is a page, or several joined by commas. It runs in a new clone of the checkout's HEAD, so
changes that are not committed are not tried. A journey that begins with README.md has nothing but
that clone: README's first command installs the environment in it. Every other journey gets an
environment of the clone's own, with the libraries of the environment that runs this trial, and the
checkout's compiled kernel. Commands run one after the other, in order, with a time-out each.

tools/trials/page_marks.txt shortens commands or leaves them out. `--ci` runs the commands marked
`ci` only.
"""

from __future__ import annotations

import argparse
import glob
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tools.programs import ROOT, output_of
from tools.running import Ended, Running, end_on_signals, run, serve
from tools.trials.page_commands import Command, PageError, commands_of

FIRST = "README.md"
SHORT = f"{FIRST},docs/homework.md,docs/records.md"
# History of how the data were made; its commands take days and name old commits.
HISTORY = ("data/",)
SHOWN = 30  # lines of a failed command's output


@dataclass(frozen=True)
class Leg:
    """A command and how it ended."""

    command: Command
    ended: Ended | None  # None: left out

    @property
    def good(self) -> bool:
        """Whether the command did not fail."""
        return self.ended is None or self.ended.good

    def __str__(self) -> str:
        place = f"{self.command.place:<24}"
        if self.ended is None:
            return f"{place} skip            {self.command.printed}: {self.command.skipped}"
        verdict = "ok" if self.ended.good else "FAILED"
        return f"{place} {verdict:<6} {self.ended.seconds:6.1f} s  {self.command.run}"


def pages_with_commands() -> list[str]:
    """The pages of the checkout whose commands are tried, README.md first."""
    listed = output_of(["git", "ls-files", "*.md"]).split()
    pages = [page for page in listed if not page.startswith(HISTORY)]
    return [FIRST, *(page for page in pages if page != FIRST and commands_in(ROOT, page))]


def commands_in(folder: Path, page: str) -> list[Command]:
    """The commands of a page in a checkout."""
    return commands_of(page, (folder / page).read_text(encoding="utf-8"))


def clone(folder: Path) -> None:
    """A clone of the checkout's HEAD, as from another computer; raises PageError without git."""
    if not (ROOT / ".git").exists():
        raise PageError(f"{ROOT} is no git checkout, so there is nothing to clone")
    output_of(["git", "clone", "-q", "--no-local", str(ROOT), str(folder)])


def lend_kernel(folder: Path) -> None:
    """Copy headers, C and extensions, in this order: each is newer than what it is made of."""
    for pattern in ("generated/*.h", "*.c", "*.so"):
        for path in glob.glob(str(ROOT / "search/kernel" / pattern)):
            copy = folder / Path(path).relative_to(ROOT)
            copy.parent.mkdir(exist_ok=True)
            shutil.copyfile(path, copy)


def lend_environment(folder: Path) -> None:
    """Make FOLDER/.venv: the libraries and commands of this environment, the packages of FOLDER."""
    venv = folder / ".venv"
    output_of([sys.executable, "-m", "venv", "--without-pip", str(venv)])
    lent = Path(sys.prefix)
    (packages,) = venv.glob("lib/python*/site-packages")
    libraries = lent / packages.relative_to(venv)
    (packages / "journey.pth").write_text(f"{folder}\n{libraries}\n", encoding="utf-8")
    for program in (lent / "bin").iterdir():
        new = venv / "bin" / program.name
        if (
            program.is_file()
            and not new.exists()
            and not program.name.startswith(("pip", "python"))
        ):
            lend_program(program, new, f"#!{lent}/", f"#!{venv}/")


def lend_program(program: Path, new: Path, lent: str, own: str) -> None:
    """Copy a script of Python with its first line changed; link any other program."""
    content = program.read_bytes()
    if content.startswith(lent.encode()):
        new.write_bytes(content.replace(lent.encode(), own.encode(), 1))
        new.chmod(0o755)
    else:
        new.symlink_to(program)


def environment_of(folder: Path) -> dict[str, str]:
    """The variables of a reader's shell in FOLDER: its environment first, none of this trial's."""
    here = f"{sys.prefix}/bin"
    path = [f"{folder}/.venv/bin", *os.environ["PATH"].split(os.pathsep)]
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME")
    }
    return {
        **kept,
        "PATH": os.pathsep.join(part for part in path if part != here),
        "XDG_DATA_HOME": f"{folder}/.data",  # the user's saved games stay out of it
        "BROWSER": "true",  # `pente play` opens this
        "TERM": "dumb",
    }


def run_commands(commands: list[Command], folder: Path) -> Iterator[Leg]:
    """Run the commands in order; stops what runs in the background at the end."""
    environment = environment_of(folder)
    kept: list[Running] = []
    try:
        for command in commands:
            if command.skipped:
                yield Leg(command, None)
            elif command.background:
                kept.append(Running(command.run, folder, environment))
                time.sleep(3)
                yield Leg(command, kept[-1].so_far())
            elif command.serves:
                yield Leg(command, serve(command.run, folder, environment, command.seconds))
            else:
                yield Leg(
                    command, run(command.run, folder, environment, command.seconds, command.codes)
                )
    finally:
        for running in reversed(kept):
            running.stop()


@contextmanager
def place_for(pages: list[str]) -> Iterator[Path]:
    """A folder with a clone, ready for the journey."""
    with tempfile.TemporaryDirectory(prefix="journey-", ignore_cleanup_errors=True) as parent:
        folder = Path(parent, "pente")
        clone(folder)
        if pages[0] != FIRST:
            lend_kernel(folder)
            lend_environment(folder)
        yield folder


def for_ci(command: Command) -> Command:
    """The command with the variables of the short journey."""
    exported = f"export {command.variables}; " if command.variables else ""
    return replace(command, run=exported + command.run)


def travel(pages: list[str], arguments: argparse.Namespace) -> bool:
    """Run one journey and report each leg; returns whether all of it is good."""
    good = True
    with place_for(pages) as folder:
        commands = [command for page in pages for command in commands_in(folder, page)]
        chosen = (
            [for_ci(command) for command in commands if command.ci] if arguments.ci else commands
        )
        for leg in run_commands(chosen, folder):
            print(leg, flush=True)
            if leg.ended is not None and (arguments.verbose or not leg.good):
                shown = leg.ended.output.rstrip().split("\n")
                print("\n".join(f"    {row}" for row in shown[-SHOWN:]), flush=True)
            good = good and leg.good
    return good


def arguments_of(words: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("journeys", nargs="*", metavar="PAGE[,PAGE]", help="default: all pages")
    parser.add_argument("--ci", action="store_true", help="only the commands marked `ci`")
    parser.add_argument("--list", action="store_true", help="print what would be run")
    parser.add_argument("-v", "--verbose", action="store_true", help="the output of all commands")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Run the journeys; 0 if every command did what its page says, else 1."""
    arguments = arguments_of(words)
    end_on_signals()
    journeys = arguments.journeys or ([SHORT] if arguments.ci else pages_with_commands())
    good = True
    begun = time.monotonic()
    try:
        for journey in journeys:
            if arguments.list:
                for page in journey.split(","):
                    for command in commands_in(ROOT, page):
                        print(Leg(command, None) if command.skipped else command.run)
            else:
                print(f"== {journey}", flush=True)
                good = travel(journey.split(","), arguments) and good
    except PageError as error:
        print(error, file=sys.stderr)
        return 2
    if not arguments.list:
        print(f"{'good' if good else 'FAILED'} after {time.monotonic() - begun:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
