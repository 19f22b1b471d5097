"""One move for the file harness: reads input.txt, writes output.txt, in the current directory."""

import os
import sys

if sys.flags.safe_path:  # asked to leave this folder out of the path, but here is all that we are
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from agent.harness import run

os._exit(run())  # taking the interpreter down in order would cost more CPU than the move
