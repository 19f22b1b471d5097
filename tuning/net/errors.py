"""The exception of `tuning.net`: its message says what is wrong, where, and what was expected."""

from __future__ import annotations

from tuning.errors import TuningError


class LearningError(TuningError):
    """A step that cannot run: a foreign folder, too little data, a net out of bounds."""
