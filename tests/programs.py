"""Programs that tests start: how they ended, and what they printed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
DEADLINE_S = 300


def ended(
    command: Sequence[object], folder: object = ROOT, *, given: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """How a command ended in a folder, with an input, and with these variables in its environment.

    `tools.programs.output_of` is for those that must succeed.
    """
    return subprocess.run(
        [str(word) for word in command],
        cwd=str(folder),
        env={**os.environ, **variables},
        input=given,
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
