"""The step *play*: fills a folder with games of self-play, in processes or on a cluster.

The folder keeps whole games, so the same command resumes an interrupted one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

from arena.processes.pool import Pool, answers
from games.rules import FIVE_FAMILY
from search.bench import quick_signature
from tuning.net.games.blocks import BLOCK_GAMES, Block
from tuning.net.games.record import LearnedGame
from tuning.net.games.self_play import PlayPlan
from tuning.net.games.shards import Shards, settle_plan
from tuning.storage import only_driver


@dataclass(frozen=True, slots=True)
class PlayNews:
    """How far self-play has come: games in the folder, and positions that may train."""

    games: int
    positions: int


def self_play(
    folder: str,
    plan: PlayPlan,
    pool: Callable[[], Pool[Block, list[LearnedGame]]],
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
        missing = list(_missing(shards.known, plan, games, net))
        if missing:
            with closing(pool()) as opened:
                for played in answers(missing, opened):
                    shards.append(played)
                    listener(PlayNews(len(shards.known), shards.positions))
        return PlayNews(len(shards.known), shards.positions)


def _missing(known: set[int], plan: PlayPlan, games: int, net: str) -> Iterator[Block]:
    for first in range(0, games, BLOCK_GAMES):
        last = min(games, first + BLOCK_GAMES)
        if not known.issuperset(range(first, last)):
            yield Block(plan=plan, first=first, last=last, net=net)
