"""A foreign agent of the file harness: one private working folder, one process per move.

The working folder is the agent's current directory. For `agent:FOLDER` it has FOLDER's subfolders
as folders of its own, with links to FOLDER's files; hidden files and the harness's own four at the
top are left out. So the agent finds its files by relative names, parallel games do not share a
folder, and files that the agent creates, replaces or removes under such names leave FOLDER
unchanged. `agent:COMMAND` starts in an empty folder. Closing the agent removes the folder.

FOLDER changes all the same if the agent opens one of its files for writing, or finds it by
`__file__` of a module. Python keeps compiled modules in FOLDER; without them each move would cost
more. With more than MOST_LINKS entries in FOLDER, large subfolders are links.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

from arena.errors import ClockError
from arena.foreign.harness_files import (
    CALIBRATION,
    INPUT,
    OUTPUT,
    PLAYDATA,
    format_request,
    read_output,
    remove,
)
from arena.game.clock import CPU, WALL, Allowance
from arena.game.player import CRASH, TIME, Answer, Fault
from arena.processes.command import (
    CPU_LIMIT,
    OUTPUT_LIMIT,
    WALL_LIMIT,
    ProcessEnd,
    exit_words,
    run_command,
)
from arena.processes.confinement import DISK_LIMIT, words_of
from games.errors import naming
from games.five.position import FivePosition

CALIBRATION_LIMIT_S = 300.0
MOST_LINKS = 300  # in a working folder; each costs some 0.1 ms, for each player and each check
# Errors of this computer, which end the match: no space, no memory, too many files.
SYSTEM_ERRORS = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.ENOMEM,
    errno.EMFILE,
    errno.ENFILE,
    errno.EAGAIN,
    errno.EROFS,
)


def wall_cap_s(cpu_left_s: float) -> float:
    """The wall limit of a move under a CPU clock: 3 times the CPU left, plus 10 s."""
    return 3 * cpu_left_s + 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """How an agent is started.

    command            words of the command for one move
    calibrate_command  words of the command that runs once before the first game, or ()
    source             folder whose files are linked into the working folder, or None
    """

    command: tuple[str, ...]
    calibrate_command: tuple[str, ...] = ()
    source: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One run of an agent.

    end      how its process ended; None if it did not start
    verdict  its point, or its fault
    """

    end: ProcessEnd | None
    verdict: int | Fault


class FolderAgent:
    """A player that is a program; `folder` is its working folder.

    An agent that spoils its folder loses that game; the next game has a new folder.
    """

    def __init__(self, program: Program, *, calibrated: bool = False) -> None:
        """Create a working folder; `calibrated` skips the calibration."""
        self.program = program
        self._calibrated = calibrated
        self._fault: Fault | None = None
        self._full = False  # whether the working folder must be emptied
        self._left: list[str] = []  # spoilt folders, to be removed at the end
        self.folder = self._new_folder()

    def _new_folder(self) -> str:
        folder = tempfile.mkdtemp(prefix="pente-agent-")
        if self.program.source is not None:
            link_content(self.program.source, folder)
        return folder

    def calibrate(self) -> ProcessEnd | None:
        """Run the agent's calibration; return how it ended, or None without a calibration.

        Raises OSError if it cannot be started.
        """
        self._calibrated = True
        if not self.program.calibrate_command:
            return None
        return run_command(
            self.program.calibrate_command,
            self.folder,
            cpu_limit_s=None,
            wall_limit_s=CALIBRATION_LIMIT_S,
        )

    def new_game(self, seed: int) -> None:  # noqa: ARG002 - the harness has no seeds
        """Calibrate before the first game and ignore the result; remove `playdata.txt`.

        An unusable working folder is replaced by a new one.
        """
        try:
            require_folder(self.folder)
            remove(self.path(PLAYDATA))
        except OSError as error:
            raise_if_system_error(error)
            self._left.append(self.folder)
            self.folder = self._new_folder()
        if self._full:
            remove(self.folder)
            self.folder, self._full = self._new_folder(), False
        self._fault = None
        if not self._calibrated:
            try:
                self.calibrate()
            except OSError as error:
                self._fault = fault_of_start(self.program.calibrate_command[0], error)

    def choose(self, position: FivePosition, allowance: Allowance) -> Answer:
        """The agent's answer within its allowance.

        Raises ClockError without a clock of seconds: the harness must tell the time left.
        """
        seconds = allowance.seconds
        if seconds is None:
            raise ClockError("an agent of the file harness needs a clock of seconds")
        if self._fault is not None:
            return Answer(fault=self._fault)
        cpu_limit_s, wall_limit_s = allowance.most_s(CPU), allowance.most_s(WALL)
        if wall_limit_s is None:
            wall_limit_s = wall_cap_s(seconds if cpu_limit_s is None else cpu_limit_s)
        told_s = min(s for s in (seconds, allowance.move_s) if s is not None)
        attempt = self.attempt(position, told_s, cpu_limit_s, wall_limit_s)
        cpu_s, wall_s = (attempt.end.cpu_s, attempt.end.wall_s) if attempt.end else (0.0, 0.0)
        if isinstance(attempt.verdict, Fault):
            return Answer(fault=attempt.verdict, cpu_s=cpu_s, wall_s=wall_s)
        return Answer(point=attempt.verdict, cpu_s=cpu_s, wall_s=wall_s)

    def attempt(
        self,
        position: FivePosition,
        told_s: float,
        cpu_limit_s: float | None,
        wall_limit_s: float,
        files: Mapping[str, bytes | None] | None = None,
    ) -> Attempt:
        """Run one move of the agent; the limits may differ from the time it is told.

        It finds these files besides its input, and no output unless they have one.
        """
        laid = {OUTPUT: None, INPUT: format_request(position, told_s).encode(), **(files or {})}
        try:
            require_folder(self.folder)
            for name, content in laid.items():
                self.write(name, content)
        except OSError as error:
            raise_if_system_error(error)
            reason = f"it has made its working folder unusable: {error.strerror}"
            return Attempt(end=None, verdict=Fault(termination=CRASH, reason=reason))
        try:
            end = run_command(
                self.program.command,
                self.folder,
                cpu_limit_s=cpu_limit_s,
                wall_limit_s=wall_limit_s,
            )
        except OSError as error:
            raise_if_system_error(error)
            return Attempt(end=None, verdict=fault_of_start(self.program.command[0], error))
        self._full = self._full or end.killed == DISK_LIMIT
        fault = fault_of_end(end, cpu_limit_s, wall_limit_s)
        verdict = fault or fault_of_output(read_output(self.folder, position.rules.size), end)
        return Attempt(end=end, verdict=verdict)

    def path(self, name: str) -> str:
        """The path of a file in the working folder."""
        return os.path.join(self.folder, name)

    def write(self, name: str, content: bytes | None) -> None:
        """Write a file in the working folder; replaces anything of that name. None removes it."""
        remove(self.path(name))
        if content is None:
            return
        with naming(self.path(name)), open(self.path(name), "wb") as file:
            file.write(content)

    def close(self) -> None:
        """Remove the working folder and all spoilt ones."""
        for folder in (*self._left, self.folder):
            with contextlib.suppress(OSError):  # what the agent has locked remains
                remove(folder)


