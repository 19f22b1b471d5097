"""A program that is asked line by line: lines that it does not read delay nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.game.player import CRASH, Fault
from arena.processes.line_process import BrainProcess
from search import IMPORTS_FROM
from tests.arena.waiting import DEADLINE_S


def program(folder: Path, body: str) -> BrainProcess:
    """A running script with this body."""
    text = f"import sys, time\n{body}"
    return BrainProcess([sys.executable, "-I", "-S", "-c", text], str(folder))


def test_program_that_never_reads_is_ended(tmp_path: Path) -> None:
    """A program that prints and never reads does not block us; too much unread input ends it."""
    brain = program(tmp_path, "while True: print('7,7', flush=True); time.sleep(0.01)")
    answers = []
    while not brain.ended:
        brain.forget_unread()
        brain.say(*["INFO time_left 1000"] * 500)
        answers.append(brain.hear(DEADLINE_S))
        assert len(answers) < 100
    fault = answers.pop()
    assert set(answers) == {"7,7"}
    assert isinstance(fault, Fault)
    assert (fault.termination, fault.reason) == (CRASH, "killed for not reading its input")


def test_slow_reader_is_told_everything(tmp_path: Path) -> None:
    """More lines than a pipe holds reach a program that reads late, while we wait for
    its answer.
    """
    brain = program(tmp_path, "time.sleep(0.3); print(sum(1 for _ in zip(range(5100), sys.stdin)))")
    brain.say(*["INFO rule 0"] * 5100)
    try:
        assert brain.hear(DEADLINE_S) == "5100"
    finally:
        brain.end()


def test_last_lines_are_heard(tmp_path: Path) -> None:
    """After a program closes its input, unsent lines are dropped, but its output is still read, and
    its last line with or without a line feed, and then its end.
    """
    body = "import os; os.close(0); print('7,7', flush=True); time.sleep(60)"
    brain = program(tmp_path, body)
    try:
        assert brain.hear(DEADLINE_S) == "7,7"
        brain.say("END")
        brain.forget_unread()
    finally:
        brain.end()
    brain = program(tmp_path, "print('DEBUG x'); print('7,7', end='', flush=True)")
    assert [brain.hear(DEADLINE_S), brain.hear(DEADLINE_S)] == ["DEBUG x", "7,7"]
    fault = brain.hear(DEADLINE_S)
    assert isinstance(fault, Fault)
    assert "exit code 0" in fault.reason
    assert brain.cpu_s() < 0.3  # its own, not its supervisor's


ENDED = """
import signal
from arena.processes import supervisor
real = supervisor.{when}
def ended(*about):
    signal.raise_signal(signal.SIGTERM)
    return real(*about)
supervisor.{when} = ended
supervisor.main()
"""


@pytest.mark.parametrize(
    ("when", "program", "code"),
    [("Confinement.cost_s", "sleep 600", "-9"), ("end_all", "exit 3", "3")],
)
def test_supervisor_ends_and_reports_whenever_it_is_ended(
    when: str, program: str, code: str
) -> None:
    """SIGTERM just after the start leaves no program; while it clears up, it cuts nothing short."""
    reading, writing = os.pipe()
    command = [sys.executable, "-c", ENDED.format(when=when), str(writing), "sh", "-c", program]
    with open(reading, encoding="ascii") as told:
        try:
            subprocess.run(
                command, cwd=IMPORTS_FROM, pass_fds=(writing,), check=True, timeout=DEADLINE_S
            )
        finally:
            os.close(writing)
        assert [line.split()[0] for line in told][-1:] == [code]


def test_seconds_of_orphans_are_charged(tmp_path: Path) -> None:
    """The CPU of a grandchild in its own session is charged, while it runs and afterwards."""
    burn = "until = time.process_time() + 0.4\nwhile time.process_time() < until: pass"
    body = f"""
import os
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        exec({burn!r})
        print('done', flush=True)
        time.sleep(60)
    os._exit(0)
os.wait()
time.sleep(60)
"""
    brain = program(tmp_path, body)
    assert brain.hear(DEADLINE_S) == "done"
    assert 0.35 < brain.cpu_s() < 2
    brain.end()
    assert 0.35 < brain.cpu_s() < 2
