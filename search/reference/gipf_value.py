"""The value of a Gipf position, in readable Python; the kernel computes it on bitboards.

It reads the position of `games.gipf` and is slow on purpose. Tests compare
`search/kernel/gipf_game/evaluation.pxi` with `static_value`, and the kernel's plain search with
`plain_value`. docs/gipf.md explains the terms.
"""

from __future__ import annotations

from games.gipf.board import LINES, SPOTS, distance_from_centre
from games.gipf.perft import is_between_turns
from games.gipf.rows import FOUR, OWNER
from games.rules import EMPTY
from search.reference.gipf_captures import captured_next
from search.score import WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.gipf.position import GipfPosition
    from search.weights import Weights

SCARCE = 4  # a reserve below this costs the square of what is missing
VALUED = 2  # GIPF-pieces on the board, at most, that get their extra value
RINGS = (
    "centre",
    "inner_ring",
    "outer_ring",
)  # by distance from the centre; the edge is worth nothing


def static_value(position: GipfPosition, weights: Weights) -> int:
    """The value for the side to move: its own value less the opponent's, plus tempo.

    The captures that either side could make next count differently for the mover.
    """
    side = position.side
    own, opponent = (side_value(position, weights, owner) for owner in (side, 1 - side))
    if weights["take_next"]:
        own += weights["take_next"] * captured_next(position.cells, side)
    if weights["threatened"]:
        opponent += weights["threatened"] * captured_next(position.cells, 1 - side)
    return own - opponent + weights["tempo"]


def side_value(position: GipfPosition, weights: Weights, side: int) -> int:
    """The value of one side's captures, reserve, pieces, rings and threes."""
    reserve, doubles = position.reserves[side], position.gipf_pieces(side)
    value = weights["captured"] * position.lost[1 - side] + weights["reserve"] * reserve
    value += weights["on_board"] * position.pieces_on_board(side)
    value += weights["gipf"] * min(doubles, VALUED)
    value -= weights["scarce"] * max(0, SCARCE - reserve) ** 2
    if position.rules.has_gipf_pieces and doubles <= 1 and not position.adding[side]:
        value -= weights["last_gipf"]
    return value + ring_value(position, weights, side) + threes_value(position, weights, side)


def ring_value(position: GipfPosition, weights: Weights, side: int) -> int:
    """The sum of the side's pieces on the board, each by its distance from the centre."""
    distances = [
        distance_from_centre(SPOTS[spot])
        for spot, cell in enumerate(position.cells)
        if OWNER[cell] == side
    ]
    return sum(weights[RINGS[steps]] for steps in distances if steps < len(RINGS))


def threes_value(position: GipfPosition, weights: Weights, side: int) -> int:
    """The value of each four spots in line with three of the side's pieces, by the fourth spot."""
    value = 0
    for line in LINES:
        for first in range(len(line) - FOUR + 1):
            cells = [position.cells[spot] for spot in line[first : first + FOUR]]
            others = [cell for cell in cells if OWNER[cell] != side]
            if len(others) == 1:
                value += weights["open_three" if others[0] == EMPTY else "closed_three"]
    return value


def plain_value(position: GipfPosition, weights: Weights, depth: int, turns: int = 0) -> int:
    """The value by negamax over all legal moves, `depth` turns ahead.

    The search always completes a turn. `turns` is the number played from the root, as players write
    them; a win's distance counts them (`search.score`).
    """
    side = position.side
    if position.outcome is not None:
        return outcome_value(position, turns)
    if depth <= 0 and is_between_turns(position):
        return static_value(position, weights)
    best = -WIN
    for move in position.legal_moves():
        left = depth - position.placing
        position.play(move)
        if position.side == side:
            value = plain_value(position, weights, left, turns)
        else:
            value = -plain_value(position, weights, left, turns + 1)
        position.undo()
        best = max(best, value)
    return best


def outcome_value(position: GipfPosition, turns: int) -> int:
    """The score of a finished game, for the position's side."""
    winner = position.outcome.winner if position.outcome else None
    if winner is None:
        return 0
    return WIN - turns - 1 if winner == position.side else turns - WIN
