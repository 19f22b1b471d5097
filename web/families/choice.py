"""Selects the views of a game; the rest of the server does not depend on the family."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any

from games.family import AnyFamily
from games.five.family import FiveFamily
from games.gipf.family import GipfFamily
from games.registry import all_games, family_named
from web.contract import messages
from web.contract.schema import Pair
from web.families.five import FiveViews
from web.families.gipf import GipfViews
from web.families.grid import GridViews
from web.families.views import AnyViews, typed_side

VIEWS: dict[type[AnyFamily], Any] = {FiveFamily: FiveViews, GipfFamily: GipfViews}


def views_of(family: AnyFamily) -> AnyViews:
    """The views of a game."""
    views: AnyViews = VIEWS.get(type(family), GridViews)(family)
    return views


def preset_views() -> list[messages.Preset]:
    """All games that can be played. Raises GameError for a plugged one that is broken."""
    return [_preset(family_named(name)) for name in all_games()]


def _preset(family: AnyFamily) -> messages.Preset:
    return messages.Preset(
        name=family.rules.name,
        title=family.title,
        family=family.name,
        group=family.group,
        size=family.size,
        colours=family.colours,
        text=family.rules_in_words(),
        pieces=_handicaps(family),
        handicaps=[
            messages.HandicapSetting(
                kind=handicap.kind, side=typed_side(handicap.side), amount=handicap.amount
            )
            for handicap in family.handicaps
        ],
        openings=[
            messages.OpeningOption(
                name=rule.name, title=rule.title, text=rule.words(), stones=rule.stones
            )
            for rule in family.opening_rules
        ],
    )


def _handicaps(family: AnyFamily) -> list[Pair]:
    """The pieces that the sides can begin with; nothing without a choice."""
    allowed: list[Pair] = []
    for pieces in product(family.handicap, family.handicap):
        with suppress(ValueError):
            family.named(family.rules.name, pieces=pieces)
            allowed.append(pieces)
    return allowed if len(allowed) > 1 else []
