"""Trials of the tuner: whether it survives, and what it costs.

    python -m tools.trials.tuning kills --times 10   # tuner and workers killed in one study
    python -m tools.trials.tuning throughput         # games per CPU second, one core and two

`kills` plays a small study by `pente tune`, kills the driver or one of its workers at random
moments, starts it again, and compares trials, games and weights with an undisturbed one.
`throughput` plays the same pairs at 10,000 nodes a move by one process and by two.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from arena.processes.process_tree import processes
from search.weights.file import load_weights, weights_path
from tuning.farm import Processes
from tuning.games import Opening, PairJob

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

PENTE = [sys.executable, "-c", "from cli.main import main; main()"]
STUDY = ["--games", "400", "--nodes", "300", "--pairs", "8", "--workers", "2", "--validate", "0"]
NODES = 10_000


def tune(folder: str) -> subprocess.Popen[bytes]:
    """The study's command, running."""
    command = [*PENTE, "tune", "--study", folder, *STUDY]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)


def state_of(folder: str) -> dict[str, object]:
    """What `pente tune status` says."""
    command = [*PENTE, "tune", "status", "--study", folder, "--json"]
    found: dict[str, object] = json.loads(subprocess.check_output(command, cwd=ROOT))
    return found


def victim_of(driver: subprocess.Popen[bytes], dice: random.Random) -> int:
    """The driver or one of its workers, each as often; these once they are there."""
    wants_worker = dice.random() < 0.5
    while wants_worker and driver.poll() is None:
        workers = [each.pid for each in processes().values() if each.parent == driver.pid]
        if workers:
            return dice.choice(workers)
        time.sleep(0.05)
    return driver.pid


def kills(times: int, seed: int) -> None:
    """Kill ten times, and see that nothing is missing and nothing counted twice."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as scratch:
        calm, killed = os.path.join(scratch, "calm"), os.path.join(scratch, "killed")
        tune(calm).wait()
        done = 0
        while True:
            with tune(killed) as driver:
                while done < times and driver.poll() is None:
                    time.sleep(dice.uniform(0.2, 3.0))
                    victim = victim_of(driver, dice)
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(victim, signal.SIGKILL)
                        done += 1
                        print("killed", "the driver" if victim == driver.pid else "a worker")
                    if victim == driver.pid:
                        break
            if driver.returncode == 0:
                break
        states = [state_of(folder) for folder in (calm, killed)]
        same = [load_weights(os.path.join(folder, "weights.toml")) for folder in (calm, killed)]
        for state in states:
            print(state["games"], "games,", state["trials"], "trials, finished", state["finished"])
        print(f"{done} kills; the same weights: {same[0] == same[1]}")


def job_of(number: int) -> PairJob:
    """A pair of games of the engine's own weights against themselves."""
    base = load_weights(weights_path("pente")).as_dict()
    return PairJob(
        key=f"{number}",
        game="pente",
        clock=f"nodes:{NODES}",
        one=base,
        two=base,
        opening=Opening(seed=1, number=number, screen=base),
    )


def throughput(pairs: int, times: int) -> None:
    """Play the same pairs by one process and by two, in turn; the median of all times counts."""
    ratios = []
    for _ in range(times):
        one_s, two_s = play_by(1, pairs), play_by(2, pairs)
        ratios.append(one_s / two_s)
    print(f"two processes are {statistics.median(ratios):.2f} times as fast as one")


def play_by(workers: int, pairs: int) -> float:
    """The seconds on the wall that so many processes take for the pairs."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    with Processes(workers) as farm:
        for number in range(pairs):
            farm.submit(job_of(number))
        played = [farm.next() for _ in range(pairs)]
        wall_s = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    search_s = sum(pair.search_s for pair in played)
    print(
        f"{workers} processes: {2 * pairs} games in {wall_s:.1f} s, {2 * pairs / cpu_s:.2f} games "
        f"per CPU second, {100 * (1 - search_s / cpu_s):.1f} % of it outside searches",
        flush=True,
    )
    return wall_s


def main() -> None:
    """Run one trial."""
    parser = argparse.ArgumentParser(description="Trials of the tuner.")
    parser.add_argument("trial", choices=("kills", "throughput"))
    parser.add_argument("--times", type=int, default=10, help="Kills, or measurements.")
    parser.add_argument("--pairs", type=int, default=100, help="Of throughput.")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    if words.trial == "kills":
        kills(words.times, words.seed)
    else:
        throughput(words.pairs, words.times)


if __name__ == "__main__":
    main()
