"""`pente gomocup`: the brain as a manager starts it."""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path

from tools.programs import ended

HERE = Path(__file__).resolve().parents[3]


def test_brain_answers_on_standard_output() -> None:
    """The brain reads and writes lines and exits with 0 after END, by both names; with --json
    standard error gets one object.
    """
    lines = "START 15\r\nINFO timeout_turn 0\r\nBEGIN\r\nTURN 8,8\r\nTURN 8,8\r\nHELLO\r\nEND\r\n"
    place = re.search(r'"pbrain-pente": "([\w.:]+)"', (HERE / "setup.py").read_text())
    assert place
    module, _, function = place[1].partition(":")
    assert callable(getattr(importlib.import_module(module), function))
    ends = [
        ended([sys.executable, "-c", *start], given=lines)
        for start in (
            ["from cli.main import main; main()", "gomocup", "--json"],
            ["from cli.main import main; main()", "gomocup"],
            [f"from {module} import {function}; {function}()"],
        )
    ]
    answers = [end.stdout.splitlines() for end in ends]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][:2] == ["OK", "7,7"]
    assert answers[0][3] == "ERROR 8,8 is occupied"
    told = json.loads(ends[0].stderr)
    assert (told["moves"], told["errors"], told["unknown_commands"]) == (2, 1, 1)
    assert told["seconds_wall"] > 0 < told["seconds_cpu"]
    assert ends[1].stderr == ends[2].stderr == ""
