"""Errors of the rules, in a module of their own to avoid import cycles; the system's in words.

ValueError
  GameError
    UnknownRules    no game of that name
    NotationError   text that names no point, position or record
    IllegalMove     a point that the rules forbid in this position
"""


class GameError(ValueError):
    """The base class of all errors of the rules."""


class UnknownRules(GameError):  # noqa: N818 - named after the problem, like FileNotFound
    """No game has this name; the message lists the known games."""


class NotationError(GameError):
    """A text that cannot be parsed; the message says what was expected, and where."""


class IllegalMove(GameError):  # noqa: N818 - as above
    """A move that the rules forbid; the message gives the point and the reason in words."""


def reason_of(error: BaseException) -> str:
    """What went wrong; of an error of the system without its number and its file."""
    words = getattr(error, "strerror", None)
    return words[:1].lower() + words[1:] if words else str(error)


def in_words(error: BaseException) -> str:
    """The message for people: `FILE: permission denied` for an error of the system."""
    file = getattr(error, "filename", None)
    return reason_of(error) if file is None else f"{file}: {reason_of(error)}"


class naming:  # noqa: N801 - used like a function
    """A context that gives each error of the system the name of the file that it is about.

    A full disk names no file, and a temporary file has a name that nobody knows.
    """

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(self, _kind: object, error: "BaseException | None", _trace: object) -> None:
        if isinstance(error, OSError):
            error.filename = self._path
