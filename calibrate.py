"""Measures this machine before any game: writes calibration.txt in the current directory.

python calibrate.py             # 5 to 20 seconds
python calibrate.py --quick     # about 2 seconds
python calibrate.py --thorough  # minutes
"""

import os
import sys

if sys.flags.safe_path:  # Python left this folder off sys.path, but the packages are here
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from agent.measure import calibrate, level_of

sys.exit(calibrate(level=level_of(sys.argv[1:])))
