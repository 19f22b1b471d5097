"""The engine of another tree as a player: a second checkout with its extension built in place.

Two versions of the engine cannot be imported into one process. The other one runs in a child
process that lives as long as its player. The child imports only its own tree; its
`arena.engine_door` reads positions and answers with search results. Every wait for it has a
deadline. Closing the player kills and reaps the child; it also ends when this process does.
"""

from __future__ import annotations

import contextlib
import glob
import json
import math
import os
import select
import shlex
import subprocess
import sys
import tempfile
import time
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Any

from arena.errors import ContestantError
from arena.foreign.harness_agent import wall_cap_s
from arena.processes.command import last_line
from arena.processes.process_tree import REAP_DEADLINE_S, interrupts_held
from games.family import AnyPosition, AnyRules
from games.records.json_text import read_json
from games.registry import family_of
from search.limits import Limits
from search.net.file import NO_NET
from search.result import Line, SearchResult
from search.weights.file import find_weights

SETUP = "setup.py"
ENTRY_POINT = os.path.join("arena", "engine_door.py")
# Isolated (-I): PYTHONPATH and the current directory must not lead to our own tree.
PROGRAM = "import sys; sys.path.insert(0, {tree!r}); from arena.engine_door import main; main()"

OLDEST_LIMITS = ("depth", "nodes", "cpu_s", "wall_s")  # every tree that has ENTRY_POINT knows these


ANSWER_DEADLINE_S = 60.0  # for a start, a new game, and a search beyond its limits
SLOWEST_NODES_PER_S = 1000.0
NO_TIME_LIMIT_S = 3600.0  # for a search limited only by depth
LONGEST_POLL_S = 3600.0
LONGEST_ANSWER_BYTES = 1 << 20


def find_tree(folder: str) -> str:
    """The absolute path of another tree.

    Raises ContestantError unless it contains `ENTRY_POINT`.
    """
    if not folder or not os.path.isfile(os.path.join(folder, ENTRY_POINT)):
        raise ContestantError(
            f"engine:tree={folder}: expected the folder of a checkout that has {ENTRY_POINT}, "
            "with its extension built in place"
        )
    return os.path.realpath(folder)


