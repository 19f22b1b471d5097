"""Reads JSON, and refuses numbers that no record of ours has."""

from __future__ import annotations

import json
from typing import Any

MOST_DIGITS = 20  # of a whole number; Python refuses 4,301, in words about Python


def read_json(text: str | bytes) -> Any:
    """The value of a text in JSON. Raises ValueError, also for a number of too many digits."""
    return json.loads(text, parse_int=_whole_number)


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits, expected {MOST_DIGITS} at most")
    return int(digits)
