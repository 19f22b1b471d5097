"""The step *play*: fills a folder with games of self-play, in processes or on a cluster.

The folder keeps whole games, so the same command resumes an interrupted one.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

from arena.processes.worker_pool import TaskError, WorkerPool
from games.rules import FIVE_FAMILY
from search.bench import quick_signature
from tuning.net.errors import LearningError
from tuning.net.games.blocks import BLOCK_GAMES, Block, format_block, parse_games
from tuning.net.games.shards import Shards, settle_plan
from tuning.storage import only_driver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tuning.net.games.self_play import PlayPlan

BLOCK_DEADLINE_S = 1_800.0  # wall seconds for a block
MOST_LOSSES = 10  # workers lost over one block; then the block is at fault
AHEAD = 2  # blocks queued for each worker


@dataclass(frozen=True, slots=True)
class PlayNews:
    """How far self-play has come: games in the folder, and positions that may train."""

    games: int
    positions: int


class Players(Protocol):
    """Plays blocks, texts as in `tuning.net.games.blocks`."""

    @property
    def workers(self) -> int:
        """Number of workers."""
        ...

    def submit(self, block: str) -> None:
        """Queue a block."""
        ...

    def next(self) -> str:
        """Wait for the games of the next finished block. Raises LearningError."""
        ...

    def close(self) -> None:
        """Drop unfinished blocks and release all processes."""
        ...


class PlayProcesses:
    """Worker processes of this computer, one block at a time in each."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = WorkerPool(
            "tuning.net.games.worker", workers, deadline_s=BLOCK_DEADLINE_S, most_losses=MOST_LOSSES
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, block: str) -> None:
        """Give the block to an idle worker, or keep it until one is idle."""
        self._pool.submit(block)

    def next(self) -> str:
        """Wait for the games of the next finished block. Raises LearningError."""
        try:
            return self._pool.next()
        except TaskError as error:
            raise LearningError(f"self-play failed: {error.reason}\n{error.task[:300]}") from error

    def close(self) -> None:
        """Kill and reap every process."""
        self._pool.close()


def self_play(
    folder: str,
    plan: PlayPlan,
    players: Callable[[], Players],
    *,
    games: int,
    net: str = "",
    listener: Callable[[PlayNews], object] = lambda _: None,
) -> PlayNews:
    """Play until the folder has so many games; return what it has.

    `net` is the file of the plan's net. Raises LearningError for a folder with other games.
    """
    settle_plan(folder, plan, quick_signature(FIVE_FAMILY))
    with only_driver(folder), Shards(folder) as shards:
        missing = deque(_missing(shards.known, games))
        if missing:
            farm = players()
            try:
                for played in _results(farm, plan, missing, net):
                    shards.append(parse_games(played))
                    listener(PlayNews(len(shards.known), shards.positions))
            finally:
                farm.close()
        return PlayNews(len(shards.known), shards.positions)


def _missing(known: set[int], games: int) -> Iterator[tuple[int, int]]:
    """The blocks of which the folder lacks a game."""
    for first in range(0, games, BLOCK_GAMES):
        last = min(games, first + BLOCK_GAMES)
        if not known.issuperset(range(first, last)):
            yield first, last


def _results(
    farm: Players, plan: PlayPlan, missing: deque[tuple[int, int]], net: str
) -> Iterator[str]:
    """Play the blocks, a few ahead of the workers; yield their results as they end."""
    queued = 0
    while missing or queued:
        while missing and queued < AHEAD * max(1, farm.workers):
            first, last = missing.popleft()
            farm.submit(format_block(Block(plan=plan, first=first, last=last, net=net)))
            queued += 1
        yield farm.next()
        queued -= 1
