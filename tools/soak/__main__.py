"""Disturbs homework.py, matches, studies and the server at random; reports what goes wrong.

    python -m tools.soak FOLDER --minutes 20                       # the same command continues
    python -m tools.soak FOLDER --only homework server             # some scenes
    python -m tools.soak FOLDER --seed 3 --only match --round 17   # one round again

A round plays one scene; the seed, the round's number and the scene decide its faults
(docs/reliability.md). Each round adds a line to FOLDER/soak.jsonl: seed, round, scene, faults,
broken laws, seconds. A round with a broken law leaves its files in FOLDER/round-N; playing it again
replaces its result. Exit code 0: no law is broken in FOLDER; 1: some are, and the commands that
repeat these rounds are printed; 2: bad usage; 130: interrupted.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from arena.appended import JsonLines
from arena.errors import RecordError
from cli.output.stopping import INTERRUPTED
from tools.running import check_signals, end_on_signals
from tools.soak.board import play_on_board
from tools.soak.jobs import MATCHES, STUDIES, play_job
from tools.soak.moves import play_moves
from tools.soak.stage import Stage

# Each scene with its share of the rounds; a round of homework.py takes a second, others many.
SCENES: dict[str, tuple[Callable[[Stage], None], int]] = {
    "homework": (play_moves, 6),
    "match": (partial(play_job, "match", MATCHES), 2),
    "server": (play_on_board, 2),
    "study": (partial(play_job, "study", STUDIES), 1),
}
LINE_EVERY = 25  # rounds between two lines of progress


def key_of(entry: dict[str, Any]) -> str:
    """What names a round in a folder."""
    return f"{entry['seed']} {entry['round']}"


def play_round(folder: Path, seed: int, number: int, scenes: Sequence[str]) -> dict[str, Any]:
    """Play a round; return its line of the file."""
    shares = [SCENES[name][1] for name in scenes]
    scene = Random(f"{seed} {number}").choices(scenes, shares)[0]
    stage = Stage(folder / f"round-{number}", Random(f"{seed} {number} {scene}"))
    shutil.rmtree(stage.folder, ignore_errors=True)
    stage.folder.mkdir()
    begun_s = time.monotonic()
    try:
        SCENES[scene][0](stage)
    except Exception as error:  # noqa: BLE001 - a fault of the scene must not end the soak
        stage.law(False, f"the round ended with {type(error).__name__}: {error}")
    if not stage.broken:
        shutil.rmtree(stage.folder, ignore_errors=True)
    return {
        "seed": seed,
        "round": number,
        "scene": scene,
        "faults": stage.faults,
        "broken": stage.broken,
        "seconds": round(time.monotonic() - begun_s, 2),
    }


def play_rounds(kept: JsonLines, folder: Path, given: argparse.Namespace) -> None:
    """Play rounds until the time is over, or the given one; SystemExit on request."""
    end_s = time.monotonic() + 60 * given.minutes
    fresh = (n for n in count() if key_of({"seed": given.seed, "round": n}) not in kept.known)
    for number in fresh if given.round is None else [given.round]:
        check_signals()
        entry = play_round(folder, given.seed, number, given.only)
        kept.append(entry)
        for words in entry["broken"]:
            print(f"round {number}, {entry['scene']}: {words}", flush=True)
        if len(kept.known) % LINE_EVERY == 0:
            print(tally(kept), flush=True)
        if time.monotonic() >= end_s:
            return


def tally(kept: JsonLines) -> str:
    """The rounds, faults and broken laws so far, in a line."""
    rounds = kept.known.values()
    faults = sum(len(entry["faults"]) for entry in rounds)
    broken = sum(bool(entry["broken"]) for entry in rounds)
    return f"{len(rounds)} rounds, {faults} faults, {broken} rounds with a broken law"


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and play; return the exit code."""
    options = argparse.ArgumentParser(prog="tools.soak", description=__doc__.splitlines()[0])
    options.add_argument("folder", help="created or continued")
    options.add_argument("--minutes", type=float, default=10.0, help="the last round is finished")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", nargs="+", choices=SCENES, default=[*SCENES], metavar="SCENE")
    options.add_argument("--round", type=int, metavar="N", help="play this round alone")
    given = options.parse_args(arguments)
    if not os.path.isdir("/proc/self"):
        options.error("a soak finds processes in /proc, which this system does not have")
    folder = Path(given.folder).resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = JsonLines(str(folder / "soak.jsonl"), key_of)
        for calm in folder.glob("calm-*"):  # another commit may play other games
            shutil.rmtree(calm)
        play_rounds(kept, folder, given)
    except OSError as error:
        options.error(f"{folder}: {error.strerror}")
    except RecordError as error:
        options.error(str(error))
    except SystemExit:
        print("interrupted; the same command continues", file=sys.stderr)
        return INTERRUPTED
    print(tally(kept))
    broken = [entry for entry in kept.known.values() if entry["broken"]]
    for entry in broken:
        draws = f"--seed {entry['seed']} --only {entry['scene']} --round {entry['round']}"
        print(f"to repeat: python -m tools.soak {given.folder} {draws}")
    return 1 if broken else 0


if __name__ == "__main__":
    end_on_signals()
    sys.exit(main())
