"""Errors of the rules, in a module of their own to avoid import cycles.

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
