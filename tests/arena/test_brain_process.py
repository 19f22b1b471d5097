"""A program that is asked line by line: what it does not read delays nobody."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest

from arena.brain_process import BrainProcess
from arena.family import children
from arena.player import CRASH, Fault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Whatever was started has ended after the test."""
    before = children()
    yield
    assert children() == before


def program(folder: Path, body: str) -> BrainProcess:
    """A running script with this body."""
    text = f"import sys, time\n{body}"
    return BrainProcess([sys.executable, "-I", "-S", "-c", text], str(folder))


def test_program_that_never_reads_is_ended(tmp_path: Path) -> None:
    """Who prints and does not read blocks nobody; when too much is unread it loses for that."""
    brain = program(tmp_path, "while True: print('7,7', flush=True); time.sleep(0.01)")
    started_s = time.monotonic()
    answers = []
    while not brain.ended:
        brain.forget_unread()
        brain.say(*["INFO time_left 1000"] * 500)
        answers.append(brain.hear(20.0))
        assert time.monotonic() - started_s < 20
    fault = answers.pop()
    assert set(answers) == {"7,7"}
    assert isinstance(fault, Fault)
    assert (fault.termination, fault.reason) == (CRASH, "killed for not reading what it was told")


def test_slow_reader_is_told_everything(tmp_path: Path) -> None:
    """More than a pipe holds reaches a program that reads late, while it is waited for."""
    brain = program(tmp_path, "time.sleep(0.3); print(sum(1 for _ in zip(range(5100), sys.stdin)))")
    brain.say(*["INFO rule 0"] * 5100)
    try:
        assert brain.hear(20.0) == "5100"
    finally:
        brain.end()


def test_program_that_closes_its_input_is_heard(tmp_path: Path) -> None:
    """What cannot be told any more is given up; what the program says still counts."""
    body = "import os; os.close(0); print('7,7', flush=True); time.sleep(60)"
    brain = program(tmp_path, body)
    try:
        assert brain.hear(20.0) == "7,7"
        brain.say("END")
        brain.forget_unread()
    finally:
        brain.end()
