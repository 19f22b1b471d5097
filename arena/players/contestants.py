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
sharpmoku[:depth=N]   sharpmoku-mended[:depth=N]   SharpMoku, re-implemented; the same without
                                                   its defects
pent2                                              Pent 2.0, re-implemented
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
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.gomocup.errors import GomocupError
from agent.gomocup.protocol import number_of
from arena.errors import ContestantError
from arena.foreign.gomocup_brain import GomocupPlayer
from arena.foreign.harness_agent import FolderAgent, Program
from arena.game.clock import Clock, is_count
from arena.players.gipf import (
    GipfEnginePlayer,
    GipfLevelPlayer,
    GipfMinimaxPlayer,
    GipfRandomPlayer,
)
from arena.players.gipf_one_ply import GipfOnePlyPlayer
from arena.players.in_process import EnginePlayer, RandomPlayer
from arena.players.level import LevelPlayer
from arena.players.one_ply import OnePlyPlayer
from arena.players.other_checkout import TreeEngine, find_tree
from arena.players.reference.minimax import MinimaxPlayer
from arena.players.reference.pent2 import Pent2Player
from arena.players.reference.sharpmoku import DEEPEST, DEPTH, KEPT, MENDED, SharpMokuPlayer
from games.gipf.rules import GipfRules
from search.errors import KernelMissing, LevelError, NetError, WeightsError
from search.levels import find_level
from search.limits import MOST_WORKERS, Limits
from search.weights import Weights
from search.weights.file import game_weights, shipped_weights

if TYPE_CHECKING:
    from arena.game.player import Player
    from games.families.choice import AnyRules
    from games.five.rules import Rules
    from search.engine import Engine

