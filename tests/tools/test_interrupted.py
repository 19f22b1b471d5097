"""Trials that run for long end at SIGTERM, and so does what they have started."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.processes.process_tree import processes
from cli.output.stopping import INTERRUPTED

ROOT = Path(__file__).parents[2]
DEADLINE_S = 60.0
# Whatever the trial starts first is replaced by a program that prints its number and waits.
TRIAL = """
import runpy, subprocess, sys
real = subprocess.run
child = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
subprocess.run = lambda *_args, **_options: real([sys.executable, "-c", child])
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__")
"""
COMMANDS = (
    pytest.param(("tools.trials.sanitize", "--part", "games"), marks=pytest.mark.nightly),
    pytest.param(("tools.fuzz.run", "record", "--inputs", "1"), marks=pytest.mark.nightly),
    ("tools.trials.same_answer",),
)


@pytest.mark.processes
@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_a_trial_stops_what_it_started(command: tuple[str, ...]) -> None:
    """At SIGTERM the trial ends its child and tells that it was interrupted."""
    with subprocess.Popen(
        [sys.executable, "-c", TRIAL, *command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as trial:
        assert trial.stdout is not None
        child = next(int(line) for line in trial.stdout if line.strip().isdigit())
        trial.send_signal(signal.SIGTERM)
        assert trial.wait(DEADLINE_S) == INTERRUPTED
    left = processes().get(child)
    assert left is None or left.zombie
