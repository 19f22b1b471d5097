"""The trials of `arena.compliance.check`: one run of an agent, each in a fresh working folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping

from arena.foreign.harness_agent import Attempt, FolderAgent, Program, wall_cap_s
from arena.foreign.harness_files import CALIBRATION, OUTPUT
from arena.game.player import TIME, Fault
from arena.processes.command import ProcessEnd
from games.five.points import format_harness_point, format_point
from games.five.position import FivePosition

ORDINARY_S = 5.0  # seconds left, where a check is not about time


class TrialRunner:
    """Runs the trials of one agent.

    calibrated   whether its calibration has run; it runs once
    calibration  its calibration.txt, copied into every fresh folder, or None
    timeouts     number of trials that ran out of time
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.calibrated = False
        self.calibration: bytes | None = None
        self.timeouts = 0

    @contextlib.contextmanager
    def fresh(self, program: Program | None = None) -> Iterator[FolderAgent]:
        """Yield the agent, or another program, in a temporary working folder."""
        new = FolderAgent(program or self.program, calibrated=self.calibrated)
        with contextlib.closing(new) as agent:
            if self.calibration is not None:
                agent.write(CALIBRATION, self.calibration)
            yield agent

    def keep_calibration(self, agent: FolderAgent) -> None:
        """Keep the calibration of this agent for all later trials."""
        self.calibrated = True
        self.calibration = content_of(agent.folder).get(CALIBRATION)

    def attempt(
        self,
        agent: FolderAgent,
        position: FivePosition,
        *,
        told_s: float = ORDINARY_S,
        grace_s: float = 0.0,
        files: Mapping[str, bytes | None] | None = None,
    ) -> Attempt:
        """Run one move of the agent with these files in its folder; None removes a file.

        The agent is told `told_s` and killed `grace_s` later.
        """
        limit_s = told_s + grace_s
        attempt = agent.attempt(position, told_s, limit_s, wall_cap_s(limit_s), files)
        if isinstance(attempt.verdict, Fault) and attempt.verdict.termination == TIME:
            self.timeouts += 1
        return attempt

    def ask(
        self,
        position: FivePosition,
        *,
        told_s: float = ORDINARY_S,
        grace_s: float = 0.0,
        may_be_late: bool = False,
        files: Mapping[str, bytes | None] | None = None,
        program: Program | None = None,
    ) -> str | None:
        """What is wrong with the agent's answer in a fresh folder, or None.

        An answer after `told_s` is wrong, even within the grace, unless it may be late.
        """
        with self.fresh(program) as agent:
            attempt = self.attempt(agent, position, told_s=told_s, grace_s=grace_s, files=files)
        cpu_s = attempt.end.cpu_s if attempt.end else 0.0
        wrong = complaint(attempt, position)
        if wrong is None and cpu_s >= told_s and not may_be_late:
            return f"{TIME}: answered after {cpu_s:.3f} s of CPU with {told_s} s left"
        return wrong


def complaint(attempt: Attempt, position: FivePosition) -> str | None:
    """The referee's complaint about this attempt, late answers aside, or None."""
    verdict = attempt.verdict
    if isinstance(verdict, Fault):
        return f"{verdict.termination}: {verdict.reason}"
    why = position.why_illegal(verdict)
    if why is None:
        return None
    return f"illegal move {format_point(verdict, position.rules.size)}: {why}"


def complaint_of_processes(end: ProcessEnd) -> str | None:
    """What is wrong with the processes that an agent left behind, or None."""
    if end.left_running:
        return f"{end.left_running} of its processes were still running after it ended"
    if end.orphans:
        return (
            f"it did not wait for {end.orphans} of its processes; "
            f"their {end.orphans_cpu_s:.3f} s of CPU are charged as well"
        )
    return None


def content_of(folder: str, within: str = "") -> dict[str, bytes | None]:
    """The files below a folder by relative name; None as content of links and folders."""
    content: dict[str, bytes | None] = {}
    for entry in os.scandir(os.path.join(folder, within)):
        name = os.path.join(within, entry.name)
        content[name] = None
        if entry.is_file(follow_symlinks=False):
            with open(entry.path, "rb") as file:
                content[name] = file.read()
        elif entry.is_dir(follow_symlinks=False):
            content |= content_of(folder, name)
    return content


def complaint_of_files(
    before: dict[str, bytes | None], after: dict[str, bytes | None], allowed: tuple[str, ...]
) -> str | None:
    """What an agent wrongly added, removed or changed in its folder, or None."""
    added = sorted(after.keys() - before.keys() - set(allowed))
    if added:
        return f"left {', '.join(added[:5])} in its folder, expected only {', '.join(allowed)}"
    gone = sorted(before.keys() - after.keys() - set(allowed))
    if gone:
        return f"removed {', '.join(gone[:5])} from its folder"
    changed = sorted(name for name in before.keys() - set(allowed) if before[name] != after[name])
    return f"changed {', '.join(changed[:5])}" if changed else None


def stale_output(position: FivePosition) -> dict[str, bytes | None]:
    """An `output.txt` of an earlier move: its point is occupied, so it is illegal now."""
    occupied = next(point for point, cell in enumerate(position.cells) if cell)
    return {OUTPUT: (format_harness_point(occupied, position.rules.size) + "\n").encode()}
