"""What the arena raises for bad input.

    ValueError
      ArenaError
        ClockError        a clock that cannot be read
        ContestantError   a contestant that cannot be read, found or used with this clock, or an
                          engine of another tree that died
        RecordError       a line of a results file that is no game
        MatchError        a results file that belongs to another match, or a worker that died

A fault of a player in a game is a value (`arena.game.player.Fault`), never an exception.
"""


class ArenaError(ValueError):
    """Anything that the arena refuses."""


class ClockError(ArenaError):
    """A text that names no clock; the message lists the spellings."""


class ContestantError(ArenaError):
    """A text that names no contestant; the message says what was expected."""


class RecordError(ArenaError):
    """A text that is no game record, or one whose moves the rules forbid."""


class MatchError(ArenaError):
    """A match that cannot be played or resumed; the message says why."""
