"""The arena's exceptions for bad input.

    ValueError
      ArenaError
        ClockError        an invalid clock
        ContestantError   an invalid or missing contestant, one that cannot play by this clock, or
                          a failure of another tree's engine
        RecordError       a line of a results file that is no game
        MatchError        a match that cannot be played or resumed, or a worker that died
          OtherMatch      a results file of another match or of other engines
          ClusterError    no scheduler, no matching worker, or a task that failed on a cluster
        PuzzleError       a file of puzzles that cannot be read, or a line of it that is no puzzle

A fault of a player in a game is a value (`arena.game.player.Fault`), never an exception.
"""


class ArenaError(ValueError):
    """Base class of the arena's exceptions."""


class ClockError(ArenaError):
    """An invalid clock; the message lists the spellings."""


class ContestantError(ArenaError):
    """A contestant that is invalid or cannot play; the message says what was expected."""


class RecordError(ArenaError):
    """An invalid game record, or one with illegal moves."""


class MatchError(ArenaError):
    """A match that cannot be played or resumed; the message says why."""


class OtherMatch(MatchError):  # noqa: N818 - a condition
    """A results file of another match or of other engines; `difference` says what differs."""

    def __init__(self, message: str, difference: str) -> None:
        super().__init__(message)
        self.difference = difference


class ClusterError(MatchError):
    """A Dask cluster that cannot play; the message says why."""


class PuzzleError(ArenaError):
    """A file of puzzles that cannot be read, or a puzzle that is none."""
