"""README.txt of a hand-in: what it is, how to start it, what it needs."""

from __future__ import annotations

import sys

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
    Other Pythons, 3.7 and newer: a search in plain Python, weaker, which says so.
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
    if kernel:
        tag = next(iter(kernel)).split(".", 1)[1]
        major, minor = sys.version_info[:2]
        built = f"Python {major}.{minor}, and only it, plays with the compiled kernel ({tag})."
    else:
        built = "There is no compiled kernel: none was built where the bundle was made."
    return _BEGINNING + _FOLDER.format(kernel=built)
