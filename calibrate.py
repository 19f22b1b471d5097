"""Measures this machine once, before any game: writes calibration.txt in the current directory."""

import os
import sys

if sys.flags.safe_path:  # asked to leave this folder out of the path, but here is all that we are
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from agent.measure import calibrate

sys.exit(calibrate())
