"""Which family a game belongs to: the one place that chooses, by rules or by a preset's name."""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import UnknownRules
from games.families.family import AnyFamily
from games.families.five import FiveFamily
from games.families.gipf import GipfFamily
from games.five.position import Position
from games.five.rules import PRESETS, Rules
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, GipfRules

AnyRules = Rules | GipfRules
AnyPosition = Position | GipfPosition

GAMES = (*PRESETS, *GIPF_PRESETS)  # the names of all presets


def family_of(rules: AnyRules) -> AnyFamily:
    """The family of a game, made for its rules."""
    return GipfFamily(rules) if isinstance(rules, GipfRules) else FiveFamily(rules)


def family_named(
    name: str, *, most_turns: int = 0, pieces: Sequence[int] | None = None
) -> AnyFamily:
    """The family of a game, by the name of its preset.

    most_turns  Gipf's limit of turns, 0 for none; other games have no limit, whatever it says
    pieces      White's and Black's pieces in Gipf's basic game; None: those of the rule book

    Raises UnknownRules, or ValueError for terms that the game does not have.
    """
    if name in PRESETS:
        if pieces is not None:
            raise ValueError(f"{name} is played without a handicap of pieces")
        return FiveFamily(PRESETS[name])
    if name not in GIPF_PRESETS:
        raise UnknownRules(f"no game is called {name!r}; there are {', '.join(GAMES)}")
    counts = None if pieces is None else (pieces[0], pieces[1])
    variant = GIPF_PRESETS[name].variant
    return GipfFamily(GipfRules(name, variant, pieces=counts, most_turns=most_turns))
