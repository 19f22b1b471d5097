"""Selects the views of a game; the rest of the server does not depend on the family."""

from __future__ import annotations

from games.family import AnyFamily
from games.gipf.family import GipfFamily
from games.gipf.rules import BASIC, GipfRules
from games.registry import GAMES, family_named
from web.contract import messages
from web.families.five import FiveViews
from web.families.gipf import GipfViews
from web.families.views import AnyViews

HANDICAPS = [(white, black) for white in range(15, 19) for black in range(15, 19)]


def views_of(family: AnyFamily) -> AnyViews:
    """Return the views of a game."""
    return GipfViews(family) if isinstance(family, GipfFamily) else FiveViews(family)


def preset_views() -> list[messages.Preset]:
    """Return all games that can be played."""
    views = []
    for name in GAMES:
        family = family_named(name)
        rules = family.rules
        is_basic = isinstance(rules, GipfRules) and rules.variant == BASIC
        views.append(
            messages.Preset(
                name=name,
                title=family.title,
                family=family.name,  # type: ignore[arg-type]  # the page draws those built in
                size=family.size,
                colours=family.colours,
                text=family.rules_in_words(),
                pieces=HANDICAPS if is_basic else [],
                openings=opening_options(family),
            )
        )
    return views


def opening_options(family: AnyFamily) -> list[messages.OpeningOption]:
    """Return the opening rules that a game can be played with."""
    return [
        messages.OpeningOption(
            name=rule.name, title=rule.title, text=rule.words(), stones=rule.stones
        )
        for rule in family.opening_rules
    ]
