"""The candidates of the harness's two reference opponents: points next to a stone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import EMPTY

if TYPE_CHECKING:
    from games.five.position import Position


def neighbours(size: int) -> list[tuple[int, ...]]:
    """Return each point's neighbours, diagonal ones included."""
    area = range(size * size)
    return [
        tuple(
            other
            for other in area
            if other != point
            and abs(other // size - point // size) <= 1
            and abs(other % size - point % size) <= 1
        )
        for point in area
    ]


def adjacent_candidates(position: Position, touching: list[tuple[int, ...]]) -> list[int]:
    """Return the legal points that touch a stone; all legal points if there are none.

    `touching` is `neighbours(size)`. On the empty board the only candidate is the centre.
    """
    legal, cells = position.legal_moves(), position.cells
    if not any(cells):
        centre = position.rules.centre
        return [centre] if centre in legal else legal
    found = [point for point in legal if any(cells[other] != EMPTY for other in touching[point])]
    return found or legal
