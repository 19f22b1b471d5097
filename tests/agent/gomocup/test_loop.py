"""The loop of our Gomocup brain: lines that arrive during a search, and short memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from agent.gomocup.brain import Brain
from agent.gomocup.loop import serve
from agent.gomocup.protocol import parse_place

HERE = Path(__file__).resolve().parents[3]
BRAIN = "from agent.gomocup.loop import main; main()"


def served(lines: Iterator[tuple[float, str]] | list[tuple[float, str]]) -> list[tuple[float, str]]:
    """The answers of a brain behind a pipe with their times; each line follows after seconds."""
    source, sink = os.pipe()
    said: list[tuple[float, str]] = []

    def write() -> None:
        for pause_s, line in lines:
            time.sleep(pause_s)
            os.write(sink, f"{line}\r\n".encode())
        os.close(sink)

    writer = threading.Thread(target=write)
    writer.start()
    with closing(Brain(lambda line: said.append((time.monotonic(), line)))) as brain:
        serve(brain, source)
    writer.join()
    os.close(source)
    return said


def test_early_lines_are_not_lost() -> None:
    """Lines that arrive together during a search are answered one by one, in order.

    Threads that start later have stacks of the usual size.
    """
    stack = threading.stack_size()
    turns = [(0.0, f"TURN {column},0") for column in (0, 4, 8)]
    start = [(0.0, "START 15"), (0.0, "INFO timeout_turn 60"), (0.0, "BEGIN")]
    said = served([*start, *turns, (0.0, "TURN 0,0"), (0.0, "ABOUT")])
    assert [line for _, line in said[:2]] == ["OK", "7,7"]
    assert all(parse_place(line, 15) >= 0 for _, line in said[2:5])
    assert said[5][1] == "ERROR 0,0 is occupied"
    assert len(said) == 7
    assert threading.stack_size() == stack


QUIET = ("START 19", "BOARD", "9,9,1", "10,10,2", "DONE")


def test_stop_ends_a_search() -> None:
    """STOP ends a running search; the next search has its full time again."""
    sent: list[float] = []

    def lines() -> Iterator[tuple[float, str]]:
        yield from ((0.0, line) for line in ("INFO timeout_turn 200000", *QUIET))
        yield 0.3, "STOP"
        sent.append(time.monotonic())
        yield from ((0.0, line) for line in ("INFO timeout_turn 300", *QUIET))

    times = [at for at, _ in served(lines())]
    assert times[1] - times[0] < 150
    assert times[3] - sent[0] > 0.2


def test_end_ends_a_search_soon() -> None:
    """END ends a search within the second that the protocol allows; its move is still sent. It may
    come before any game.
    """
    lines = [(0.0, "INFO timeout_turn 200000"), *((0.0, line) for line in QUIET)]
    said = served([*lines, (0.0, "END"), (0.0, "BEGIN")])
    assert len(said) == 2
    assert said[1][0] - said[0][0] < 150
    assert len(served([(0.0, "ABOUT"), (0.0, "END")])) == 1


def test_reader_without_memory_ends_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """If memory runs out while a line is read, the loop itself raises MemoryError."""
    monkeypatch.setattr("agent.gomocup.loop.incoming_lines", Mock(side_effect=MemoryError))
    with closing(Brain(lambda _text: None)) as brain, pytest.raises(MemoryError):
        serve(brain, 0)


def transcript(text: str, megabytes: int) -> subprocess.CompletedProcess[str]:
    """A brain's answers to a transcript, with its address space limited to this many MiB."""
    limit = megabytes << 20
    return subprocess.run(
        [sys.executable, "-c", BRAIN],
        cwd=HERE,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )


LEAST = pytest.param(
    18,
    marks=pytest.mark.skipif(
        sys.version_info >= (3, 13), reason="an import of CPython 3.13 ends in a SystemError there"
    ),
)


@pytest.mark.nightly
@pytest.mark.parametrize("megabytes", [LEAST, 20, 22, 24, 26, 28, 32, 60, 120, 350, 488])
def test_short_memory_costs_no_move(megabytes: int) -> None:
    """With less memory than `max_memory` says, every move still comes, also after RESTART.

    A brain that cannot play for lack of memory says so in one line.
    """
    told = "START 15\nINFO max_memory 367001600\nINFO timeout_turn 50\n"
    done = transcript(told + "TURN 7,7\nRESTART\nBEGIN\nTURN 8,8\nEND\n", megabytes)
    if megabytes < 60 and done.returncode:
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        return
    assert (done.returncode, done.stderr) == (0, "")
    warned = "WARNING" if megabytes < 60 else "WARNING: low memory"
    said = [line for line in done.stdout.split("\n") if line and warned not in line]
    assert said[::2] == ["OK", "OK", said[4]]
    assert all(parse_place(line, 15) >= 0 for line in (said[1], said[3], said[4]))


def test_output_that_cannot_be_written_ends_in_one_line() -> None:
    """If standard output cannot be written, the brain ends with one line and exit code 2."""
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", BRAIN],
            cwd=HERE,
            input=b"ABOUT\n",
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr == b"pente: no space left on device\n"
