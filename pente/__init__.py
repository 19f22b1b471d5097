"""Pente and related games: play, analyse, solve, read and write games, play matches.

    >>> import pente
    >>> game = pente.Game("pente").play("K10 L11 K13")
    >>> game.to_move
    'black'

The names in `__all__` are stable. The packages behind them (`games`, `search`, `arena` ...) are
not: they may change with every version. `docs/api.md` explains everything.
"""

from __future__ import annotations

from importlib import import_module

from agent import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arena.strength.elo import Elo
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
    from pente.matches import Match, match
    from pente.reviewing import Opinion, Review, ReviewedMove, review
    from pente.solving import Branch, Proof, solve
    from pente.view import Outcome

__version__ = VERSION

# Where the names are, the quickest to load first.
MODULES = (
    *("errors", "view", "game", "analysis", "iterations", "engine", "files", "solving"),
    *("reviewing", "matches"),
)

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


def __getattr__(name: str) -> object:
    """A name of `__all__`, from the first of MODULES that has it; those after it are not loaded.
    In a wheel all other packages lie below this one, and most of what they start needs no name.
    """
    for module in MODULES if name in __all__ else ():
        found = vars(import_module(f"pente.{module}"))
        if name in found:
            globals()[name] = found[name]
            return found[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The names of `__all__`, loaded or not."""
    return sorted({*globals(), *__all__})
