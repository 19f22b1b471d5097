"""The bench: fixed positions, fixed depths, fresh table; one signature for what the search does.

Speed changes from run to run, the signature must not: it hangs on nodes and root values alone, so a
commit that is not meant to change the search shows the same signature, one that is shows a new one.
"""

from __future__ import annotations

from binascii import crc32

from games.diagram import parse_position
from games.rules import rules_named
from search.engine import Engine
from search.errors import BenchError
from search.limits import YBW, Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.position import Position
    from search.result import SearchResult
    from search.weights import Weights

QUICK_PLIES = 6  # how much shallower the quick bench searches


class BenchPosition:
    """One position of the bench, and the depth to which it is searched."""

    __slots__ = ("depth", "position")

    def __init__(self, position: Position, depth: int) -> None:
        self.position = position
        self.depth = depth


class BenchReport:
    """What a bench costs and what it found.

    nodes         positions entered, over all bench positions
    seconds_wall  time by the clock on the wall
    seconds_cpu   CPU time of all processes of the searches
    signature     eight hexadecimal digits of nodes, scores and best moves
    """

    __slots__ = ("nodes", "seconds_cpu", "seconds_wall", "signature")

    def __init__(self, results: Iterable[SearchResult]) -> None:
        self.nodes = 0
        self.seconds_wall = self.seconds_cpu = 0.0
        digest = 0
        for result in results:
            self.nodes += result.nodes
            self.seconds_wall += result.seconds_wall
            self.seconds_cpu += result.seconds_cpu
            digest = crc32(f"{result.nodes} {result.score} {result.best};".encode(), digest)
        self.signature = f"{digest:08x}"

    @property
    def nodes_per_second(self) -> float:
        """Nodes per CPU second."""
        return self.nodes / max(self.seconds_cpu, 1e-9)


def bench_path() -> str:
    """Where the bench positions lie: relative to this package."""
    root = __file__.rpartition("/")[0].rpartition("/")[0]
    return f"{root}/data/bench/positions.txt"


def load_positions(path: str) -> list[BenchPosition]:
    """The positions of a bench file: `game; position string; depth`, one to a line.

    Raises BenchError naming the line.
    """
    found = []
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#"):
                found.append(_read_line(line, f"{path}, line {number}"))
    return found


def _read_line(line: str, where: str) -> BenchPosition:
    try:
        game, text, depth = line.split(";")
        return BenchPosition(parse_position(text, rules_named(game)), int(depth))
    except ValueError as error:
        raise BenchError(f"{where}: expected 'game; position; depth': {error}") from error


def bench_results(
    positions: Iterable[BenchPosition],
    weights: Weights | None = None,
    *,
    quick: bool = False,
    workers: int = 1,
    parallel: str = YBW,
) -> Iterator[SearchResult]:
    """The result of each position in turn, each with a fresh engine of so many workers."""
    for entry in positions:
        depth = max(1, entry.depth - QUICK_PLIES) if quick else entry.depth
        rules = entry.position.rules
        with Engine(rules, weights, workers=workers, parallel=parallel) as engine:
            yield engine.search(entry.position, Limits(depth=depth))
