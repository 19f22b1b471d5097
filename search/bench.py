"""The bench: fixed positions, fixed depths, fresh table; one signature for what the search does.

Speed changes from run to run, the signature must not: it hangs on nodes and root values alone, so a
commit that is not meant to change the search shows the same signature, one that is shows a new one.
"""

from __future__ import annotations

from binascii import crc32

from games.diagram import parse_position
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import parse_position as parse_gipf_position
from games.position import Position
from games.rules import FIVE_FAMILY, rules_named
from search.engine import Engine
from search.errors import BenchError
from search.limits import YBW, Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.gipf.position import GipfPosition
    from search.result import SearchResult
    from search.weights import Weights

QUICK_PLIES = {"five": 6, "gipf": 3}  # how much shallower the quick bench searches, by family


class BenchPosition:
    """One position of the bench, and the depth to which it is searched."""

    __slots__ = ("depth", "position")

    def __init__(self, position: Position | GipfPosition, depth: int) -> None:
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


def bench_path(family: str = FIVE_FAMILY) -> str:
    """Where the bench positions of a family of games lie: relative to this package."""
    root = __file__.rpartition("/")[0].rpartition("/")[0]
    name = "positions" if family == FIVE_FAMILY else family
    return f"{root}/data/bench/{name}.txt"


def load_positions(path: str, game: str | None = None) -> list[BenchPosition]:
    """The positions of a bench file, or those of one game: `game; position; depth`, one to a line.

    Raises BenchError naming the line, or the game that has none.
    """
    found = []
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#"):
                found.append(_read_line(line, f"{path}, line {number}"))
    if game is not None:
        found = [entry for entry in found if entry.position.rules.name == game]
        if not found:
            raise BenchError(f"{path}: no position of {game}")
    return found


def five_positions() -> list[Position]:
    """The positions of the five-in-a-row family's bench, without their depths."""
    entries = [entry.position for entry in load_positions(bench_path())]
    return [position for position in entries if isinstance(position, Position)]


def _read_line(line: str, where: str) -> BenchPosition:
    try:
        game, text, depth = line.split(";")
        if game in GIPF_PRESETS:
            return BenchPosition(parse_gipf_position(text, GIPF_PRESETS[game]), int(depth))
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
        rules = entry.position.rules
        depth = max(1, entry.depth - QUICK_PLIES[rules.family]) if quick else entry.depth
        with Engine(rules, weights, workers=workers, parallel=parallel) as engine:
            yield engine.search(entry.position, Limits(depth=depth))
