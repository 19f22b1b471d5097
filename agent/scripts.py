"""Finds homework.py and calibrate.py: beside the packages, or in a wheel in `agent/entry`."""

from __future__ import annotations

import os

HOMEWORK = "homework.py"
CALIBRATE = "calibrate.py"


def script_path(name: str) -> str:
    """The path of an entry point of the harness; the build of a wheel puts a copy into `entry`."""
    package = os.path.dirname(os.path.abspath(__file__))
    beside = os.path.join(os.path.dirname(package), name)
    return beside if os.path.isfile(beside) else os.path.join(package, "entry", name)
