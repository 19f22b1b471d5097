"""Contestants, each named by one line of text; all commands use the same spelling.

engine[:weights=FILE,net=FILE,nodes=N,depth=N,...] our engine in this process
engine:workers=N[,...]                             the same, with parallel worker processes
engine:tree=FOLDER[,weights=FILE,net=FILE,...]     the engine of another checkout, built in place
reference[:weights=FILE,nodes=N,depth=N]           the readable searcher
level:N                                            our engine at a level, 1 to 10, or by its name
one-ply                                            looks one move ahead: win, else block, else a
                                                   random neighbour; in Gipf: win, else make a row,
                                                   else stop one, else any move
random   minimax[:depth=N]                         the harness's two reference opponents; in Gipf
                                                   any legal move, and plain alpha-beta
sharpmoku[:depth=N]   pent2                        SharpMoku and Pent 2.0, re-implemented
agent:FOLDER    FOLDER/homework.py, else FOLDER/run.sh, run by the file harness
agent:COMMAND   any command that speaks the file harness
gomocup:COMMAND any brain that speaks the Gomocup protocol

FILE is a path or a name in data/weights: weights=gipf-thesis is data/weights/gipf-thesis.toml.
A net is a path; net=none lets the weights value positions.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from dataclasses import dataclass

from arena.errors import ContestantError
from arena.foreign.harness_agent import Program
from arena.game.clock import is_count
from arena.players.other_checkout import find_tree
from arena.players.reference.sharpmoku import DEEPEST
from arena.processes.process_tree import NEEDED, ON_POSIX
from search.errors import LevelError
from search.levels import find_level
from search.limits import MOST_WORKERS

ENGINE = "engine"
REFERENCE = "reference"
LEVEL = "level"
OURS = (ENGINE, REFERENCE, LEVEL)  # these have weights
COMPILED = (ENGINE, LEVEL)  # these search with the compiled kernel
ONE_PLY = "one-ply"
RANDOM = "random"
MINIMAX = "minimax"
SHARPMOKU = "sharpmoku"
PENT2 = "pent2"
SEEDS = (SHARPMOKU, PENT2)  # these do not know captures
AGENT = "agent"
GOMOCUP = "gomocup"
WEIGHTS = "weights"
NET = "net"
TREE = "tree"
OPTIONS = {
    ENGINE: (WEIGHTS, NET, "nodes", "depth", "table_mb", "workers", TREE),
    REFERENCE: (WEIGHTS, "nodes", "depth"),
    ONE_PLY: (),
    RANDOM: (),
    MINIMAX: ("depth",),
    SHARPMOKU: ("depth",),
    PENT2: (),
}
EXPECTED = (
    "engine[:OPTIONS], reference[:OPTIONS], level:N, one-ply, random, minimax, sharpmoku, "
    "pent2, agent:FOLDER, agent:COMMAND or gomocup:COMMAND"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """A parsed contestant.

    text     the whole text
    kind     ENGINE, REFERENCE, LEVEL, ONE_PLY, RANDOM, MINIMAX, one of SEEDS, AGENT or GOMOCUP
    numbers  options with a whole number, by name
    weights  value of the option `weights`, or None
    net      value of the option `net`: a file, "none", or None for the game's own
    tree     absolute path of the checkout whose engine plays; None: our own
    program  how an agent or a brain is started, or None
    """

    text: str
    kind: str
    numbers: dict[str, int]
    weights: str | None = None
    net: str | None = None
    tree: str | None = None
    program: Program | None = None


def parse_contestant(text: str) -> Contestant:
    """The contestant that a text names; its files and programs must exist.

    Raises ContestantError that says what was expected.
    """
    kind, colon, rest = text.strip().partition(":")
    if kind in (AGENT, GOMOCUP):
        _require_posix(text)
        return Contestant(text=text, kind=kind, numbers={}, program=find_program(kind, rest))
    if kind == LEVEL:
        try:
            return Contestant(text=text, kind=kind, numbers={LEVEL: find_level(rest).number})
        except LevelError as error:
            raise ContestantError(f"{LEVEL}:{rest}: {error}") from error
    if kind not in OPTIONS or (colon and not rest):
        raise ContestantError(f"{text!r} names no contestant: expected {EXPECTED}")
    numbers, files = _options_in(text, kind, rest)
    if TREE in files:
        _require_posix(text)
    _check_numbers(text, kind, numbers, in_tree=TREE in files)
    return Contestant(
        text=text,
        kind=kind,
        numbers=numbers,
        weights=files.get(WEIGHTS),
        net=files.get(NET),
        tree=find_tree(files[TREE]) if TREE in files else None,
    )


def _require_posix(text: str) -> None:
    """Raise ContestantError on Windows, for a contestant that is a program of its own."""
    if not ON_POSIX:
        raise ContestantError(f"{text}: a contestant in a process of its own {NEEDED}")


def _options_in(text: str, kind: str, rest: str) -> tuple[dict[str, int], dict[str, str]]:
    """The options after the colon: whole numbers, and files. Raises ContestantError."""
    numbers: dict[str, int] = {}
    files: dict[str, str] = {}
    for option in rest.split(",") if rest else ():
        name, _, value = option.partition("=")
        if name not in OPTIONS[kind]:
            known = ", ".join(f"{known}=" for known in OPTIONS[kind]) or "none"
            raise ContestantError(f"{text!r}: {kind} has no option {name!r}; it has {known}")
        if name in (WEIGHTS, NET, TREE):
            files[name] = value
        elif is_count(value):
            numbers[name] = int(value)
        else:
            raise ContestantError(f"{text!r}: {name} must be a whole number of at least 1")
    return numbers, files


def _check_numbers(text: str, kind: str, numbers: dict[str, int], *, in_tree: bool) -> None:
    """Raise ContestantError for more workers, or a greater depth, than the contestant can have."""
    if numbers.get("workers", 1) > (1 if in_tree else MOST_WORKERS):
        raise ContestantError(
            f"{text!r}: workers are at most {MOST_WORKERS}, and 1 in another tree"
        )
    if kind in SEEDS and numbers.get("depth", 1) > DEEPEST:
        raise ContestantError(f"{text!r}: {kind} looks 1 to {DEEPEST} moves ahead")


def contestant_text(kind: str, **options: str | None) -> str:
    """The text of a contestant with these options, as `parse_contestant` reads it.

    An option of None is left out.
    """
    given = ",".join(f"{name}={value}" for name, value in options.items() if value is not None)
    return f"{kind}:{given}" if given else kind


def find_program(kind: str, text: str) -> Program:
    """How to start an agent from its folder, or an agent or brain from its command.

    Raises ContestantError if the folder holds no agent or the command is not found.
    """
    if kind == AGENT and os.path.isdir(text):
        return _program_in(text)
    what = "a folder or a command" if kind == AGENT else "a command"
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ContestantError(f"{kind}:{text}: {error}") from error
    if not words:
        raise ContestantError(f"{kind}: expected {what} after the colon")
    # The command runs in another folder, so its file names become absolute.
    words = [os.path.abspath(word) if os.path.isfile(word) else word for word in words]
    if shutil.which(words[0]) is None:
        raise ContestantError(f"{kind}:{text}: no executable program; expected {what}")
    return Program(command=tuple(words))


def _program_in(folder: str) -> Program:
    source = os.path.abspath(folder)
    calibrate: tuple[str, ...] = ()
    if os.path.isfile(os.path.join(source, "calibrate.py")):
        calibrate = (sys.executable, "calibrate.py")
    if os.path.isfile(os.path.join(source, "homework.py")):
        command: tuple[str, ...] = (sys.executable, "homework.py")
    elif os.path.isfile(os.path.join(source, "run.sh")):
        runs = os.access(os.path.join(source, "run.sh"), os.X_OK)
        command = ("./run.sh",) if runs else ("/bin/sh", "run.sh")
    else:
        raise ContestantError(f"agent:{folder}: the folder has neither homework.py nor run.sh")
    return Program(command=command, calibrate_command=calibrate, source=source)
