"""Errors of the rules; apart, so that raising one makes no import cycle.

ValueError
  GameError
    UnknownRules    no game of that name
    NotationError   text that names no point, position or record
    IllegalMove     a point that the rules forbid in this position
"""


class GameError(ValueError):
    """Anything that the rules refuse."""


class UnknownRules(GameError):  # noqa: N818 - what is the matter, as FileNotFound says it
    """No game of that name; the message lists those that there are."""


class NotationError(GameError):
    """A text that cannot be read; the message says what was expected, and where."""


class IllegalMove(GameError):  # noqa: N818 - as above
    """A move that the rules forbid; the message gives the point and the reason in words."""
