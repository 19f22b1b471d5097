"""Measures this machine before any game: writes calibration.txt in the current directory.

python calibrate.py             # 5 to 20 seconds
python calibrate.py --quick     # about 2 seconds
python calibrate.py --thorough  # minutes
"""

import os
import sys

if sys.version_info < (3, 6):  # noqa: UP036 - the oldest that runs is not the oldest known
    sys.exit("calibrate.py: Python 3.6 or newer is needed, this is " + sys.version.split()[0])
if "--help" in sys.argv or "-h" in sys.argv:
    print(__doc__.strip())
    sys.exit()
if sys.flags.isolated or getattr(sys.flags, "safe_path", False):
    # Python left this folder off sys.path, but the packages are here.
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

try:
    if sys.version_info >= (3, 8):
        from agent.measure import calibrate, level_of
    else:
        from agent.stand_in import calibrate, level_of
except ImportError as error:
    sys.exit("calibrate.py: " + str(error) + "; `pente bundle FOLDER` writes all that it needs")

sys.exit(calibrate(level=level_of(sys.argv[1:])))
