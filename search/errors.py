"""What the search room raises; apart, so that nobody imports in a circle to raise.

RuntimeError
  KernelMissing    the compiled extension is not there; the message says how to build it
  ProofError       the rules do not confirm a win that the kernel calls proven
ValueError
  WeightsError     a weights file that cannot be used; names the file, the line and the reason
  BenchError       a line of a bench file that cannot be read
  HarvestError     a harvest of another engine, or none at all
  LevelError       a level of play that does not exist; names those that do
"""


class KernelMissing(RuntimeError):  # noqa: N818 - says what is the matter, as FileNotFound does
    """The compiled kernel cannot be imported."""


class ProofError(RuntimeError):
    """A win that was found is none by the law; the message shows the line. An error of ours."""


class WeightsError(ValueError):
    """A weights file with an unknown, missing or out-of-range name, or that cannot be read."""


class BenchError(ValueError):
    """A bench file that cannot be read."""


class HarvestError(ValueError):
    """Bytes that this engine cannot plant; the message says why."""


class LevelError(ValueError):
    """A text that names no level of play."""
