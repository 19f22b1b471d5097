"""Pente and related games: play, analyse, solve, read and write games, play matches.

    >>> import pente
    >>> game = pente.Game("pente").play("K10 L11 K13")
    >>> game.to_move
    'black'

The names in `__all__` are stable. The packages behind them (`games`, `search`, `arena` ...) are
not: they may change with every version. `docs/api.md` explains everything.
"""

# ruff: noqa: E402 - the check comes before the imports that would fail without a reason

from pente.neighbours import require_own_packages

require_own_packages()

from pente.analysis import Analysis, Line
from pente.engine import Engine, analyse, stream
from pente.errors import (
    EngineBusy,
    Error,
    GameOver,
    IllegalMove,
    KernelMissing,
    LossWarning,
    MatchError,
    NotationError,
    OptionError,
    UnknownGame,
)
from pente.files import FORMATS, READ_FORMATS, read, write
from pente.game import Game
from pente.iterations import Stream
from pente.matches import Elo, Match, match
from pente.reviewing import Opinion, Review, ReviewedMove, review
from pente.solving import Branch, Proof, solve
from pente.view import Outcome

__version__ = "0.1.0"

__all__ = [
    "FORMATS",
    "READ_FORMATS",
    "Analysis",
    "Branch",
    "Elo",
    "Engine",
    "EngineBusy",
    "Error",
    "Game",
    "GameOver",
    "IllegalMove",
    "KernelMissing",
    "Line",
    "LossWarning",
    "Match",
    "MatchError",
    "NotationError",
    "Opinion",
    "OptionError",
    "Outcome",
    "Proof",
    "Review",
    "ReviewedMove",
    "Stream",
    "UnknownGame",
    "__version__",
    "analyse",
    "match",
    "read",
    "review",
    "solve",
    "stream",
    "write",
]
