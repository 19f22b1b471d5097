"""A long-lived program that is asked line by line: every wait has a deadline, its CPU is measured.

It runs below a supervisor, so that all it starts can be found, charged and ended with it. What goes
wrong is a value, `arena.game.player.Fault`; the program has been ended then.
"""

from __future__ import annotations

import math
import os
import select
import tempfile
import time
from collections import deque
from typing import TYPE_CHECKING

from arena.game.player import CRASH, TIME, Fault
from arena.processes.command import MOST_BETWEEN_LOOKS_S, MOST_PRINTED_BYTES, last_line, tail
from arena.processes.process_tree import cpu_below
from arena.processes.supervisor import Supervised

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_LINE_BYTES = 1 << 16
MOST_UNSENT_BYTES = 1 << 16  # beside what its pipe holds; a BOARD has some 4,000
PIECE_BYTES = 1 << 16
SHORTEST_LOOK_S = 0.002
EXIT_GRACE_S = 0.1  # for a program that has closed its output, to tell its exit code


class BrainProcess:
    """A running program. Raises OSError if it cannot be started.

    ended  whether it is known to have ended; it has been reaped then
    """

    def __init__(self, command: Sequence[str], folder: str) -> None:
        self.ended = False
        self._unsent = b""  # what its pipe did not yet take
        self._lines: deque[str] = deque()  # that it has said and nobody has heard
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
        """User + system seconds of the program and all its processes up to now; never less."""
        if not self.ended:
            seen_s = cpu_below(self._child.supervisor, self._child.pid)
            self._cpu_s = max(self._cpu_s, seen_s)
        return self._cpu_s

    def say(self, *lines: str) -> None:
        """Send lines, ended as the protocol wants them, without waiting.

        What its pipe does not take is sent on while it is heard; that it died is seen then, too.
        """
        if not self.ended:
            self._unsent += "".join(f"{line}\r\n" for line in lines).encode()
            self._send_some()

    def hear(self, wall_limit_s: float, cpu_limit_s: float | None = None) -> str | Fault:
        """The next line that is not blank, within so many seconds from now.

        `cpu_limit_s` is what `cpu_s()` may not reach.
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
        """Pass over what it has printed without being asked."""
        for _ in range(MOST_PRINTED_BYTES // PIECE_BYTES):
            if self.ended or not self._poll(0.0) or not self._read_some():
                break
        self._lines.clear()
        self._heard_bytes = 0

    def end(self, grace_s: float = 0.0) -> None:
        """Let it end within so many seconds, then kill it and all that it has left, and reap it."""
        if self.ended:
            return
        cpu_s = self.cpu_s()
        self._child.end(grace_s)
        self.ended = True
        self._cpu_s = max(cpu_s, self._child.cpu_s)
        self._last_words = last_line(tail(self._printed))
        self._printed.close()

    def _wait(self, deadline: float, cpu_limit_s: float | None) -> Fault | None:
        """Wait until something was read or it is time to look again; why it is ended, or None."""
        wall_left_s = deadline - time.monotonic()
        if wall_left_s <= 0:
            reason = "killed without an answer when its time by the clock on the wall was up"
            return Fault(termination=TIME, reason=reason)
        if len(self._unsent) > MOST_UNSENT_BYTES:
            return Fault(termination=CRASH, reason="killed for not reading what it was told")
        pause_s = min(MOST_BETWEEN_LOOKS_S, wall_left_s)
        if cpu_limit_s is not None:
            cpu_left_s = cpu_limit_s - self.cpu_s()
            if cpu_left_s <= 0:
                reason = f"killed at its limit of CPU, after {self._cpu_s:.3f} s of it in all"
                return Fault(termination=TIME, reason=reason)
            pause_s = max(SHORTEST_LOOK_S, min(pause_s, cpu_left_s / (os.cpu_count() or 1)))
        if self._poll(pause_s) and not self._read_some():
            self.end(EXIT_GRACE_S)
        if self._floods():
            return Fault(termination=CRASH, reason="killed for flooding its output")
        return None

    def _poll(self, seconds: float) -> bool:
        """Wait until something can be read or sent on; the latter is done. Whether to read."""
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
        """Send what its pipe takes; nothing of it is of use to a program that has closed it."""
        try:
            sent = os.write(self._child.stdin.fileno(), self._unsent)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            sent = len(self._unsent)
        self._unsent = self._unsent[sent:]

    def _read_some(self) -> bool:
        """Read what is there; False at its end, where a line without its line feed is whole."""
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
        """How it ended, with the last line that it wrote to standard error."""
        code = self._child.exit_code or 0
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        words = f": {self._last_words}" if self._last_words else ""
        return Fault(termination=CRASH, reason=f"its process ended with {how}{words}")
