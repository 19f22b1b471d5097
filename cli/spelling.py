"""Moves and boards in the terminal and in JSON answers.

On square boards points are spelled as players write them, `K10`; the harness's own files and the
JSON answers of `analyse`, `solve` and `move` have `10K`. A single decision of Gipf is in the
official notation and also in entry notation, `h6-g5`; variations hold whole turns as players write
them, `h6-c4;xc6*,d6,f5,g4`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.family import AnyPosition
from games.registry import family_of


def spell_move(position: AnyPosition, move: int) -> str:
    """A move as text; in Gipf, one decision."""
    return family_of(position.rules).format_move(position, move)


def move_fields(position: AnyPosition, move: int | None) -> dict[str, str | None]:
    """The best move's fields in a JSON answer: `best`, and for Gipf also `entry`."""
    fields = {"best": None if move is None else move_field(position, move)}
    family = family_of(position.rules)
    for name in family.spellings:
        fields[name] = None if move is None else family.spelled(position, move, name)
    return fields


def move_field(position: AnyPosition, move: int) -> str:
    """A move in a JSON answer."""
    return family_of(position.rules).json_move(position, move)


def line_field(position: AnyPosition, moves: Sequence[int]) -> list[str]:
    """A variation in a JSON answer."""
    return family_of(position.rules).json_line(position, moves)


def spell_line(position: AnyPosition, moves: Sequence[int]) -> list[str]:
    """A variation as its points or, in Gipf, its turns."""
    return family_of(position.rules).format_line(position, moves)


def draw(position: AnyPosition, move: int | None = None) -> str:
    """The board. A square board marks the move; Gipf's says who decides what next."""
    return "\n".join(family_of(position.rules).shown_lines(position, move))
