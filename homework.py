"""Plays one move for the file harness: input.txt to output.txt, in the current directory.

It runs on Python 3.7 and newer.
"""

import os
import sys

# Isolated, Python leaves this folder off its path, but the packages are here.
if getattr(sys.flags, "safe_path", getattr(sys.flags, "isolated", False)):
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

if sys.version_info < (3, 7):  # noqa: UP036 - it says so in one line
    sys.exit("homework.py: Python 3.7 or newer is needed, not " + sys.version.split()[0])
try:
    from agent.harness import run
except (ImportError, SyntaxError) as error:
    sys.exit("homework.py: " + str(error) + "; it needs Python 3.7 and what `pente bundle` writes")

os._exit(run())  # an orderly exit of the interpreter could cost more CPU than the move
