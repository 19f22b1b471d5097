"""What a Gipf position is worth, readably; the kernel computes it in words of bits (docs/gipf.md).

Slow on purpose, over the law's own position; tests hold `search/kernel/gipf_game/evaluation.pxi`
against it, and its plain search against `plain_value`.
"""

from __future__ import annotations

from games.gipf.board import LINES, SPOTS, distance_from_centre
from games.gipf.perft import is_between_turns
from games.gipf.rows import FOUR, OWNER
from games.rules import EMPTY
from search.score import WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.gipf.position import GipfPosition
    from search.weights import Weights

SCARCE = 4  # pieces in reserve, below which each one that is missing counts
VALUED = 2  # GIPF-pieces on the board that are worth more than two pieces
RINGS = (
    "centre",
    "inner_ring",
    "outer_ring",
)  # by steps from the centre; the edge is worth nothing


def static_value(position: GipfPosition, weights: Weights) -> int:
    """The value for the side that decides, by what both sides have and where it lies."""
    side = position.side
    own, enemy = (side_value(position, weights, each) for each in (side, 1 - side))
    return own - enemy + weights["tempo"]


def side_value(position: GipfPosition, weights: Weights, side: int) -> int:
    """What one side has."""
    reserve, doubles = position.reserves[side], position.gipf_pieces(side)
    value = weights["captured"] * position.lost[1 - side] + weights["reserve"] * reserve
    value += weights["on_board"] * position.pieces_on_board(side)
    value += weights["gipf"] * min(doubles, VALUED)
    value -= weights["scarce"] * max(0, SCARCE - reserve) ** 2
    if position.rules.has_gipf_pieces and doubles <= 1 and not position.adding[side]:
        value -= weights["last_gipf"]
    return value + ring_value(position, weights, side) + threes_value(position, weights, side)


def ring_value(position: GipfPosition, weights: Weights, side: int) -> int:
    """The sum of what each piece is worth by its distance from the centre."""
    distances = [
        distance_from_centre(SPOTS[spot])
        for spot, cell in enumerate(position.cells)
        if OWNER[cell] == side
    ]
    return sum(weights[RINGS[steps]] for steps in distances if steps < len(RINGS))


def threes_value(position: GipfPosition, weights: Weights, side: int) -> int:
    """Stretches of four spots that hold three of the side's pieces, by what the fourth holds."""
    value = 0
    for line in LINES:
        for first in range(len(line) - FOUR + 1):
            cells = [position.cells[spot] for spot in line[first : first + FOUR]]
            others = [cell for cell in cells if OWNER[cell] != side]
            if len(others) == 1:
                value += weights["open_three" if others[0] == EMPTY else "closed_three"]
    return value


def plain_value(position: GipfPosition, weights: Weights, depth: int, turns: int = 0) -> int:
    """The value by negamax over everything that the law allows, `depth` turns ahead.

    A turn is looked at to its end. `turns` have been played down from the root, as the players
    write them; a win's distance counts them (`search.score`).
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
    """The score of a game that is over, for the side that would decide or has just decided."""
    winner = position.outcome.winner if position.outcome else None
    if winner is None:
        return 0
    return WIN - turns - 1 if winner == position.side else turns - WIN