ENGINE = "engine"
REFERENCE = "reference"
LEVEL = "level"
OURS = (ENGINE, REFERENCE, LEVEL)  # these have weights
COMPILED = (ENGINE, LEVEL)  # these search with the compiled kernel
ONE_PLY = "one-ply"
RANDOM = "random"
MINIMAX = "minimax"
SHARPMOKU = "sharpmoku"
SHARPMOKU_MENDED = "sharpmoku-mended"
PENT2 = "pent2"
SEEDS = (SHARPMOKU, SHARPMOKU_MENDED, PENT2)  # these do not know captures
PLAY_GIPF = (ENGINE, LEVEL, ONE_PLY, RANDOM, MINIMAX)
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
    SHARPMOKU_MENDED: ("depth",),
    PENT2: (),
}
TABLE_MB = 16
EXPECTED = (
    "engine[:OPTIONS], reference[:OPTIONS], level:N, one-ply, random, minimax, sharpmoku, "
    "sharpmoku-mended, pent2, agent:FOLDER, agent:COMMAND or gomocup:COMMAND"
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
    """Return the contestant that a text names; its files and programs must exist.

    Raises ContestantError that says what was expected.
    """
    kind, colon, rest = text.strip().partition(":")
    if kind in (AGENT, GOMOCUP):
        return Contestant(text=text, kind=kind, numbers={}, program=find_program(kind, rest))
    if kind == LEVEL:
        return Contestant(text=text, kind=kind, numbers={LEVEL: level_number(rest)})
    if kind not in OPTIONS or (colon and not rest):
        raise ContestantError(f"{text!r} names no contestant: expected {EXPECTED}")
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
    if numbers.get("workers", 1) > (1 if TREE in files else MOST_WORKERS):
        raise ContestantError(
            f"{text!r}: workers are at most {MOST_WORKERS}, and 1 in another tree"
        )
    if kind in SEEDS and numbers.get("depth", 1) > DEEPEST:
        raise ContestantError(f"{text!r}: {kind} looks 1 to {DEEPEST} moves ahead")
    return Contestant(
        text=text,
        kind=kind,
        numbers=numbers,
        weights=files.get(WEIGHTS),
        net=files.get(NET),
        tree=find_tree(files[TREE]) if TREE in files else None,
    )


def contestant_text(kind: str, **options: str | None) -> str:
    """Return the text of a contestant with these options, as `parse_contestant` reads it.

    An option of None is left out.
    """
    given = ",".join(f"{name}={value}" for name, value in options.items() if value is not None)
    return f"{kind}:{given}" if given else kind


def level_number(text: str) -> int:
    """Return the number of a level given by number or name. Raises ContestantError."""
    try:
        return find_level(text).number
    except LevelError as error:
        raise ContestantError(f"{LEVEL}:{text}: {error}") from error


def find_program(kind: str, text: str) -> Program:
    """Return how to start an agent from its folder, or an agent or brain from its command.

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


def require_clock(contestant: Contestant, clock: Clock) -> None:
    """Raise ContestantError unless this contestant can play by this clock.

    An agent needs a clock of seconds.
    """
    if contestant.kind == AGENT and clock.counts is None:
        raise ContestantError(
            f"{contestant.text} must be told the seconds left: expected a clock such as cpu:100, "
            f"not {clock} (our engine may also have its own limit: engine:nodes=10000)"
        )


def require_game(contestant: Contestant, rules: AnyRules) -> None:
    """Raise ContestantError unless this contestant can play this game.

    An agent plays Pente only, as its harness does. A seed program plays games without captures. A
    brain plays the games of its protocol. Gipf is for `PLAY_GIPF`.
    """
    if isinstance(rules, GipfRules):
        require_gipf(contestant, rules)
        return
    if contestant.kind == GOMOCUP:
        try:
            number_of(rules)
        except GomocupError as error:
            raise ContestantError(f"{contestant.text}: {error}") from error
    if contestant.kind in SEEDS and rules.capture_lengths:
        raise ContestantError(
            f"{contestant.text} does not know captures: expected a game without them, such as "
            f"gomoku-15 or five-19, not {rules.name}"
        )
    if contestant.kind == AGENT and rules.name != "pente":
        raise ContestantError(
            f"{contestant.text} is run by the file harness, which plays only pente, "
            f"not {rules.name}"
        )


def require_gipf(contestant: Contestant, rules: GipfRules) -> None:
    """Raise ContestantError unless this contestant plays Gipf."""
    if contestant.kind not in PLAY_GIPF:
        raise ContestantError(
            f"{contestant.text} does not play {rules.name}: expected engine[:OPTIONS], level:N, "
            "one-ply, random or minimax[:depth=N], which is plain alpha-beta there"
        )


def load_contestant_weights(contestant: Contestant, rules: AnyRules) -> Weights | None:
    """Return the weights of an engine, level or reference; None for other contestants.

    The contestant's file comes first, then the game's, then the defaults. Raises ContestantError.
    """
    if contestant.kind not in OURS:
        return None
    try:
        if contestant.weights is None:
            return shipped_weights(rules, contestant.net)
        return game_weights(rules, contestant.weights, contestant.net)
    except (WeightsError, NetError) as error:
        raise ContestantError(f"{contestant.text}: {error}") from error


def weights_digest(contestant: Contestant, rules: AnyRules) -> str | None:
    """Return the digest of a contestant's weights; None if it has none.

    Another tree computes its own digest, since its tunables may differ. Raises ContestantError.
    """
    if contestant.tree is not None:
        with closing(open_tree(contestant, contestant.tree, rules)) as engine:
            return engine.weights_digest
    weights = load_contestant_weights(contestant, rules)
    return weights.digest() if weights else None


def open_tree(contestant: Contestant, tree: str, rules: AnyRules) -> TreeEngine:
    """Start the engine of another tree with this contestant's options, in a child process.

    Raises ContestantError.
    """
    table_mb = contestant.numbers.get("table_mb", TABLE_MB)
    return TreeEngine(tree, rules, contestant.weights, contestant.net, table_mb=table_mb)


def make_player(contestant: Contestant, rules: AnyRules) -> Player:
    """Make the player that a contestant names; the caller closes it.

    Raises ContestantError if it cannot play these rules on this computer.
    """
    if isinstance(rules, GipfRules):
        return make_gipf_player(contestant, rules)
    if contestant.program is not None:
        if contestant.kind == GOMOCUP:
            return GomocupPlayer(contestant.program.command, rules)
        return FolderAgent(contestant.program)
    if contestant.kind in OURS:
        return make_searcher(contestant, rules)
    if contestant.kind == ONE_PLY:
        return OnePlyPlayer()
    if contestant.kind == RANDOM:
        return RandomPlayer(rules)
    if contestant.kind == PENT2:
        return Pent2Player(rules)
    depth = contestant.numbers.get("depth")
    if contestant.kind == MINIMAX:
        return MinimaxPlayer(rules, depth)
    faults = MENDED if contestant.kind == SHARPMOKU_MENDED else KEPT
    return SharpMokuPlayer(rules, depth or DEPTH, faults)


def make_gipf_player(contestant: Contestant, rules: GipfRules) -> Player:
    """Make a player of Gipf. Raises ContestantError."""
    require_gipf(contestant, rules)
    if contestant.kind == RANDOM:
        return GipfRandomPlayer()
    if contestant.kind == ONE_PLY:
        return GipfOnePlyPlayer()
    if contestant.kind == MINIMAX:
        return GipfMinimaxPlayer(contestant.numbers.get("depth"))
    fixed = fixed_limits(contestant)
    if contestant.tree is not None:
        return GipfEnginePlayer(open_tree(contestant, contestant.tree, rules), fixed)
    weights = load_contestant_weights(contestant, rules)
    engine = open_engine(contestant, rules, weights)
    if contestant.kind == LEVEL:
        level = find_level(str(contestant.numbers[LEVEL]), rules.family)
        return GipfLevelPlayer(engine, level)
    return GipfEnginePlayer(engine, fixed, weights)


def make_searcher(contestant: Contestant, rules: Rules) -> EnginePlayer | LevelPlayer:
    """Make the player for an engine, a level or the reference.

    Raises ContestantError if it cannot play on this computer.
    """
    fixed = fixed_limits(contestant)
    if contestant.tree is not None:
        return EnginePlayer(open_tree(contestant, contestant.tree, rules), fixed)
    weights = load_contestant_weights(contestant, rules)
    if contestant.kind == REFERENCE:
        from search.reference.engine import ReferenceEngine  # noqa: PLC0415 - only if it plays

        return EnginePlayer(ReferenceEngine(rules, weights), fixed, weights)
    engine = open_engine(contestant, rules, weights)
    if contestant.kind == LEVEL:
        return LevelPlayer(engine, find_level(str(contestant.numbers[LEVEL])))
    return EnginePlayer(engine, fixed, weights)


def fixed_limits(contestant: Contestant) -> Limits | None:
    """Return the limits that the options set for every search; None: the clock limits it."""
    nodes, depth = contestant.numbers.get("nodes"), contestant.numbers.get("depth")
    return None if nodes is None and depth is None else Limits(nodes=nodes, depth=depth)


def open_engine(contestant: Contestant, rules: AnyRules, weights: Weights | None) -> Engine:
    """Open our engine with this contestant's options.

    Raises ContestantError without the compiled kernel.
    """
    from search.engine import Engine  # noqa: PLC0415 - only if it plays

    numbers = contestant.numbers
    table_mb, workers = numbers.get("table_mb", TABLE_MB), numbers.get("workers", 1)
    try:
        return Engine(rules, weights, table_mb=table_mb, workers=workers)
    except KernelMissing as error:
        instead = MINIMAX if isinstance(rules, GipfRules) else REFERENCE
        raise ContestantError(
            f"{contestant.text}: {error}; `{instead}` plays without it"
        ) from error