def require_folder(folder: str) -> None:
    """Raise OSError unless this is a real folder; through a link, files would land elsewhere.

    Restores the owner's permissions.
    """
    mode = os.lstat(folder).st_mode
    if not stat.S_ISDIR(mode):
        raise NotADirectoryError(errno.ENOTDIR, "is no longer a folder", folder)
    if mode & stat.S_IRWXU != stat.S_IRWXU:
        os.chmod(folder, stat.S_IRWXU)


def raise_if_system_error(error: OSError) -> None:
    """Raise the error again if this computer caused it, not the agent."""
    if error.errno in SYSTEM_ERRORS:
        raise error


def fault_of_start(program: str, error: OSError) -> Fault:
    """The fault of a program that cannot be started."""
    return Fault(termination=CRASH, reason=f"{program} cannot be started: {error.strerror}")


def link_content(source: str, folder: str) -> None:
    """Give a folder the content of another: links to its files, and subfolders with such links.

    Leaves out hidden files and those of the harness at the top. A subfolder is a link if it is one
    in the source, cannot be read, or would bring the entries above MOST_LINKS.
    """
    top = os.path.abspath(source)
    names = [name for name in _names_in(top) or () if not _is_left_out(name)]
    entries = len(names)
    waiting = deque([(top, folder, names)])
    while waiting:
        origin, place, names = waiting.popleft()
        for name in names:
            path, new = os.path.join(origin, name), os.path.join(place, name)
            inner = _names_in(path)
            if inner is None or entries + len(inner) > MOST_LINKS:
                os.symlink(path, new)
                continue
            os.mkdir(new)
            entries += len(inner)
            waiting.append((path, new, inner))


def _names_in(path: str) -> list[str] | None:
    """The names in a real folder that can be read, in order; else None."""
    if os.path.islink(path) or not os.path.isdir(path):
        return None
    try:
        return sorted(os.listdir(path))
    except OSError:
        return None


def _is_left_out(name: str) -> bool:
    return name.startswith((".", "__")) or name in (INPUT, OUTPUT, PLAYDATA, CALIBRATION)


def fault_of_end(end: ProcessEnd, cpu_limit_s: float | None, wall_limit_s: float) -> Fault | None:
    """The fault in how a process ended, or None."""
    if end.killed == CPU_LIMIT:
        reason = f"killed after {end.cpu_s:.3f} s of CPU with {cpu_limit_s:.3f} s left"
        return Fault(termination=TIME, reason=reason)
    if end.killed == WALL_LIMIT:
        reason = f"killed without an answer after {wall_limit_s:.1f} s of wall time"
        return Fault(termination=TIME, reason=reason)
    if end.killed == OUTPUT_LIMIT:
        return Fault(termination=CRASH, reason="killed for flooding its standard output")
    if end.killed is not None:
        return Fault(termination=CRASH, reason=words_of(end.killed))
    if end.exit_code == 0:
        return None
    said = f": {end.complaint}" if end.complaint else ""
    return Fault(termination=CRASH, reason=f"ended with {exit_words(end.exit_code)}{said}")


def fault_of_output(verdict: int | Fault, end: ProcessEnd) -> int | Fault:
    """The verdict on an output; a fault also tells what the agent printed."""
    if isinstance(verdict, int) or not end.complaint:
        return verdict
    return replace(verdict, reason=f"{verdict.reason}; it printed: {end.complaint}")
