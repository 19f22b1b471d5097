"""Pente and related games: play, analyse, solve, read and write games, play matches.

    >>> import pente
    >>> game = pente.Game("pente").play("K10 L11 K13")
    >>> game.to_move
    'black'

The names in `__all__` are stable. The packages behind them (`games`, `search`, `arena` ...) are
not: they may change with every version. `docs/api.md` explains everything.
"""

from pente.errors import (
    Error,
    GameOver,
    IllegalMove,
    KernelMissing,
    MatchError,
    NotationError,
    OptionError,
    UnknownGame,
)
from pente.files import FORMATS, READ_FORMATS, read, write
from pente.game import Game
from pente.outcome import Outcome

__version__ = "0.1.0"

__all__ = [
    "FORMATS",
    "READ_FORMATS",
    "Error",
    "Game",
    "GameOver",
    "IllegalMove",
    "KernelMissing",
    "MatchError",
    "NotationError",
    "OptionError",
    "Outcome",
    "UnknownGame",
    "__version__",
    "read",
    "write",
]
