"""The engine in an opening with a choice of sides: what it places, and which side it takes.

Both follow its own search. It proposes the most even of some random groups of stones, and takes the
side whose chance is higher. In Swap2 it adds two stones where its search does not tell which side
that is: again the most even of some random pairs.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.five.family import FiveFamily
from games.five.opening_rules import ADDED, CHOOSE, CHOOSE_BACK, PLACE, OpeningRule
from games.five.points import format_point, parse_point
from games.five.rules import FiveRules
from web.contract import messages
from web.contract.schema import Side
from web.engines.pool import MOVE
from web.families.choice import views_of
from web.sessions.beginning import placed_stones, rules_and_rule

if TYPE_CHECKING:
    from games.five.position import FivePosition
    from web.contract import requests
    from web.engines.pool import EnginePool

GROUPS = 6  # of stones, of which the most even one is proposed
GROUP_S = 0.3  # of search for each
CHOICE_S = 1.5
REACH = 3  # lines from the centre, and from one stone to the next
EVEN = 50.0
UNCLEAR_PERCENT = 4.0  # from even: a search five times as long moves a chance by that on average


class Openings:
    """The steps of openings; a page keeps the stones between them."""

    def __init__(self, pool: EnginePool, seed: int) -> None:
        self._pool = pool
        self._dice = Random(seed)

    async def step(self, request: requests.OpeningStep) -> messages.Opening:
        """The opening after these stones, and with `engine` what the engine does next.

        Raises Unreadable for stones that break the rules, or Busy.
        """
        rules, rule = rules_and_rule(request.preset, request.rule)
        stones = list(request.stones)
        position = placed_stones(rule, rules, stones)
        choice: Side | None = None
        percent: float | None = None
        phase = rule.phase(len(stones))
        if request.engine and phase == PLACE:
            stones = await self._evened(rule, rules, [], rule.stones)
        elif request.engine and phase in (CHOOSE, CHOOSE_BACK):
            percent = await self._percent(position, rules, CHOICE_S)
            unclear = abs(percent - EVEN) < UNCLEAR_PERCENT
            if unclear and phase == CHOOSE and rule.may_add:
                stones = await self._evened(rule, rules, stones, ADDED)
            else:
                choice = 0 if percent >= EVEN else 1
        views = views_of(FiveFamily(rules.without_opening()))
        return messages.Opening(
            stones=stones,
            position=views.view(placed_stones(rule, rules, stones)),
            phase=rule.phase(len(stones)),
            may_add=rule.may_add and len(stones) == rule.stones,
            choice=choice,
            percent=percent,
        )

    async def _evened(
        self, rule: OpeningRule, rules: FiveRules, before: list[str], count: int
    ) -> list[str]:
        """These stones and so many more: the most even of some groups."""
        best: tuple[float, list[str]] | None = None
        for _ in range(GROUPS):
            stones = [*before, *self._group(rules, before, count)]
            position = placed_stones(rule, rules, stones)
            lead = abs(await self._percent(position, rules, GROUP_S) - EVEN)
            if best is None or lead < best[0]:
                best = lead, stones
        assert best is not None, "there is a group"
        return best[1]

    def _group(self, rules: FiveRules, before: list[str], count: int) -> list[str]:
        """Random stones: each near the one before, the first of all near the centre."""
        size = rules.size
        taken = [parse_point(stone, size) for stone in before]
        row, column = divmod(taken[-1] if taken else rules.centre, size)
        while len(taken) < len(before) + count:
            near = [
                there * size + across
                for there in range(max(0, row - REACH), min(size, row + REACH + 1))
                for across in range(max(0, column - REACH), min(size, column + REACH + 1))
            ]
            point = self._dice.choice([candidate for candidate in near if candidate not in taken])
            taken.append(point)
            row, column = divmod(point, size)
        return [format_point(point, size) for point in taken[len(before) :]]

    async def _percent(self, position: FivePosition, rules: FiveRules, wall_s: float) -> float:
        """Side 0's chance in percent, by a search. Raises Busy."""
        chance = await self._pool.chance(MOVE, FiveFamily(rules), position, wall_s=wall_s)
        return EVEN if chance is None else round(chance, 1)
