"""Plays many games of homework.py against itself on a short clock, while all cores are loaded.

    python -m tools.trials.clocked_games FILE --clock cpu:0.5 --games 10000 --load 2
    python -m tools.trials.clocked_games FILE --report   # what FILE has so far

Each answer is a new process of the file harness, charged by the referee. `--load N` keeps N busy
processes running beside the games. Games are appended to FILE one by one; the same command
continues it after Ctrl-C or a kill. It prints the number of games, the games lost on time with the
largest overrun in ms, other broken games, and the least time that was left at the end of a game.
Exit code 0: every answer was a legal move in time; 1: not so; 130: interrupted.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from arena.game.clock import parse_clocks
from arena.game.player import CRASH, ILLEGAL, MALFORMED, NO_OUTPUT, TIME
from arena.game.record import GameRecord, MoveRecord
from arena.match.broken import Breakages
from arena.match.match import MatchSpec, play_match
from arena.match.results import read_results
from cli.output.stopping import INTERRUPTED, end_on_signals

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BROKEN = (CRASH, ILLEGAL, MALFORMED, NO_OUTPUT)
OPENING_PLIES = 5  # random stones: enough different openings for 10,000 games
LINE_EVERY = 50  # games between two lines of progress
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    sum(range(100_000))"


@dataclass(slots=True, kw_only=True)
class Tally:
    """What happened in the games so far.

    overrun_ms  the largest time past the clock, 0 without one
    least_ms    the least time left on a clock after an answer in time; infinite before any
    """

    games: int = 0
    answers: int = 0
    late: int = 0
    broken: int = 0
    overrun_ms: float = 0.0
    least_ms: float = float("inf")

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        self.games += 1
        self.late += record.termination == TIME
        self.broken += record.termination in BROKEN
        for side in (0, 1):
            for answer in record.answers_of(side):
                self.answers += 1
                self._add_answer(answer, record.clock, side)

    def _add_answer(self, answer: MoveRecord, clock: str, side: int) -> None:
        left_s = answer.left_s
        if left_s is None:
            limit = parse_clocks(clock)[side]
            spent_s = {"cpu": answer.cpu_s, "wall": answer.wall_s, None: 0.0}[limit.counts]
            left_s = limit.amount - spent_s
        if left_s <= 0:
            self.overrun_ms = max(self.overrun_ms, -1000 * left_s)
        else:
            self.least_ms = min(self.least_ms, 1000 * left_s)

    @property
    def good(self) -> bool:
        """Whether every answer was a legal move in time."""
        return not (self.late or self.broken)

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.answers} answers: {self.late} games lost on time, largest "
            f"overrun {self.overrun_ms:.1f} ms; {self.broken} otherwise broken; least time left "
            f"{self.least_ms:.1f} ms"
        )


def tally_of(records: Iterable[GameRecord]) -> Tally:
    """The tally of finished games."""
    tally = Tally()
    for record in records:
        tally.add(record)
    return tally


@contextmanager
def load(processes: int) -> Iterator[None]:
    """Keep so many processes busy; they end by themselves if this process is killed."""
    busy = [subprocess.Popen([sys.executable, "-S", "-c", BUSY]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def play(words: argparse.Namespace) -> Tally:
    """Play what FILE lacks; return the tally of all its games."""
    agent = f"agent:{words.agent}"
    spec = MatchSpec(
        a=agent,
        b=agent,
        games=words.games,
        clock=words.clock,
        seed=words.seed,
        opening_plies=OPENING_PLIES,
    )
    tally, broken = Tally(), Breakages(0)
    games = play_match(spec, words.file, resume=True, workers=words.workers, breakages=broken)
    with load(words.load), closing(games) as played:
        for record in played:
            tally.add(record)
            if tally.games > broken.resumed_games and tally.games % LINE_EVERY == 0:
                print(tally, flush=True)
    return tally


def main(arguments: list[str] | None = None) -> int:
    """Play or report; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="results file, created or continued")
    parser.add_argument("--clock", default="cpu:0.5")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--load", type=int, default=os.cpu_count() or 1, help="busy processes")
    parser.add_argument("--workers", type=int, default=1, help="games at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", default=ROOT, help="folder with homework.py")
    parser.add_argument("--report", action="store_true", help="only read FILE")
    words = parser.parse_args(arguments)
    try:
        tally = tally_of(read_results(words.file)[1]) if words.report else play(words)
    except KeyboardInterrupt:
        print("interrupted; the same command continues", file=sys.stderr)
        return INTERRUPTED
    print(tally)
    return 0 if tally.good else 1


if __name__ == "__main__":
    end_on_signals()
    sys.exit(main())
