"""Games of an engine against itself that tools sample positions from."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.family import AnyFamily, AnyPosition, Family, P
from search.engine import Engine
from search.limits import Limits

RANDOM_MOVES = 4  # at the start of a game
AROUND = 3  # random moves on a square board lie so close to the centre


def self_play(
    family: Family[P], engine: Engine, dice: random.Random, *, nodes: int, slip: float = 0.0
) -> Iterator[P]:
    """Yield a game's position before each move; it is one object that moves on.

    nodes  of each search
    slip   share of random moves after the first ones
    """
    position = family.start()
    engine.new_game()
    while position.outcome is None:
        yield position
        if len(position.moves) < RANDOM_MOVES or dice.random() < slip:
            position.play(dice.choice(_near(family, position)))
        else:
            position.play(engine.search(position, Limits(nodes=nodes)).best)


def _near(family: AnyFamily, position: AnyPosition) -> list[int]:
    """The moves that may be drawn: on a square board those near the centre, if any is."""
    legal = position.legal_moves()
    if not family.lays_stones:
        return legal
    size = family.size
    away = (lambda line: abs(line - size // 2)) if size else abs
    near = [move for move in legal if max(map(away, divmod(move, size))) <= AROUND]
    return near or legal
