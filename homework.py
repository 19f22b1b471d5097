"""Plays one move for the file harness: input.txt to output.txt, in the current directory.

It needs Python 3.6. From 3.8 on it searches; before, `agent/stand_in.py` plays a simple move.
"""

import os
import sys

if sys.version_info < (3, 6):  # noqa: UP036 - the oldest that runs is not the oldest known
    sys.exit("homework.py: Python 3.6 or newer is needed, this is " + sys.version.split()[0])
if sys.flags.isolated or getattr(sys.flags, "safe_path", False):
    # Python left this folder off sys.path, but the packages are here.
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

try:
    if sys.version_info >= (3, 8):
        from agent.harness import run
    else:
        from agent.stand_in import run
except ImportError as error:
    sys.exit("homework.py: " + str(error) + "; `pente bundle FOLDER` writes all that it needs")

os._exit(run())  # an orderly exit of the interpreter could cost more CPU than the move
