"""The scenes of `pente match` and `pente tune`: a job is disturbed, damaged and resumed to its end.

The laws: after a fault, a file has all complete lines that it had before; no game is lost or
doubled; the result is that of an undisturbed job with the same seed; the command refuses a damaged
file and names it.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cli.output.stopping import INTERRUPTED
from cli.soak.faults import RUNNING, end_politely, kill_leader, little_memory, pause
from cli.soak.round import PENTE

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.soak.program import Program
    from cli.soak.round import Place

END_S = 300.0  # a job of the soak takes some seconds
POLITE_END_S = 60.0  # on a machine that is busy
MOST_FAULTY_RUNS = 3
EARLY_SIGNALS = (-1, -2, -15)  # sent while Python itself still started
RESULTS = "games.jsonl"
MATCHES = (
    ("engine:nodes=40", "random", "-g", "gomoku-9", "--games", "10", "--workers", "2"),
    ("engine:nodes=40", "one-ply", "--games", "6", "--workers", "1"),
    ("one-ply", "random", "-g", "gipf-basic", "--games", "6", "--workers", "2"),
)
STUDY = ("-g", "gomoku-9", "--games", "32", "--nodes", "40", "--pairs", "4", "--validate", "0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A command that can be resumed.

    words    the command, which also resumes
    lines    file whose lines it appends; a complete line must stay
    result   what must equal that of an undisturbed job; None while it has none
    """

    words: tuple[str, ...]
    lines: str
    result: Callable[[], Any]


def play_match(place: Place) -> None:
    """A match under faults."""
    number = place.dice.randrange(len(MATCHES))
    calm = os.path.join(place.kept, f"match-{number}.jsonl")
    if not os.path.exists(calm):
        undisturbed(match_job(number, f"{calm}.new"), place)
        keep(f"{calm}.new", calm)
    job = match_job(number, place.path(RESULTS))
    disturb(job, place)
    place.law(
        job.result() == match_job(number, calm).result(),
        "the games are not those of an undisturbed match",
    )


def match_job(number: int, path: str) -> Job:
    """One of the matches, with its file of results."""
    words = (*PENTE, "match", *MATCHES[number], "--results", path, "--resume", "-q", "--json")
    return Job(words=words, lines=path, result=lambda: games_of(path))


def games_of(path: str) -> list[tuple[Any, ...]]:
    """Each game of a results file in the order of their numbers: what was played and its end."""
    games = [json.loads(line) for line in lines_of(path)[1:]]
    return sorted(
        (game["game"], [move["point"] for move in game["moves"]], game["winner"]) for game in games
    )


def play_study(place: Place) -> None:
    """A study under faults."""
    calm = os.path.join(place.kept, "study")
    if not os.path.exists(calm):
        shutil.rmtree(f"{calm}.new", ignore_errors=True)
        undisturbed(study_job(f"{calm}.new"), place)
        keep(f"{calm}.new", calm)
    job = study_job(place.path("study"))
    disturb(job, place)
    place.law(
        job.result() == study_job(calm).result(),
        "games or weights are not those of an undisturbed study",
    )


def study_job(folder: str) -> Job:
    """The study in its folder."""
    words = (*PENTE, "tune", "--study", folder, *STUDY, "--workers", "2", "-q", "--json")
    games = os.path.join(folder, RESULTS)
    return Job(words=words, lines=games, result=lambda: (pairs_of(games), weights_in(folder)))


def pairs_of(path: str) -> list[str]:
    """Each pair of games in a study's file, in the order of their keys, without its cost."""
    pairs = [json.loads(line) for line in lines_of(path)]
    costs = ("cpu_s", "search_s")
    return sorted(
        json.dumps({name: value for name, value in pair.items() if name not in costs})
        for pair in pairs
    )


def weights_in(folder: str) -> str:
    """The lines of the tuned weights, without their provenance; empty before the end."""
    path = os.path.join(folder, "weights.toml")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read().partition("[provenance]")[0]


def undisturbed(job: Job, place: Place) -> None:
    """Run a job to its end without a fault."""
    with place.program(job.words) as program:
        place.law(program.wait(END_S) == 0, "an undisturbed job fails", program)


def keep(new: str, path: str) -> None:
    """Give a result its lasting name; there is none if its job failed."""
    if os.path.exists(new):
        os.replace(new, path)


def disturb(job: Job, place: Place) -> None:
    """Run a job under faults, with damage in between, then to its end."""
    for _ in range(place.dice.randint(1, MOST_FAULTY_RUNS)):
        before = lines_of(job.lines)
        with place.program(job.words) as program:
            fault = place.dice.choice(RUNNING)
            fault(program, place)
            ended = program.wait(POLITE_END_S if fault is end_politely else END_S)
            place.law(ended is not None, "does not end", program)
        require_words(fault, program, place)
        place.law(lines_of(job.lines)[: len(before)] == before, "a line of its file has changed")
        if place.dice.random() < 0.5:
            damage_between(job, place)
    undisturbed(job, place)


def require_words(fault: object, program: Program, place: Place) -> None:
    """A pause fails no job; one that fails says why, unless a signal ended it."""
    if fault is pause:
        place.law(program.code == 0, "fails after a pause", program)
    elif fault is end_politely:
        place.law(program.code in (0, INTERRUPTED, *EARLY_SIGNALS), "no polite end", program)
    elif fault is not kill_leader and program.code != 0:
        # A library that finds no memory while it is loaded may end the process with its own code.
        coded = program.code == 2 or fault is little_memory
        place.law(coded and program.err.strip(), "fails without a word", program)


def damage_between(job: Job, place: Place) -> None:
    """Tear the last line, which a resumed job repairs; or damage a line, which it has to refuse."""
    lines = lines_of(job.lines)
    if len(lines) < 3:
        return
    if place.dice.random() < 0.5:
        with open(job.lines, "ab") as file:
            file.write(lines[-1][: place.dice.randrange(1, len(lines[-1]))])
        place.fault("torn last line")
        return
    with open(job.lines, "rb") as file:
        content = file.read()
    at = place.dice.randrange(1, len(lines))
    lines[at] = lines[at][: place.dice.randrange(len(lines[at]))]
    with open(job.lines, "wb") as file:
        file.write(b"\n".join(lines) + b"\n")
    place.fault(f"line {at + 1} cut short")
    with place.program(job.words) as program:
        place.law(program.wait(END_S) == 2, "a damaged line is not refused", program)
        place.law(os.path.basename(job.lines) in program.err, "damage without its file", program)
    with open(job.lines, "wb") as file:
        file.write(content)


def lines_of(path: str) -> list[bytes]:
    """The complete lines of a file; none if it is missing."""
    if not os.path.exists(path):
        return []
    with open(path, "rb") as file:
        return file.read().split(b"\n")[:-1]
