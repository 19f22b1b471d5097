"""Measures this machine before any game: writes calibration.txt in the current directory.

python calibrate.py             # 5 to 20 seconds
python calibrate.py --quick     # about 2 seconds
python calibrate.py --thorough  # minutes
"""

import os
import sys

if "--help" in sys.argv or "-h" in sys.argv:
    print(__doc__.strip())
    sys.exit()
# Isolated, Python leaves this folder off its path, but the packages are here.
if getattr(sys.flags, "safe_path", getattr(sys.flags, "isolated", False)):
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

if sys.version_info < (3, 7):  # noqa: UP036 - it says so in one line
    sys.exit("calibrate.py: Python 3.7 or newer is needed, not " + sys.version.split()[0])
try:
    from agent.measure import calibrate, level_of
except (ImportError, SyntaxError) as error:
    sys.exit("calibrate.py: " + str(error) + "; it needs Python 3.7 and what `pente bundle` writes")

sys.exit(calibrate(level=level_of(sys.argv[1:])))
