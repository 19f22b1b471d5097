"""How properties draw their examples: the same in every run, so that a failure is the change's own.

`pytest --hypothesis-profile=explore` draws new ones, many more.
"""

from __future__ import annotations

from hypothesis import settings

# No deadline for an example: how long one takes depends on who else uses the machine.
settings.register_profile("explore", deadline=None, max_examples=500)
settings.register_profile("steady", deadline=None, max_examples=50, derandomize=True)
settings.load_profile("steady")
