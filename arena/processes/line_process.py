"""A long-lived program that answers line by line, with deadlines and measured CPU.

It runs under a supervisor, which finds, charges and ends all its processes. A failure is returned
as `arena.game.player.Fault`, after the program has been ended.
"""

from __future__ import annotations

import math
import os
import select
import tempfile
import time
from collections import deque
from collections.abc import Sequence

from arena.game.player import CRASH, TIME, Fault
from arena.processes.command import (
    BETWEEN_SIZES_S,
    MOST_BETWEEN_LOOKS_S,
    MOST_PRINTED_BYTES,
    complaint_of,
    exit_words,
)
from arena.processes.confinement import excess, words_of
from arena.processes.process_tree import cpu_below, session_tree
from arena.processes.supervisor import Supervised

LONGEST_LINE_BYTES = 1 << 16
MOST_UNSENT_BYTES = 1 << 16  # in addition to the pipe's buffer; a BOARD has about 4,000
PIECE_BYTES = 1 << 16
SHORTEST_LOOK_S = 0.002
EXIT_GRACE_S = 0.1  # for a program that has closed its output, to get its exit code


class BrainProcess:
    """A running program. Raises OSError if it cannot be started.

    ended  whether it has ended and been reaped
    """

    def __init__(self, command: Sequence[str], folder: str) -> None:
        self.ended = False
        self._folder = folder
        self._sized_s = time.monotonic()  # when the size of the folder was last looked at
        self._unsent = b""  # not yet accepted by its pipe
        self._lines: deque[str] = deque()  # received, not yet returned by hear
        self._unfinished = b""
        self._heard_bytes = 0
        self._cpu_s = 0.0
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115 - closed by end
        try:
            self._child = Supervised(command, folder, self._printed)
        except BaseException:
            self._printed.close()
            raise
        os.set_blocking(self._child.stdin.fileno(), False)

    def cpu_s(self) -> float:
        """The CPU seconds of all its processes so far; never decreases."""
        if not self.ended:
            seen_s = cpu_below(self._child.supervisor, self._child.pid)
            self._cpu_s = max(self._cpu_s, seen_s)
        return self._cpu_s

    def say(self, *lines: str) -> None:
        """Send lines, ended with CR LF, without waiting.

        `hear` sends what the pipe does not accept yet, and reports if the program died.
        """
        if not self.ended:
            self._unsent += "".join(f"{line}\r\n" for line in lines).encode()
            self._send_some()

    def hear(self, wall_limit_s: float, cpu_limit_s: float | None = None) -> str | Fault:
        """The next line that is not blank, or a fault.

        The wall limit counts from now; `cpu_limit_s` limits `cpu_s()`.
        """
        deadline = time.monotonic() + wall_limit_s
        while not self._lines:
            if self.ended:
                return self._death()
            fault = self._wait(deadline, cpu_limit_s)
            if fault is not None:
                self.end()
                return fault
        return self._lines.popleft()

    def forget_unread(self) -> None:
        """Discard its unread output."""
        for _ in range(MOST_PRINTED_BYTES // PIECE_BYTES):
            if self.ended or not self._poll(0.0) or not self._read_some():
                break
        self._lines.clear()
        self._heard_bytes = 0

    def end(self, grace_s: float = 0.0) -> None:
        """Wait `grace_s` for its end, then kill and reap it with all its processes."""
        if self.ended:
            return
        cpu_s = self.cpu_s()
        self._child.end(grace_s)
        self.ended = True
        self._cpu_s = max(cpu_s, self._child.cpu_s)
        self._complaint = complaint_of(self._printed)
        self._printed.close()

    def _wait(self, deadline: float, cpu_limit_s: float | None) -> Fault | None:
        """Wait for output or the next poll; return why the program must end, or None."""
        wall_left_s = deadline - time.monotonic()
        if wall_left_s <= 0:
            reason = "killed without an answer at its wall time limit"
            return Fault(termination=TIME, reason=reason)
        if len(self._unsent) > MOST_UNSENT_BYTES:
            return Fault(termination=CRASH, reason="killed for not reading its input")
        over = self._excess()
        if over is not None:
            return Fault(termination=CRASH, reason=words_of(over))
        pause_s = min(MOST_BETWEEN_LOOKS_S, wall_left_s)
        if cpu_limit_s is not None:
            cpu_left_s = cpu_limit_s - self.cpu_s()
            if cpu_left_s <= 0:
                reason = f"killed at its CPU limit, after {self._cpu_s:.3f} s of CPU in all"
                return Fault(termination=TIME, reason=reason)
            pause_s = max(SHORTEST_LOOK_S, min(pause_s, cpu_left_s / (os.cpu_count() or 1)))
        if self._poll(pause_s) and not self._read_some():
            self.end(EXIT_GRACE_S)
        if self._floods():
            return Fault(termination=CRASH, reason="killed for flooding its output")
        return None

    def _excess(self) -> str | None:
        """The limit that its processes or its folder exceed, looked at now and then."""
        now_s = time.monotonic()
        if now_s - self._sized_s < BETWEEN_SIZES_S:
            return None
        self._sized_s = now_s
        return excess(session_tree(self._child.supervisor), self._folder)

    def _poll(self, seconds: float) -> bool:
        """Wait until the pipes are ready; send pending input; return whether output is ready."""
        reading, writing = self._child.stdout.fileno(), self._child.stdin.fileno()
        poll = select.poll()
        poll.register(reading, select.POLLIN)
        if self._unsent:
            poll.register(writing, select.POLLOUT)
        ready = {file for file, _ in poll.poll(math.ceil(1000 * seconds))}
        if writing in ready:
            self._send_some()
        return reading in ready

    def _send_some(self) -> None:
        """Send what the pipe accepts; drop everything if the program has closed it."""
        try:
            sent = os.write(self._child.stdin.fileno(), self._unsent)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            sent = len(self._unsent)
        self._unsent = self._unsent[sent:]

    def _read_some(self) -> bool:
        """Read available output; False at its end, where an unfinished line counts as complete."""
        piece = os.read(self._child.stdout.fileno(), PIECE_BYTES)
        self._heard_bytes += len(piece)
        *lines, self._unfinished = (self._unfinished + piece).replace(b"\r", b"\n").split(b"\n")
        if not piece:
            lines, self._unfinished = [*lines, self._unfinished], b""
        texts = (line.decode(errors="replace").strip() for line in lines)
        self._lines.extend(text for text in texts if text)
        return bool(piece)

    def _floods(self) -> bool:
        if self.ended:
            return False
        said = os.fstat(self._printed.fileno()).st_size
        endless = len(self._unfinished) > LONGEST_LINE_BYTES
        return endless or max(said, self._heard_bytes) > MOST_PRINTED_BYTES

    def _death(self) -> Fault:
        """How it ended, with what it printed on standard error in a line."""
        how = exit_words(self._child.exit_code or 0)
        words = f": {self._complaint}" if self._complaint else ""
        return Fault(termination=CRASH, reason=f"its process ended with {how}{words}")
