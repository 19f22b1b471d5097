"""The exceptions of tuning; messages say what is wrong, where, and what was expected."""

from __future__ import annotations


class TuningError(ValueError):
    """A study that cannot be started, resumed, read or accepted."""


class LearningError(TuningError):
    """A step of `tuning.net` that cannot run: a foreign folder, too little data, a net out of
    bounds.
    """


class PairError(RuntimeError):
    """A pair of games that cannot be played; the message has its job, to reproduce it."""
