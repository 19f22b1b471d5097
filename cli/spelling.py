"""Moves and boards as people and machines read them, each family of games in its own way.

Square boards spell points as the harness does, `10K`. Gipf spells what a player decides in one go
as he writes it down, `h6-c4;xc6*,d6,f5,g4`, and a single decision also by its entry, `h6-g5`.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.board import draw_board
from games.five.points import format_harness_point
from games.five.position import Position
from games.gipf.diagram import format_diagram
from games.gipf.notation import ENTRY, OFFICIAL, format_move
from games.gipf.position import GipfPosition
from games.gipf.turns import format_turns

AnyPosition = Position | GipfPosition


def spell_move(position: AnyPosition, move: int) -> str:
    """A move: of Gipf one decision, in the official notation."""
    if isinstance(position, GipfPosition):
        return format_move(position, move, OFFICIAL)
    return format_harness_point(move, position.rules.size)


def move_fields(position: AnyPosition, move: int | None) -> dict[str, str | None]:
    """The fields of a JSON answer that tell the best move: `best`, and of Gipf `entry` as well."""
    told = {"best": None if move is None else spell_move(position, move)}
    if isinstance(position, GipfPosition):
        told["entry"] = None if move is None else format_move(position, move, ENTRY)
    return told


def spell_line(position: AnyPosition, moves: Sequence[int]) -> list[str]:
    """A variation: of square boards its points, of Gipf what the players write, turn by turn."""
    if isinstance(position, GipfPosition):
        return [text for _, text in format_turns(position, moves)]
    return [format_harness_point(move, position.rules.size) for move in moves]


def draw(position: AnyPosition, move: int | None = None) -> str:
    """The board: on a square one the move is marked; of Gipf with what lies beside it."""
    if isinstance(position, Position):
        return draw_board(position, move)
    sides = [
        f"    {position.rules.colour_of(side).capitalize()}: {position.reserves[side]} in reserve, "
        f"{position.lost[side]} lost"
        for side in (0, 1)
    ]
    decides = position.rules.colour_of(position.side).capitalize()
    what = "to bring in a piece" if position.placing else "to remove a row"
    return "\n".join([format_diagram(position.cells), *sides, f"    {decides} {what}"])