class TreeEngine:
    """A searcher (`arena.players.base.Searcher`) that runs another tree's engine.

    tree            that tree's folder
    weights_digest  digest of its weights, as the child computes it

    Every method but `close` raises ContestantError if the child refuses, misses its deadline, dies
    or gives an invalid answer.
    """

    def __init__(
        self,
        tree: str,
        rules: AnyRules,
        weights: str | None = None,
        net: str | None = None,
        *,
        table_mb: int = 16,
    ) -> None:
        """Start the child; `weights` is a name for `find_weights`, or None for the tree's own.

        `net` is a file, "none", or None for the tree's own.
        """
        self.tree = tree
        self._family = family_of(rules)
        self._unread = b""
        self._knows: tuple[str, ...] = OLDEST_LIMITS
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close
        with interrupts_held():  # it ignores them as soon as it runs
            self._child = subprocess.Popen(
                [sys.executable, "-I", "-c", PROGRAM.format(tree=tree)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._printed,
            )
        try:
            told: dict[str, Any] = {
                "game": rules.name,
                "weights": None if weights is None else os.path.abspath(find_weights(weights)),
                "table_mb": table_mb,
            }
            if net is not None:
                told["net"] = net if net == NO_NET else os.path.abspath(net)
            told |= self._family.terms
            self.weights_digest = self._greet(told)
        except BaseException:
            self.close()
            raise

    def _greet(self, told: dict[str, Any]) -> str:
        """Tell the child which game to play; return the digest of its weights."""
        try:
            ready = self._ask(told, ANSWER_DEADLINE_S)
        except ContestantError as error:
            if not is_unbuilt(self.tree, self._family.name):
                raise
            raise ContestantError(
                f"engine:tree={self.tree}: its kernel is not built for this Python. "
                f"To build it in place: {how_to_build(self.tree)}"
            ) from error
        if ready.get("tree") != os.path.realpath(self.tree):
            raise ContestantError(
                f"engine:tree={self.tree}: it started the engine of {ready.get('tree')} instead"
            )
        if "net" in told and "net" not in ready:
            raise ContestantError(
                f"engine:tree={self.tree}: its engine has no nets: leave out net={told['net']}"
            )
        if ready.get("aims"):
            self._knows = (*OLDEST_LIMITS, "aim_s")
        return str(ready.get("weights"))

    def new_game(self) -> None:
        """Tell the child to forget what earlier searches have found."""
        self._ask({"new_game": True}, ANSWER_DEADLINE_S)

    def search(self, position: AnyPosition, limits: Limits) -> SearchResult:
        """What the child found within the limits, with its own time measurements."""
        given = ((name, getattr(limits, name)) for name in self._knows)
        asked = {
            "position": family_of(position.rules).as_plain(position),
            "limits": {name: limit for name, limit in given if limit is not None},
        }
        if limits.aim_s is not None and "aim_s" not in self._knows:
            hard = "wall_s" if limits.cpu_s is None else "cpu_s"
            asked["limits"] = {**asked["limits"], hard: limits.aim_s}  # as in its time
        answer = self._ask(asked, patience_s(limits))
        try:
            return result_of(answer)
        except (ValueError, KeyError, TypeError) as error:
            raise self._nonsense(json.dumps(answer)) from error

    def close(self) -> None:
        """Kill the child and reap it."""
        self._child.kill()
        self._child.wait(REAP_DEADLINE_S)
        for pipe in (self._child.stdin, self._child.stdout, self._printed):
            if pipe is not None:
                with contextlib.suppress(OSError):  # unread input of a dead child
                    pipe.close()

    def _ask(self, asked: dict[str, Any], within_s: float) -> dict[str, Any]:
        """Send one line and return the answer."""
        assert self._child.stdin is not None  # it is a pipe
        with contextlib.suppress(BrokenPipeError):  # reading the answer reports the death
            self._child.stdin.write(json.dumps(asked).encode() + b"\n")
            self._child.stdin.flush()
        line = self._read_line(within_s)
        try:
            answer = read_json(line)
        except ValueError as error:
            raise self._nonsense(line.decode(errors="replace")) from error
        if not isinstance(answer, dict):
            raise self._nonsense(line.decode(errors="replace"))
        if "refused" in answer:
            raise ContestantError(f"engine:tree={self.tree}: {answer['refused']}")
        return answer

    def _read_line(self, within_s: float) -> bytes:
        assert self._child.stdout is not None  # it is a pipe
        pipe = self._child.stdout.fileno()
        deadline = time.monotonic() + within_s
        poll = select.poll()
        poll.register(pipe, select.POLLIN)
        while b"\n" not in self._unread:
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                raise ContestantError(f"engine:tree={self.tree}: no answer in {within_s:.0f} s")
            if not poll.poll(math.ceil(1000 * min(left_s, LONGEST_POLL_S))):
                continue
            piece = os.read(pipe, 1 << 16)
            if not piece:
                raise self._death()
            self._unread += piece
            if len(self._unread) > LONGEST_ANSWER_BYTES:
                raise self._nonsense(self._unread.decode(errors="replace"))
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _nonsense(self, said: str) -> ContestantError:
        return ContestantError(f"engine:tree={self.tree}: invalid answer: {said[:200]!r}")

    def _death(self) -> ContestantError:
        """The error with the child's exit code and its last printed line."""
        try:
            code: int | str = self._child.wait(ANSWER_DEADLINE_S)
        except subprocess.TimeoutExpired:
            code = "none yet"
        self._printed.seek(0)
        words = last_line(self._printed.read().decode(errors="replace"))
        return ContestantError(
            f"engine:tree={self.tree}: its process ended, exit code {code}"
            + (f": {words}" if words else "")
        )


def is_unbuilt(tree: str, family: str) -> bool:
    """Whether a checkout has no compiled kernel of this family for this Python."""
    names = f"{family}*{EXTENSION_SUFFIXES[0]}"
    built = glob.iglob(os.path.join(glob.escape(tree), "search", "**", names), recursive=True)
    return os.path.isfile(os.path.join(tree, SETUP)) and not any(built)


def how_to_build(tree: str) -> str:
    """The command that builds a checkout's kernel in place, for this Python."""
    command = "sh install.sh"
    if find_spec("Cython") and find_spec("setuptools"):  # an environment of developers
        command = f"{shlex.quote(sys.executable)} {SETUP} build_ext --inplace"
    return f"(cd {shlex.quote(tree)} && {command})"


def patience_s(limits: Limits) -> float:
    """How long to wait for a search that ends at the first of these limits."""
    bounds = [NO_TIME_LIMIT_S]
    if limits.wall_s is not None:
        bounds.append(limits.wall_s)
    if limits.cpu_s is not None:
        bounds.append(wall_cap_s(limits.cpu_s))
    if limits.nodes is not None:
        bounds.append(limits.nodes / SLOWEST_NODES_PER_S)
    return min(bounds[1:] or bounds) + ANSWER_DEADLINE_S


def result_of(answer: dict[str, Any]) -> SearchResult:
    """The search result in an answer of plain numbers.

    Raises ValueError, KeyError or TypeError if the answer is invalid.
    """
    whole = [answer["best"], answer["score"], answer["depth"], answer["nodes"], *answer["pv"]]
    seconds = (answer["seconds_cpu"], answer["seconds_wall"])
    if any(type(number) is not int for number in whole) or answer["pv"][:1] != whole[:1]:
        raise ValueError("expected whole numbers, and a variation that begins with the best move")
    if not all(0 <= spent_s < math.inf for spent_s in seconds):
        raise ValueError("expected seconds of 0 or more")
    return SearchResult(
        lines=(Line(answer["score"], tuple(answer["pv"]), answer["depth"]),),
        depth=answer["depth"],
        nodes=answer["nodes"],
        seconds_cpu=float(answer["seconds_cpu"]),
        seconds_wall=float(answer["seconds_wall"]),
        stopped_by=str(answer.get("stopped_by", "")),
    )
