"""The errors of `search`, in a module of their own to avoid import cycles.

RuntimeError: KernelMissing, ProofError
ValueError: WeightsError, NetError, BenchError, HarvestError, LevelError,
    NoSolver
"""


class KernelMissing(RuntimeError):  # noqa: N818 - names the condition
    """The compiled kernel cannot be imported; the message says how to build it."""


class ProofError(RuntimeError):
    """The readable rules do not confirm the kernel's win: a bug. The message shows the line."""


class WeightsError(ValueError):
    """A weights file cannot be used; the message names the file, the line and the reason."""


class BenchError(ValueError):
    """A bench file cannot be read; the message names the line."""


class HarvestError(ValueError):
    """This engine cannot plant these bytes; the message says why."""


class LevelError(ValueError):
    """A text does not name a level of play; the message lists the levels."""


class NetError(ValueError):
    """The file of a net cannot be used; the message says what it has and what was expected."""


class NoSolver(ValueError):  # noqa: N818 - names the condition
    """No solver knows the game; the message says which games have one."""
