"""A wheel carries homework.py and calibrate.py along, for the commands that start them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.agent.desk import DEADLINE_S, ROOT

IN_A_WHEEL = """
from agent.bundle.contents import folder_contents
from agent.measure import empty_move_seconds
from agent.scripts import script_path
from games.five.rules import rules_named
print(script_path("homework.py"))
print(empty_move_seconds(rules_named("pente")) > 0)
print(*sorted(name for name in folder_contents() if name.endswith(".py") and "/" not in name))
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel would install, without the kernel."""
    folder = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=DEADLINE_S)
    return folder


def test_installed_packages_find_the_entry_points(packages: Path) -> None:
    """Without the checkout, calibration measures a move of homework.py, and a bundle holds it."""
    assert not (packages / "homework.py").exists()
    done = subprocess.run(
        [sys.executable, "-c", IN_A_WHEEL],
        cwd=packages,
        check=True,
        capture_output=True,
        text=True,
        timeout=2 * DEADLINE_S,
    )
    script = packages / "agent" / "entry" / "homework.py"
    assert done.stdout.split("\n")[:3] == [str(script), "True", "calibrate.py homework.py"]
