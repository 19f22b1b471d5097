"""A private folder for moves of the harness: in this process, or as homework.py in its own."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from agent.harness import run
from games.five.position import FivePosition
from search.engine import Engine
from search.limits import Limits
from search.result import SearchResult

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "data" / "samples"
DEADLINE_S = 60.0
COLUMNS = "ABCDEFGHJKLMNOPQRST"
NODES = 2_000  # of a search in this process
SPENT_S = 0.012
SEARCH = Engine.search


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How a move ended: exit code, standard error, output.txt; limits and workers of its search."""

    code: int
    said: str
    output: str | None
    limits: Limits | None = None
    workers: int = 0


class Desk:
    """A folder in which moves are made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, name: str, content: bytes | str) -> None:
        """Write a file into the folder."""
        data = content.encode() if isinstance(content, str) else content
        (self.folder / name).write_bytes(data)

    def play(
        self, request: bytes | str | None = None, *, clock: Callable[[], float] = lambda: SPENT_S
    ) -> Answer:
        """Make a move in this process; `clock` gives the CPU seconds that it has used.

        The plan is that of the clock, the search ends by NODES: the machine's speed plays no part.
        """
        limits: Limits | None = None
        workers = 0

        def search(engine: Engine, position: FivePosition, limit: Limits) -> SearchResult:
            nonlocal limits, workers
            limits, workers = limit, engine.workers
            return SEARCH(engine, position, Limits(nodes=NODES))

        if request is not None:
            self.put("input.txt", request)
        with contextlib.ExitStack() as stack:
            for name in ("time", "agent.player", "agent.searcher"):
                stack.enter_context(patch(f"{name}.process_time", clock))
            stack.enter_context(patch.object(Engine, "search", search))
            said = stack.enter_context(contextlib.redirect_stderr(io.StringIO()))
            code = run(str(self.folder))
        return Answer(
            code=code, said=said.getvalue(), output=self.output(), limits=limits, workers=workers
        )

    def ask(
        self,
        request: bytes | str | None = None,
        *,
        root: Path = ROOT,
        before: Callable[[], None] | None = None,
        environment: dict[str, str] | None = None,
        python: Sequence[str] = (sys.executable,),
    ) -> Answer:
        """Run the homework.py of a tree in this folder and wait for it.

        `python` is the interpreter, with options. `before` runs in the child before Python starts.
        """
        if request is not None:
            self.put("input.txt", request)
        done = subprocess.run(
            [*python, root / "homework.py"],
            cwd=self.folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=before,  # the limits hold in the child; no threads
            text=True,
            timeout=DEADLINE_S,
            check=False,
        )
        return Answer(code=done.returncode, said=done.stderr, output=self.output())

    def output(self) -> str | None:
        """The content of output.txt; None if there is no such file."""
        path = self.folder / "output.txt"
        return path.read_text() if path.is_file() else None


def sample(name: str) -> bytes:
    """The text of a sample input."""
    return (SAMPLES / f"{name}.txt").read_bytes()


def with_clock(request: bytes, clock: str) -> bytes:
    """The request with another clock line."""
    lines = request.split(b"\n")
    return b"\n".join([lines[0], clock.encode(), *lines[2:]])


def is_move_for(output: str | None, request: bytes) -> bool:
    """Whether the output is exactly one line that names an empty point of the request's board."""
    if output is None or output[-1:] != "\n" or "\n" in output[:-1]:
        return False
    row, column = output[:-2], output[-2]
    rows = request.split(b"\n")[3:22]
    if row not in map(str, range(1, 20)) or column not in COLUMNS:
        return False
    return rows[19 - int(row)][COLUMNS.index(column)] == ord(".")
