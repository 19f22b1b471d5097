"""Finds balanced openings: quiet random ones that searches of growing length value near even.

The candidates are those of the command that makes `data/openings` (`Family.opening_candidate`). It
also lets each opening be played many times, which takes minutes; a page shows what searches say.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from games.drawing.board import Picture, draw
from games.registry import family_named
from games.share import format_line
from games.tree import GameTree, one_line
from web.contract import messages
from web.engines.pool import REVIEW
from web.errors import unreadable

if TYPE_CHECKING:
    from games.family import AnyFamily, AnyPosition
    from web.contract import requests
    from web.engines.pool import EnginePool

# Nodes of a search, and how far from even a chance may be, in percent.
SCREENS = ((2_000, 20.0), (60_000, 7.0), (200_000, 5.0))
EVEN = 50.0
MOST_S = 0.5  # of an answer without an opening; the page asks again
SEARCH_S = 20.0  # at most, on a slow device
CARD = 160  # pixels of a picture


async def find_balanced(
    pool: EnginePool, request: requests.FindBalanced
) -> messages.BalancedOpenings:
    """The next balanced opening after the candidates that were seen, or none within MOST_S.

    Raises Unreadable for an unknown game, or Busy.
    """
    with unreadable(ValueError):
        family = family_named(request.preset)
    began_s, number = time.monotonic(), request.seen
    while True:
        opening = family.opening_candidate(f"{request.seed} {number}")
        number += 1
        if opening is not None:
            position = family.after(opening)
            percent = await _even_percent(pool, family, position)
            if percent is not None:
                balanced = _shown(family, position, opening, percent)
                return messages.BalancedOpenings(seen=number, found=balanced)
        if time.monotonic() - began_s > MOST_S:
            return messages.BalancedOpenings(seen=number, found=None)


async def _even_percent(pool: EnginePool, family: AnyFamily, position: AnyPosition) -> float | None:
    """Side 0's chance in percent by the longest search; None if one finds a side ahead."""
    percent = EVEN
    for nodes, far in SCREENS:
        chance = await pool.chance(REVIEW, family, position, wall_s=SEARCH_S, nodes=nodes)
        percent = percent if chance is None else chance
        if abs(percent - EVEN) > far:
            return None
    return round(percent, 1)


def _shown(
    family: AnyFamily, position: AnyPosition, opening: tuple[int, ...], percent: float
) -> messages.BalancedOpening:
    stones = family.stones(position)
    return messages.BalancedOpening(
        record=format_line(GameTree(family.start(), one_line(opening))),
        moves=list(family.format_opening(opening)),
        percent=percent,
        svg=draw(Picture(family=family, position=position, stones=stones, size=CARD)),
    )
