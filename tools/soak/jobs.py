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
from tools.soak.place import PENTE, Place, Program, read

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


def play_job(name: str, jobs: Sequence[Sequence[str]], place: Place) -> None:
    """Run one of the jobs under faults, and compare its result with that of an undisturbed run."""
    number = place.dice.randrange(len(jobs))
    words, folder = jobs[number], place.folder / "job"
    calm = place.folder.parent / f"calm-{name}-{number}"
    if not calm.exists():
        fresh = place.folder / "calm"
        if not undisturbed(words, fresh, place):
            return
        fresh.rename(calm)
    for _ in range(place.dice.randint(1, MOST_FAULTY_RUNS)):
        disturb(words, folder, place)
    if undisturbed(words, folder, place):
        same = result_of(folder) == result_of(calm)
        place.law(same, "games or weights are not those of an undisturbed run")


def undisturbed(words: Sequence[str], folder: Path, place: Place) -> bool:
    """Run a job to its end without a fault; whether it succeeds."""
    with place.program(words, folder) as program:
        return place.law(program.wait(END_S) == 0, "an undisturbed job fails", program)


def disturb(words: Sequence[str], folder: Path, place: Place) -> None:
    """Run a job under a fault."""
    before = lines_of(folder)
    fault = place.dice.choice(FAULTS)
    with place.program(words, folder) as program:
        fault(program, place)
        if place.law(program.wait(END_S) is not None, "does not end", program):
            require_words(fault, program, place)
    place.law(lines_of(folder)[: len(before)] == before, "a line of its file has changed")


def require_words(fault: faults.Fault, program: Program, place: Place) -> None:
    """A pause fails no job; one that fails says why, unless a signal ended it."""
    if fault is faults.pause:
        place.law(program.code == 0, "fails after a pause", program)
    elif fault is end_politely:  # its own code if the signal comes while Python itself starts
        early = -(program.code or 0) in program.sent
        place.law(early or program.code in (0, INTERRUPTED), "no polite end", program)
    elif fault is not kill and program.code != 0:
        # A library that finds no memory while it is loaded may end the process with its own code.
        coded = program.code == 2 or resource.RLIMIT_AS in program.limits
        place.law(coded and program.err.strip(), "fails without a word", program)


def result_of(folder: Path) -> tuple[list[str], bytes]:
    """A job's games without their costs, in a fixed order, and the tuned weights of a study."""
    games = [json.dumps(json.loads(line, object_hook=costless)) for line in lines_of(folder)]
    weights = read(folder / "weights.toml") or b""
    return sorted(games), weights.partition(b"[provenance]")[0]


def costless(found: dict[str, Any]) -> dict[str, Any]:
    """A JSON object without what differs in each run."""
    return {name: value for name, value in found.items() if name not in COSTS}


def lines_of(folder: Path) -> list[bytes]:
    """The complete lines of a job's results."""
    return (read(folder / RESULTS) or b"").split(b"\n")[:-1]
