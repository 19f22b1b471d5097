"""The problems of `data/problems`, for the tests of searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from agent.protocol import parse_request
from games.five.position import FivePosition
from games.five.rules import PRESETS

FOLDER = Path(__file__).parents[2] / "data/problems"


def problems(name: str, count: int = 10_000) -> list[dict[str, Any]]:
    """A number of problems of one file, spread over it."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines[:: max(1, len(lines) // count)]][:count]


def position_of(problem: dict[str, Any]) -> FivePosition:
    """The position of a problem of Pente."""
    return parse_request(problem["input"].encode(), PRESETS["pente"]).position
