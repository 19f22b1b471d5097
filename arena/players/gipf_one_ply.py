"""The one-ply player of Gipf: wins at once, else takes a row, else stops the opponent's.

It means what it means in five in a row (`arena.players.one_ply`): one move far, and no plan. The
lowest level of `search.levels` is weaker than it.
"""

from __future__ import annotations

from arena.players.gipf import GipfRandomPlayer
from arena.players.one_ply import winning_moves
from games.gipf.position import GipfPosition

Gain = tuple[
    int, int, int
]  # opponent's pieces captured, own GIPF-pieces less, own pieces taken back
AT_ONCE = 1000  # a row made for the opponent: worse than any number of ways to make one


class GipfOnePlyPlayer(GipfRandomPlayer):
    """A decision that wins, or takes the most, or leaves the opponent the fewest rows, or any."""

    def decide(self, position: GipfPosition, legal: list[int]) -> int:
        """The first kind of decision of the four that there is; of several the seed picks."""
        wins = winning_moves(position)
        found = wins or taking_moves(position, legal) or saving_pushes(position, legal) or legal
        return super().decide(position, found)


def taking_moves(position: GipfPosition, legal: list[int]) -> list[int]:
    """The moves that take the most by a row of one's own, or are one; none if there is no row.

    The most captured first, then the most that comes back without a GIPF-piece going.
    """
    gains = {move: gain for move in legal if (gain := gain_of(position, move)) is not None}
    most = max(gains.values(), default=None)
    return [move for move, gain in gains.items() if gain == most]


def gain_of(position: GipfPosition, move: int) -> Gain | None:
    """What a removal takes, or at best the first removal after a push; None: it makes no row."""
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
    """What one removal takes."""
    side = position.side

    def state() -> Gain:
        return position.lost[1 - side], position.gipf_pieces(side), position.reserves[side]

    before = state()
    position.play(removal)
    captured, doubles, held = (now - then for now, then in zip(state(), before, strict=True))
    position.undo()
    return captured, doubles, held


def saving_pushes(position: GipfPosition, legal: list[int]) -> list[int]:
    """The pushes that leave the opponent the fewest ways to make a row; none if it has none."""
    if not position.placing or not ways_to_a_row(with_opponent_to_move(position)):
        return []
    given = {move: rows_given(position, move) for move in legal}
    fewest = min(given.values())
    return [move for move, ways in given.items() if ways == fewest]


def rows_given(position: GipfPosition, move: int) -> int:
    """In how many ways the opponent makes a row after a push; one made for it is worst."""
    position.play(move)
    if position.outcome is not None:
        given = 0
    elif not position.placing:
        given = AT_ONCE
    else:
        given = ways_to_a_row(position)
    position.undo()
    return given


def ways_to_a_row(position: GipfPosition) -> int:
    """How many pushes make a row of the side that brings a piece in."""
    side, ways = position.side, 0
    for move in position.legal_moves():
        position.play(move)
        ways += position.outcome is None and not position.placing and position.side == side
        position.undo()
    return ways


def with_opponent_to_move(position: GipfPosition) -> GipfPosition:
    """The same board with the other side to bring a piece in."""
    return GipfPosition(
        position.rules,
        position.cells,
        1 - position.side,
        position.reserves,
        adding=position.adding,
    )
