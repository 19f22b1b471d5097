"""The bench: searches fixed positions to fixed depths and sums the results up in a signature.

Speed changes from run to run. The signature depends only on nodes, scores and best moves, so it
changes if and only if a commit changes the search.
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from games.rules import DEFAULT_FAMILY
from search import ROOT
from search.engine import Engine, adapter_class
from search.errors import BenchError
from search.limits import Limits
from search.result import SearchResult
from search.weights import Weights
from search.weights.file import shipped_weights, with_net


class BenchPosition(NamedTuple):
    """A position of the bench and its search depth."""

    position: Any
    depth: int


class BenchReport:
    """The cost and the signature of a bench.

    nodes         positions entered, over all bench positions
    seconds_wall  wall-clock time
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


def bench_path(family: str = DEFAULT_FAMILY) -> str:
    """The file of a family's bench positions, in the `data` folder next to this package."""
    return f"{ROOT}/data/bench/{adapter_class(family).bench}.txt"


def positions_of(family: str = DEFAULT_FAMILY, game: str | None = None) -> list[BenchPosition]:
    """The bench positions of a family of games, of one game if given.

    Each line of the file is `game; position; depth`. Raises BenchError, naming the line, the game
    without positions or the family without a bench.
    """
    adapter, positions = adapter_class(family), []
    if not adapter.bench:
        raise BenchError(f"the games of {family} have no bench")
    path = bench_path(family)
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#"):
                try:
                    name, text, depth = line.split(";")
                    if game in (None, name):
                        position = adapter.parse_position(name, text)
                        positions.append(BenchPosition(position, int(depth)))
                except ValueError as error:
                    raise BenchError(
                        f"{path}, line {number}: expected 'game; position; depth': {error}"
                    ) from error
    if game is not None and not positions:
        raise BenchError(f"{path}: no position of {game}")
    return positions


def quick_signature(family: str) -> str:
    """The signature of a family's search on its quick bench, which takes about a second.

    The signature of an empty bench for a family that has none. Raises KernelMissing.
    """
    positions = positions_of(family) if adapter_class(family).bench else []
    return BenchReport(bench_results(positions, quick=True)).signature


def bench_results(
    positions: Iterable[BenchPosition],
    weights: Weights | None = None,
    net: str | None = None,
    *,
    quick: bool = False,
    workers: int = 1,
) -> Iterator[SearchResult]:
    """The result of each position in turn, each from a new engine with `workers` workers.

    `weights` and `net` (`game_net`) default to those shipped for each game. Raises WeightsError,
    NetError.
    """
    for position, whole_depth in positions:
        rules = position.rules
        fewer = adapter_class(rules.family).quick_plies if quick else 0
        depth = max(1, whole_depth - fewer)
        used = shipped_weights(rules, net) if weights is None else with_net(weights, rules, net)
        with Engine(rules, used, workers=workers) as engine:
            yield engine.search(position, Limits(depth=depth))
