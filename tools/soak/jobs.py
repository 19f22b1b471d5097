"""The scenes of `pente match` and `pente tune`: a job is disturbed and resumed until it ends.

The laws: after a fault, a file has all complete lines that it had before; no game is lost or
doubled; the result is that of an undisturbed job. A job that fails says why.
"""

from __future__ import annotations

import json
import resource
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cli.output.stopping import INTERRUPTED
from tools.soak import faults
from tools.soak.stage import PENTE, Program, Stage, read

END_S = 300.0  # a job of the soak takes some seconds
MOST_FAULTY_RUNS = 3
RESULTS = "games.jsonl"  # each line is appended once
MATCH = (*PENTE, "match", "--results", RESULTS, "--resume", "-q", "--json")
STUDY = (*PENTE, "tune", "--study", ".", "--workers", "2", "-q", "--json")
COSTS = ("cpu_s", "search_s", "wall_s")  # differ in each run
MATCHES = (
    (*MATCH, "engine:nodes=40", "random", "-g", "gomoku-9", "--games", "10", "--workers", "2"),
    (*MATCH, "engine:nodes=40", "one-ply", "--games", "6", "--workers", "1"),
    (*MATCH, "one-ply", "random", "-g", "gipf-basic", "--games", "6", "--workers", "2"),
)
STUDIES = ((*STUDY, "-g", "gomoku-9", "--games", "32", "--nodes", "40", "--pairs", "4"),)
kill = faults.signalled((signal.SIGKILL,), 3.0)
end_politely = faults.signalled(faults.POLITE, 3.0)
FAULTS: tuple[faults.Fault, ...] = (
    kill,
    end_politely,
    faults.kill_helper,
    faults.pause,
    faults.shortage,
    faults.shortage,
    faults.shortage,
)


def play_job(name: str, jobs: Sequence[Sequence[str]], stage: Stage) -> None:
    """Run one of the jobs under faults, and compare its result with that of an undisturbed run."""
    number = stage.dice.randrange(len(jobs))
    words, folder = jobs[number], stage.folder / "job"
    calm = stage.folder.parent / f"calm-{name}-{number}"
    if not calm.exists():
        fresh = stage.folder / "calm"
        if not undisturbed(words, fresh, stage):
            return
        fresh.rename(calm)
    for _ in range(stage.dice.randint(1, MOST_FAULTY_RUNS)):
        disturb(words, folder, stage)
    if undisturbed(words, folder, stage):
        same = result_of(folder) == result_of(calm)
        stage.law(same, "games or weights are not those of an undisturbed run")


def undisturbed(words: Sequence[str], folder: Path, stage: Stage) -> bool:
    """Run a job to its end without a fault; whether it succeeds."""
    with stage.program(words, folder) as program:
        return stage.law(program.wait(END_S) == 0, "an undisturbed job fails", program)


def disturb(words: Sequence[str], folder: Path, stage: Stage) -> None:
    """Run a job under a fault."""
    before = lines_of(folder)
    fault = stage.dice.choice(FAULTS)
    with stage.program(words, folder) as program:
        fault(program, stage)
        if stage.law(program.wait(END_S) is not None, "does not end", program):
            require_words(fault, program, stage)
    stage.law(lines_of(folder)[: len(before)] == before, "a line of its file has changed")


def require_words(fault: faults.Fault, program: Program, stage: Stage) -> None:
    """A pause fails no job; one that fails says why, unless a signal ended it."""
    if fault is faults.pause:
        stage.law(program.code == 0, "fails after a pause", program)
    elif fault is end_politely:  # its own code if the signal comes while Python itself starts
        early = -(program.code or 0) in program.sent
        stage.law(early or program.code in (0, INTERRUPTED), "no polite end", program)
    elif fault is not kill and program.code != 0:
        # A library that finds no memory while it is loaded may end the process with its own code.
        coded = program.code == 2 or resource.RLIMIT_AS in program.limits
        stage.law(coded and program.err.strip(), "fails without a word", program)


def result_of(folder: Path) -> tuple[list[str], bytes]:
    """A job's games without their costs, in a fixed order, and the tuned weights of a study."""
    games = [json.dumps(json.loads(line, object_hook=costless)) for line in lines_of(folder)]
    weights = read(folder / "weights.toml") or b""
    return sorted(games), weights.partition(b"[provenance]")[0]


def costless(fields: dict[str, Any]) -> dict[str, Any]:
    """A JSON object without what differs in each run."""
    return {name: value for name, value in fields.items() if name not in COSTS}


def lines_of(folder: Path) -> list[bytes]:
    """The complete lines of a job's results."""
    return (read(folder / RESULTS) or b"").split(b"\n")[:-1]
