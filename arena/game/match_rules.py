"""The rules of games in matches: a preset, with a turn limit in Gipf."""

from __future__ import annotations

from collections.abc import Sequence

from games.family import AnyFamily
from games.registry import family_named

MOST_TURNS = 400  # of both sides together, then a Gipf game is a draw; long games have 150


def match_family(
    name: str, *, most_turns: int | None = None, pieces: Sequence[int] | None = None
) -> AnyFamily:
    """The family of a preset's game, by default with the turn limit of matches.

    Raises UnknownRules, or ValueError for terms that the game does not have.
    """
    limit = MOST_TURNS if most_turns is None else most_turns
    return family_named(name, most_turns=limit, pieces=pieces)
