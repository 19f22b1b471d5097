"""What a turn does, in the words of players: rows, captured pieces, and those that it threatens."""

from __future__ import annotations

from collections.abc import Sequence

from games.deeds import Deeds, Shape, Threat
from games.gipf.moves import is_removal
from games.gipf.notation import OFFICIAL, format_move
from games.gipf.one_ply import gain_of, with_opponent_to_move
from games.gipf.position import GipfPosition
from games.gipf.rows import rows_of


def deeds_of(position: GipfPosition, line: Sequence[int]) -> Deeds:
    """What the decisions of a line do that belong to its first turn. Raises IllegalMove.

    Where the line ends before the removals of its turn, they take the most.
    """
    after, side, rows = position.copy(), position.side, 0
    for move in line:
        if after.side != side or after.outcome is not None or (after.placing and after.moves):
            break
        after.play(move)
        if not is_removal(move):
            rows = len(rows_of(after.cells, side))
    while after.outcome is None and after.side == side and not after.placing:
        after.play(max(after.legal_moves(), key=lambda move: gain_of(after, move) or (0, 0, 0)))
    captures = after.lost[1 - side] - position.lost[1 - side]
    row: Shape = "row"
    makes = (row,) * rows
    if after.outcome is not None or not (after.placing and position.placing):
        return Deeds(makes, captures)
    before, then = _best(position), _best(with_opponent_to_move(after))
    others, left = _best(with_opponent_to_move(position)), _best(after)
    return Deeds(makes, captures, _more(then, before), _more(others, left))


def _best(position: GipfPosition) -> Threat | None:
    """The push that captures most by a row, or None if none makes a row."""
    if position.outcome is not None:
        return None
    gains = [(gain, -move) for move in position.legal_moves() if (gain := gain_of(position, move))]
    if not gains:
        return None
    (captured, *_), move = max(gains)
    return Threat("row", format_move(position, -move, OFFICIAL), captured)


def _more(threat: Threat | None, other: Threat | None) -> tuple[Threat, ...]:
    """The first chance, if it is worth more than the second one."""
    return (threat,) if threat and (other is None or threat.takes > other.takes) else ()
