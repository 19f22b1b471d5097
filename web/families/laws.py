"""Which law a preset has: the one place where the server tells the families apart."""

from __future__ import annotations

from typing import Any

from games.five.rules import PRESETS
from games.gipf.rules import BASIC, GIPF_PRESETS
from web.contract import messages
from web.families.five import FiveLaw
from web.families.gipf import GipfLaw
from web.families.law import Law, family_of

HANDICAPS = [(white, black) for white in range(15, 19) for black in range(15, 19)]


def law_of(preset: str, pieces: tuple[int, int] | None = None, most_turns: int = 0) -> Law[Any]:
    """The law of a preset; `pieces` is a handicap of Gipf's basic game, `most_turns` Gipf's limit.

    Raises UnknownRules, or ValueError for a handicap that the game does not have.
    """
    if family_of(preset) == "gipf":
        return GipfLaw(preset, pieces, most_turns)
    if pieces is not None:
        raise ValueError(f"{preset} is played without a handicap of pieces")
    return FiveLaw(preset)


def preset_views() -> list[messages.Preset]:
    """All games that can be played."""
    views = []
    for name in (*PRESETS, *GIPF_PRESETS):
        law = law_of(name)
        basic = name in GIPF_PRESETS and GIPF_PRESETS[name].variant == BASIC
        views.append(
            messages.Preset(
                name=name,
                title=law.title(),
                family="gipf" if law.family == "gipf" else "five",
                size=law.size,
                colours=law.colours(),
                text=law.in_words(),
                pieces=HANDICAPS if basic else [],
            )
        )
    return views
