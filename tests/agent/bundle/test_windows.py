"""homework.py and both hand-ins play where names and paths are those of Windows."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from agent.protocol import parse_request
from arena.foreign.harness_files import format_request
from games.five.points import parse_point
from games.five.rules import rules_named
from tests.agent.bundle.conftest import KINDS
from tests.agent.desk import ROOT, Desk, is_move_for, sample, with_clock
from tests.without_posix import environment
from tools.programs import output_of

CLOCK_S = 1.0
SLOW = "playing weakly with the slow search"
CALIBRATE = """
import subprocess
from tests.without_posix import hide_names_from_ours
hide_names_from_ours()
from agent.measure import calibrate
raise SystemExit(calibrate(level="quick"))
"""


@pytest.mark.parametrize(
    "place",
    ["checkout", *(pytest.param(kind, marks=pytest.mark.nightly) for kind in KINDS)],
)
def test_windows_plays(written: dict[str, Path], place: str, desk: Desk, tmp_path: Path) -> None:
    """Two moves are legal; the second uses the memory of the first, with the kernel."""
    root = written.get(place, ROOT)
    position = parse_request(sample("handout_black"), rules_named("pente")).position
    for _ in range(2):
        request = format_request(position, CLOCK_S).encode()
        done = desk.ask(request, root=root, environment=environment(tmp_path))
        assert done.code == 0
        assert is_move_for(done.output, request)
        assert done.said == "" or (place == "single-file" and SLOW in done.said)
        position.play(parse_point(str(done.output).strip(), 19))
        position.play(next(iter(position.legal_moves())))
    assert b"\r" not in (desk.folder / "output.txt").read_bytes()


@pytest.mark.nightly
def test_windows_calibrates_and_has_one_worker(desk: Desk, tmp_path: Path) -> None:
    """calibrate.py measures one worker; a file with two is not used, and a warning says why."""
    command = [sys.executable, "-c", CALIBRATE]
    output_of(command, desk.folder, variables={"PYTHONPATH": str(ROOT)})
    variables, request = environment(tmp_path), with_clock(sample("handout_black"), "1.0")
    assert desk.ask(request, environment=variables).said == ""
    measured = (desk.folder / "calibration.txt").read_text()
    desk.put("calibration.txt", measured.replace("workers = 1", "workers = 2"))
    (desk.folder / "playdata.txt").unlink()
    done = desk.ask(request, environment=variables)
    assert done.code == 0
    assert "workers = '2': expected 1 to 1" in done.said
