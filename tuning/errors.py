"""What can go wrong while tuning: small exceptions that say what, where and what instead."""

from __future__ import annotations


class TuningError(ValueError):
    """A study that cannot be begun, resumed, read or accepted as asked."""


class PairError(RuntimeError):
    """A pair of games that failed twice; the message holds what it takes to play it again."""
