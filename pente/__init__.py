"""Pente and related games: play, analyse, solve, read and write games, play matches.

    >>> import pente
    >>> game = pente.Game("pente").play("K10 L11 K13")
    >>> game.to_move
    'black'

The names in `__all__` are stable. The packages behind them (`games`, `search`, `arena` ...) are
not: they may change with every version. `docs/api.md` explains everything.
"""

from __future__ import annotations

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
    """A name of `__all__`, which loads them all. In a wheel all other packages lie below this one,
    and most of what they start needs none of these names.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pente import (  # noqa: PLC0415 - see above
        analysis,
        engine,
        errors,
        files,
        game,
        iterations,
        matches,
        reviewing,
        solving,
        view,
    )

    modules = analysis, engine, errors, files, game, iterations, matches, reviewing, solving, view
    for module in modules:
        globals().update(
            {exported: vars(module)[exported] for exported in __all__ if exported in vars(module)}
        )
    return globals()[name]


def __dir__() -> list[str]:
    """The names of `__all__`, loaded or not."""
    return sorted({*globals(), *__all__})
