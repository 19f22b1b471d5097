"""One move ahead in Gipf: win, else take a row, else stop an opponent's row."""

from __future__ import annotations

from games.gipf.position import GipfPosition
from games.position import wins_among

# Opponent's pieces captured, change in own GIPF-pieces, own pieces taken back.
Gain = tuple[int, int, int]
GIVES_A_ROW = 1000  # a row made for the opponent: worse than any number of ways to make one


def one_ply_moves(position: GipfPosition) -> list[int]:
    """The decisions of the first kind there is: win, take the most, leave the fewest rows."""
    legal = position.legal_moves()
    wins = wins_among(position, legal)
    return wins or taking_moves(position, legal) or saving_pushes(position, legal) or legal


def taking_moves(position: GipfPosition, legal: list[int]) -> list[int]:
    """The moves that take the most by an own row; none if there is no row.

    More captures come first, then fewer own GIPF-pieces lost, then more own pieces taken back.
    """
    gains = {move: gain for move in legal if (gain := gain_of(position, move)) is not None}
    most = max(gains.values(), default=None)
    return [move for move, gain in gains.items() if gain == most]


def gain_of(position: GipfPosition, move: int) -> Gain | None:
    """The gain of a removal, or of the best removal after a push; None without a row."""
    if not position.placing:
        return _taken(position, move)
    side = position.side
    position.play(move)
    gain = None
    if position.outcome is None and position.side == side:
        gain = max(_taken(position, removal) for removal in position.legal_moves())
    position.undo()
    return gain


def _taken(position: GipfPosition, removal: int) -> Gain:
    side = position.side

    def state() -> Gain:
        return position.lost[1 - side], position.gipf_pieces(side), position.reserves[side]

    before = state()
    position.play(removal)
    captured, doubles, held = (now - then for now, then in zip(state(), before, strict=True))
    position.undo()
    return captured, doubles, held


def saving_pushes(position: GipfPosition, legal: list[int]) -> list[int]:
    """The pushes that leave the opponent the fewest rows; none if it threatens none."""
    if not position.placing or not ways_to_a_row(with_opponent_to_move(position)):
        return []
    given = {move: rows_given(position, move) for move in legal}
    fewest = min(given.values())
    return [move for move, ways in given.items() if ways == fewest]


def rows_given(position: GipfPosition, move: int) -> int:
    """Count the opponent's ways to make a row after a push that may itself give it one."""
    position.play(move)
    if position.outcome is not None:
        given = 0
    elif not position.placing:
        given = GIVES_A_ROW
    else:
        given = ways_to_a_row(position)
    position.undo()
    return given


def ways_to_a_row(position: GipfPosition) -> int:
    """Count the pushes that make a row for the side to move."""
    side, ways = position.side, 0
    for move in position.legal_moves():
        position.play(move)
        ways += position.outcome is None and not position.placing and position.side == side
        position.undo()
    return ways


def with_opponent_to_move(position: GipfPosition) -> GipfPosition:
    """The same board with the other side to move."""
    return GipfPosition(
        position.rules,
        position.cells,
        1 - position.side,
        position.reserves,
        adding=position.adding,
    )
