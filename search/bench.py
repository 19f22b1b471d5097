"""The bench: fixed positions, fixed depths, fresh table; one signature for what the search does.

Speed changes from run to run, the signature must not: it hangs on nodes and root values alone, so a
commit that is not meant to change the search shows the same signature, one that is shows a new one.
"""

from __future__ import annotations

from binascii import crc32

from games.five.diagram import parse_position
from games.five.rules import rules_named
from games.gipf.rules import gipf_rules_named
from games.gipf.text import parse_position as parse_gipf_position
from games.rules import FIVE_FAMILY
from search.engine import Engine
from search.errors import BenchError
from search.limits import Limits
from search.weights import built_in_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.five.position import Position
    from games.gipf.position import GipfPosition
    from search.result import SearchResult
    from search.weights import Weights

QUICK_PLIES = {"five": 6, "gipf": 3}  # how much shallower the quick bench searches, by family


class BenchPosition:
    """One position of the bench, and the depth to which it is searched."""

    __slots__ = ("depth", "position")

    def __init__(self, position: Position, depth: int) -> None:
        self.position = position
        self.depth = depth


class GipfBenchPosition:
    """The same of Gipf."""

    __slots__ = ("depth", "position")

    def __init__(self, position: GipfPosition, depth: int) -> None:
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
    for name, text, depth, where in _read_lines(path, game):
        try:
            found.append(BenchPosition(parse_position(text, rules_named(name)), depth))
        except ValueError as error:
            raise BenchError(f"{where}: {error}") from error
    return found


def load_gipf_positions(path: str, game: str | None = None) -> list[GipfBenchPosition]:
    """The same of Gipf."""
    found = []
    for name, text, depth, where in _read_lines(path, game):
        try:
            position = parse_gipf_position(text, gipf_rules_named(name))
        except ValueError as error:
            raise BenchError(f"{where}: {error}") from error
        found.append(GipfBenchPosition(position, depth))
    return found


def positions_of(family: str, game: str | None = None) -> list[BenchPosition | GipfBenchPosition]:
    """The bench positions of a family of games, or those of one game. Raises BenchError."""
    load = load_positions if family == FIVE_FAMILY else load_gipf_positions
    return [*load(bench_path(family), game)]


def quick_signature(family: str) -> str:
    """The signature of a family's search on its quick bench: about a second.

    Raises KernelMissing.
    """
    return BenchReport(bench_results(positions_of(family), quick=True)).signature


def _read_lines(path: str, game: str | None) -> list[tuple[str, str, int, str]]:
    """(game, position, depth, where it stands) of the lines of a file, or of those of one game."""
    found = []
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            where = f"{path}, line {number}"
            if line.strip() and not line.startswith("#"):
                try:
                    name, text, depth = line.split(";")
                    found.append((name, text, int(depth), where))
                except ValueError as error:
                    raise BenchError(f"{where}: expected 'game; position; depth'") from error
    if game is None:
        return found
    of_game = [line for line in found if line[0] == game]
    if not of_game:
        raise BenchError(f"{path}: no position of {game}")
    return of_game


def bench_results(
    positions: Iterable[BenchPosition | GipfBenchPosition],
    weights: Weights | None = None,
    *,
    quick: bool = False,
    workers: int = 1,
) -> Iterator[SearchResult]:
    """The result of each position in turn, each with a fresh engine of so many workers.

    Without weights it searches with the built-in ones: new weights leave the signature alone.
    """
    for entry in positions:
        rules = entry.position.rules
        depth = max(1, entry.depth - QUICK_PLIES[rules.family]) if quick else entry.depth
        used = weights or built_in_weights(rules)
        with Engine(rules, used, workers=workers) as engine:
            yield engine.search(entry.position, Limits(depth=depth))
