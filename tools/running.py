"""Runs a command with a deadline, and ends everything that it started."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ADDRESS = re.compile(r"https?://\S+:\d+/\S*")  # with a port; installers print others
STEP = 0.2  # seconds between two looks at the signals
GRACE = 15.0  # seconds for a server to end after Ctrl-C


_signals: list[int] = []  # that asked for the end


def end_on_signals() -> None:
    """Exit with 130 after SIGINT or SIGTERM, once the running commands are ended.

    A handler that raised could do so between the start of a command and the care for it. With these
    handlers, a command hears Ctrl-C also where a shell told this process to ignore it.
    """
    for number in (signal.SIGINT, signal.SIGTERM):  # a shell may have told us to ignore Ctrl-C
        signal.signal(number, lambda received, _frame: _signals.append(received))


def check_signals() -> None:
    """Raise SystemExit if a signal has asked for the end."""
    if _signals:
        raise SystemExit(130)


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    good: bool
    seconds: float
    output: str


class Running:
    """A command, as words or a text for bash, in its own session; its output goes into a file."""

    def __init__(self, command: str | list[str], folder: Path, environment: dict[str, str]) -> None:
        self.begun = time.monotonic()
        self.file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `stop`
        self.process = subprocess.Popen(
            ["bash", "-c", command] if isinstance(command, str) else command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self.file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def output(self) -> str:
        """What it has printed."""
        size = os.fstat(self.file.fileno()).st_size
        return os.pread(self.file.fileno(), size, 0).decode(errors="replace")

    def seconds(self) -> float:
        """The time since its start."""
        return time.monotonic() - self.begun

    def wait(self, seconds: float) -> int | None:
        """Its exit code; None after so many seconds. Raises SystemExit on request."""
        deadline = time.monotonic() + seconds
        while True:
            check_signals()
            left = deadline - time.monotonic()
            with suppress(subprocess.TimeoutExpired):
                return self.process.wait(max(0.0, min(left, STEP)))
            if left <= 0:
                return None

    def send(self, number: signal.Signals) -> None:
        """Send a signal to all its processes."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def so_far(self) -> Ended:
        """A command in the background is good while it runs."""
        return Ended(self.process.poll() is None, self.seconds(), self.output())

    def stop(self, grace: float = 0.0) -> None:
        """End all its processes, and reap it; with a grace, first by Ctrl-C."""
        if grace:
            self.send(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(grace)
        self.send(signal.SIGKILL)
        self.process.wait()
        self.file.close()


def run(
    command: str, folder: Path, environment: dict[str, str], seconds: float, codes: tuple[int, ...]
) -> Ended:
    """Run a command to its end, at most so many seconds."""
    running = Running(command, folder, environment)
    try:
        code = running.wait(seconds)
        ending = f"no end after {seconds:g} s" if code is None else f"exit code {code}"
        good = code in codes
        output = running.output() if good else f"{running.output()}\n{ending}"
        return Ended(good, running.seconds(), output)
    finally:
        running.stop()


def serve(command: str, folder: Path, environment: dict[str, str], seconds: float) -> Ended:
    """Run a server until its address answers, then interrupt it: it has to end by itself."""
    running = Running(command, folder, environment)
    try:
        answer = answer_of(running, seconds)
        running.send(signal.SIGINT)
        code = running.wait(GRACE)
        ending = f"{answer}; after Ctrl-C " + (
            f"no end in {GRACE:g} s" if code is None else f"exit code {code}"
        )
        good = answer == "200" and code in (0, 130, -signal.SIGINT)
        return Ended(good, running.seconds(), f"{running.output()}\n{ending}")
    finally:
        running.stop()


def answer_of(running: Running, seconds: float) -> str:
    """The status of the page at the address that a server prints, or what went wrong."""
    while running.seconds() < seconds:
        check_signals()
        match = ADDRESS.search(running.output())
        if match is not None:
            try:
                with urllib.request.urlopen(match[0].partition("#")[0], timeout=10) as page:  # noqa: S310
                    return str(page.status)
            except (OSError, urllib.error.URLError) as error:
                return f"{match[0]}: {error}"
        if running.process.poll() is not None:
            return "it ended before it printed an address"
        time.sleep(0.1)
    return f"no address after {seconds:g} s"
