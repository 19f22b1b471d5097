"""Hypothesis profiles: the same examples in every run, so that only a change causes a failure.

`pytest --hypothesis-profile=explore` draws new ones, many more.
"""

from __future__ import annotations

from hypothesis import settings

# No deadline for an example: its time depends on the load of the computer.
settings.register_profile("explore", deadline=None, max_examples=500)
settings.register_profile("steady", deadline=None, max_examples=50, derandomize=True)
settings.load_profile("steady")
