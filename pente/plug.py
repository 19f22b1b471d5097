"""What a plugged game is made of (`docs/add-a-game.md`), under names that a wheel has as well."""

from games.errors import GameError, IllegalMove, NotationError
from games.family import Family
from games.grid import Grid
from games.position import AnyPosition
from games.rules import EMPTY, Outcome, RulesRecord

__all__ = [
    "EMPTY",
    "AnyPosition",
    "Family",
    "GameError",
    "Grid",
    "IllegalMove",
    "NotationError",
    "Outcome",
    "RulesRecord",
]
