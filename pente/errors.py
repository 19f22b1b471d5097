"""The exceptions of this package.

    all of them       derive from `Error`
    ValueError        UnknownGame, NotationError, IllegalMove, GameOver, OptionError, MatchError
    RuntimeError      KernelMissing, EngineBusy

A file that cannot be opened raises OSError, as everywhere in Python.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from games import errors as games_errors
from search import errors as search_errors

if TYPE_CHECKING:
    from collections.abc import Iterator


class Error(Exception):
    """The base class of all exceptions of this package."""


class UnknownGame(Error, ValueError):  # noqa: N818 - named after the problem, like FileNotFound
    """No game has this name; the message lists the known games."""


class NotationError(Error, ValueError):
    """A text that names no move, position or game; the message says what was expected."""


class IllegalMove(Error, ValueError):  # noqa: N818 - as above
    """A move that the rules forbid here; the message gives the reason."""


class GameOver(Error, ValueError):  # noqa: N818 - as above
    """The game has ended, so there is no move to search."""


class OptionError(Error, ValueError):
    """An argument that is out of range or contradicts another; the message says which."""


class MatchError(Error, ValueError):
    """A match that cannot be played or resumed; the message says why."""


class KernelMissing(Error, RuntimeError):  # noqa: N818 - as above
    """The compiled search was not built; the message says how to build it."""


class EngineBusy(Error, RuntimeError):  # noqa: N818 - as above
    """The engine is still searching for a stream, which must be closed first."""


class LossWarning(UserWarning):
    """A file format does not hold all of a game, or a game cannot be read: what is left out."""


# From the most special to the most general: the first that fits decides.
_PUBLIC: tuple[tuple[type[Exception], type[Error]], ...] = (
    (games_errors.UnknownRules, UnknownGame),
    (games_errors.NotationError, NotationError),
    (games_errors.IllegalMove, IllegalMove),
    (ArenaError, MatchError),
    (search_errors.KernelMissing, KernelMissing),
    (ValueError, OptionError),
)


@contextmanager
def public_errors(where: str = "", *, values: bool = True) -> Iterator[None]:
    """Raise the exceptions of the packages below as those of this package.

    where   comes before the message: "move 3, K13"
    values  also a plain ValueError, which must not come from the user's own code
    """
    try:
        yield
    except Error:
        raise
    except (ValueError, search_errors.KernelMissing) as error:
        public = next(ours for theirs, ours in _PUBLIC if isinstance(error, theirs))
        if public is OptionError and not values:
            raise
        raise public(f"{where}: {error}" if where else str(error)) from error
