"""README.txt of a hand-in: what it is, how to start it, what it needs."""

from __future__ import annotations

import textwrap

from agent.bundle.kernel import description

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

README = "README.txt"

_BEGINNING = """\
A Pente player for the file harness, written by `pente bundle`.

The harness starts `python homework.py` in a folder with input.txt. The answer
is in output.txt: the best move found, one line such as 9N. playdata.txt keeps
what the next move of the same game can use; it may be missing.

The rules of your course on own work apply to this folder as to any code that
you did not write. The licence (MIT) asks that its text goes along.

"""

_FOLDER = """\
Hand in
    everything in this folder. bundle.txt, a list with checksums, may stay
    behind.

Before the first game
    python calibrate.py            measures the machine, 5 to 20 seconds, and
    python calibrate.py --quick    writes calibration.txt: optional

Python
{kernel}
    All others from 3.7 on search in plain Python, which is weaker, and say so.
    Nothing needs to be installed.
"""

SINGLE_FILE = f"""\
{_BEGINNING}Hand in
    homework.py. The other files may stay behind.

Python
    Python 3.7 and newer: a search in plain Python, weaker than a folder with
    the compiled kernel (`pente bundle` without --single-file).
    Nothing needs to be installed.
"""


def folder_readme(kernel: Collection[str]) -> str:
    """The text for a folder; `kernel` are the paths of its compiled extensions, maybe none."""
    served = textwrap.fill(f"The compiled kernel is for {description(kernel)}.", 75)
    return _BEGINNING + _FOLDER.format(kernel=textwrap.indent(served, "    "))
