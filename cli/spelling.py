"""Moves and boards in the terminal and in JSON answers.

Square boards spell points as the harness does, `10K`. Gipf spells a single decision in the official
notation and also by its entry, `h6-g5`; in a variation it writes each turn as players do,
`h6-c4;xc6*,d6,f5,g4`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.families.choice import AnyPosition, family_of
from games.five.points import format_harness_point
from games.five.position import Position
from games.gipf.notation import ENTRY, format_move
from games.gipf.position import GipfPosition


def spell_move(position: AnyPosition, move: int) -> str:
    """A move: of Gipf one decision."""
    if isinstance(position, Position):
        return format_harness_point(move, position.rules.size)
    return family_of(position.rules).format_move(position, move)


def move_fields(position: AnyPosition, move: int | None) -> dict[str, str | None]:
    """The fields of a JSON answer that tell the best move: `best`, and of Gipf `entry` as well."""
    told = {"best": None if move is None else spell_move(position, move)}
    if isinstance(position, GipfPosition):
        told["entry"] = None if move is None else format_move(position, move, ENTRY)
    return told


def spell_line(position: AnyPosition, moves: Sequence[int]) -> list[str]:
    """A variation: of square boards its points, of Gipf its turns."""
    if isinstance(position, Position):
        return [spell_move(position, move) for move in moves]
    return family_of(position.rules).format_line(position, moves)


def draw(position: AnyPosition, move: int | None = None) -> str:
    """The board: on a square one the move is marked; of Gipf who is to decide what."""
    lines = family_of(position.rules).board_lines(position, move)
    if isinstance(position, GipfPosition):
        decides = position.rules.colour_of(position.side).capitalize()
        lines.append(
            f"{decides} {'to bring in a piece' if position.placing else 'to remove a row'}"
        )
    return "\n".join(lines)
