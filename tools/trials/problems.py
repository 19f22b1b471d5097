"""The share of the problems that the engine solves, by node limit.

    .venv/bin/python -m tools.trials.problems [--nodes 1000 10000 100000] [--json]

Prints a row per file of data/problems and limit; each problem begins with an empty table:

key      forced wins: the engine plays the only move that wins by threats, or reports a shorter win;
         defences: it plays the only move that saves
proven   forced wins: it also reports a win, at most as long as the one by threats
shorter  forced wins: it reports a shorter win, which needs more than threats
trusted  look-alikes: the engine does not claim a win that a capture refutes

Threats alone do not win a look-alike, but quiet moves may, and deep searches find such wins. So the
trial checks a win that the engine claims: after its move, a search of 300,000 nodes must find a
shorter win against every reply.

Exit code 1: the engine claimed a win in a look-alike that does not pass this check.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agent.protocol import parse_request
from games.five.points import format_harness_point
from games.five.rules import PRESETS
from search.engine import Engine
from search.limits import Limits
from search.result import SearchResult

Problem = dict[str, Any]

FOLDER = Path(__file__).parents[2] / "data/problems"
PENTE = PRESETS["pente"]
NONE = 1_000  # moves: no win
CHECK_NODES = 300_000  # of the search against each reply to a claimed win
WINS, DEFENCES, LOOK_ALIKES = "wins", "defences", "look-alikes"
FILES = {
    "forced_wins.jsonl": WINS,
    "own_forced_wins.jsonl": WINS,
    "only_defences.jsonl": DEFENCES,
    "look_alikes.jsonl": LOOK_ALIKES,
}


def load(file: str) -> list[Problem]:
    """The problems of a file."""
    return [json.loads(line) for line in (FOLDER / file).read_text().splitlines()]


def searched(engine: Engine, problem: Problem, nodes: int) -> SearchResult:
    """The engine's result, with an empty table."""
    engine.new_game()
    position = parse_request(problem["input"].encode(), PENTE).position
    return engine.search(position, Limits(nodes=nodes))


def is_solved(engine: Engine, kind: str, problem: Problem, result: SearchResult) -> bool:
    """Whether the answer is the key move or a shorter win; in a look-alike, no win refuted."""
    if kind == LOOK_ALIKES:
        return result.win_in is None or wins_against_all(engine, problem, result)
    if kind == WINS and moves_of(result) < problem["moves"]:
        return True
    return format_harness_point(result.best, PENTE.size) == str(problem["best"])


def moves_of(result: SearchResult) -> int:
    """The own moves to the win that the engine reports; more than any win has without one."""
    return result.win_in or NONE


def wins_against_all(engine: Engine, problem: Problem, claimed: SearchResult) -> bool:
    """Whether the engine finds a win, shorter than the claimed one, against every reply."""
    position = parse_request(problem["input"].encode(), PENTE).position
    position.play(claimed.best)
    for reply in position.legal_moves():
        position.play(reply)
        if position.outcome is not None:
            return False
        engine.new_game()
        win_in = engine.search(position, Limits(nodes=CHECK_NODES)).win_in
        position.undo()
        if win_in is None or win_in >= (claimed.win_in or 0):
            return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class FileScore:
    """The score of one file at one limit; `proven` and `shorter` count forced wins only.

    A field of one of these names is in each line of --json.
    """

    file: str
    kind: str
    nodes: int
    problems: int
    solved: int
    proven: int
    shorter: int
    cpu_s: float

    def __str__(self) -> str:
        word = "trusted" if self.kind == LOOK_ALIKES else "key"
        cells = [f"{word} {share(self.solved, self.problems)}"]
        if self.kind == WINS:
            cells.append(f"proven {share(self.proven, self.problems)}")
            cells.append(f"shorter {share(self.shorter, self.problems)}")
        words = "  ".join(cells)
        return f"{self.file:<22} {self.nodes:>8,} nodes  {self.cpu_s:6.1f} CPU s  {words}"


def measure(engine: Engine, file: str, nodes: int) -> FileScore:
    """The score of one file at one limit."""
    kind, problems, start = FILES[file], load(file), time.process_time()
    answers = [(problem, searched(engine, problem, nodes)) for problem in problems]
    cpu_s = time.process_time() - start
    solved = [(p, result) for p, result in answers if is_solved(engine, kind, p, result)]
    return FileScore(
        file=file,
        kind=kind,
        nodes=nodes,
        problems=len(problems),
        solved=len(solved),
        proven=sum(moves_of(result) <= p["moves"] for p, result in solved) if kind == WINS else 0,
        shorter=sum(moves_of(result) < p["moves"] for p, result in answers) if kind == WINS else 0,
        cpu_s=cpu_s,
    )


def share(part: int, whole: int) -> str:
    """`29 of 30 (96.7 %)`."""
    return f"{part} of {whole} ({part / whole:.1%})".replace("%", " %")


def main() -> None:
    """Measure every file at every limit."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--nodes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    options.add_argument("--json", action="store_true", help="print a line of JSON per row")
    given = options.parse_args()
    deceived = False
    with Engine(PENTE) as engine:
        for file, kind in FILES.items():
            for nodes in sorted(given.nodes):
                score = measure(engine, file, nodes)
                print(json.dumps(asdict(score)) if given.json else score, flush=True)
                deceived |= kind == LOOK_ALIKES and score.solved < score.problems
    sys.exit(1 if deceived else 0)


if __name__ == "__main__":
    main()
