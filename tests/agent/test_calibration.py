"""A calibration file is used only if it is complete, of this computer, and within range."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent import measure
from agent.calibration import Calibration, load_calibration, save_calibration
from agent.clock import OVERHEAD_S
from agent.measure import (
    DEFAULT,
    QUICK,
    THOROUGH,
    Crew,
    Effort,
    MeasureError,
    charge,
    compare_crews,
    for_cpu,
    level_of,
)
from games.five.rules import rules_named
from search.cores import cores
from search.engine import Engine
from search.errors import KernelMissing
from search.result import SearchResult
from search.weights.file import shipped_weights, weights_path
from web.settings import free_cores

PENTE = rules_named("pente")
FIGURES = {
    "empty_move_seconds": 0.009,
    "first_depth": 3,
    "helper_seconds": 0.002,
    "workers": 2,
}


def saved(folder: Path) -> Path:
    """A valid calibration file."""
    path = folder / "calibration.txt"
    save_calibration(str(path), FIGURES)
    return path


def test_calibration_reads_back_what_it_wrote(tmp_path: Path) -> None:
    """A file of this computer gives its figures without a warning.

    So does one with `workers 2`, as a person writes it, or with an older program's other lines.
    Without a file the defaults hold, and there is no warning.
    """
    path = saved(tmp_path)
    text = path.read_text()
    old = "start_seconds = 2\nworkers_wall = nan\nnotes =\n"
    for content in (text, text.replace("workers = 2", "workers 2"), text + old):
        path.write_text(content)
        calibration = load_calibration(str(path))
        assert (calibration.doubt, calibration.figures) == (None, FIGURES)
        assert calibration.overhead_s == pytest.approx(0.01125)
    path.unlink()
    calibration = load_calibration(str(path))
    assert calibration.doubt is None
    assert calibration.overhead_s == pytest.approx(OVERHEAD_S)


FAULTY_LINES = (
    ("format = 3", "format = 2"),
    ("machine = ", "machine = other-"),
    ("empty_move_seconds = 0.009", "empty_move_seconds = nan"),
    ("empty_move_seconds = 0.009", "empty_move_seconds = 1e9"),
    ("empty_move_seconds = 0.009", "empty_move_seconds ="),
    ("helper_seconds", "helper_minutes"),
    ("workers = 2", "workers = 17"),
    ("workers = 2", "workers = 1.5"),
    ("first_depth = 3", "first_depth = 21"),
)


def test_calibration_that_is_stale_foreign_or_broken_is_doubted(tmp_path: Path) -> None:
    """One wrong line rejects the whole file: the defaults hold, with a warning."""
    path = saved(tmp_path)
    text = path.read_text()
    for old, new in FAULTY_LINES:
        assert old in text
        path.write_text(text.replace(old, new))
        calibration = load_calibration(str(path))
        assert calibration.doubt is not None, new
        assert calibration.figures == Calibration().figures


@given(st.binary(max_size=200))
def test_calibration_any_bytes_give_the_defaults(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    """Bytes that are no calibration give the defaults and a warning, never an exception."""
    path = tmp_path_factory.mktemp("bytes") / "calibration.txt"
    path.write_bytes(content)
    calibration = load_calibration(str(path))
    assert calibration.doubt is not None
    assert calibration.figures == Calibration().figures


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """A calibration measures briefly, with two workers at most."""
    monkeypatch.setitem(measure.EFFORTS, QUICK, Effort(1, 0.01, 0.1))
    monkeypatch.setattr(measure, "cores", lambda: 2)
    monkeypatch.setattr(measure, "REPEATS", 1)
    monkeypatch.setattr(measure, "HELPER_SEARCH_S", 0.02)


FAULTS = {
    "missing net": "playing without the learned net",
    "damaged net": "playing without the learned net",
    "other weights": "playing with built-in weights",
    "missing kernel": "playing weakly with the slow search",
}


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("fault", FAULTS)
def test_calibrate_measures_the_engine_that_plays(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fault: str,
) -> None:
    """What costs a move a warning costs the calibration one too, and its file is written."""
    broken = tmp_path / "broken"
    if fault == "damaged net":
        broken.write_bytes(b"no net")
    if fault == "other weights":
        broken.write_bytes(Path(weights_path("gomoku-15")).read_bytes())
    if fault == "missing kernel":
        missing = Mock(side_effect=KernelMissing("not built"))
        monkeypatch.setattr("search.five.native.kernel_of", missing)
    else:
        place = "weights.file._shipped_path" if "weights" in fault else "net.file.net_path"
        monkeypatch.setattr(f"search.{place}", lambda _game: str(broken))
    assert measure.calibrate(str(tmp_path), QUICK) == 0
    said = capsys.readouterr().err
    assert said.count("WARNING") == said.count(f"WARNING: {FAULTS[fault]}") == 1
    assert load_calibration(str(tmp_path / "calibration.txt")).doubt is None


def test_calibrate_that_cannot_measure_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A measurement that fails ends in one line and exit code 1, without a file."""
    for error in measure.FAILURES:
        monkeypatch.setattr(measure, "open_engine", Mock(side_effect=error("no luck")))
        assert measure.calibrate(str(tmp_path), QUICK) == 1
        said = capsys.readouterr().err
        assert "no luck" in said
        assert len(said.splitlines()) == 1
        assert not list(tmp_path.iterdir())


def test_calibrate_takes_its_level_from_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The level is empty, --quick or --thorough; anything else is an error with exit code 2."""
    levels = [level_of(options) for options in ([], ["--quick"], ["--thorough"])]
    assert levels == [DEFAULT, QUICK, THOROUGH]
    with pytest.raises(SystemExit, match="2"):
        level_of(["--slow"])
    assert "--slow" in capsys.readouterr().err


def test_charge_counts_grandchildren_and_tells_a_failure() -> None:
    """A command is charged for what it starts and waits for; a failure names code and output."""
    burn = "import time\nwhile time.process_time() < 0.1: pass"
    inner = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}])"
    assert charge([sys.executable, "-c", inner], ".")[0] >= 0.1
    with pytest.raises(MeasureError, match=r"ended with 3.*oh"):
        charge([sys.executable, "-c", "import sys; sys.stderr.write('oh'); sys.exit(3)"], ".")


def crew(workers: int, wall: float, cpu: float, error: float = 0.01) -> Crew:
    """Made-up figures of the workers' efficiency."""
    return Crew(workers, 8, 1e6, wall, error, cpu, error)


def test_workers_for_a_cpu_clock_are_one_unless_less_cpu_is_sure() -> None:
    """Several workers are chosen only if they surely need less CPU, and the reason says so."""
    one = crew(1, 1.0, 1.0, 0.0)
    assert for_cpu([one, crew(2, 0.55, 1.06)]) == (1, "no crew needs less CPU to the same depth")
    assert for_cpu([one, crew(2, 0.5, 0.97, error=0.02)])[0] == 1
    assert for_cpu([one, crew(2, 0.5, 0.90)])[0] == 2
    assert for_cpu([]) == (1, "no position could be measured")


def test_workers_are_compared_by_the_engine_that_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search of the comparison has the net of the given weights.

    A depth that no search reaches ends by the clock, and its position does not count.
    """
    nets = []

    class Recorded(Engine):
        def search(self, *arguments: Any, **named: Any) -> SearchResult:
            nets.append(self.weights.net_digest)
            return super().search(*arguments, **named)

    monkeypatch.setattr(measure, "Engine", Recorded)
    weights = shipped_weights(PENTE)
    crews = compare_crews(PENTE, weights, 2, Effort(1, 0.01, 600.0))
    assert [crew.positions for crew in crews] == [1, 1]
    assert set(nets) == {weights.net_digest} != {""}
    monkeypatch.setattr(measure, "_depth_of", lambda *_: 60)
    assert compare_crews(PENTE, weights, 2, Effort(1, 0.01, 0.1)) == []


def test_workers_are_no_more_than_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """All cores count where the system knows no affinity, as on macOS."""
    assert 1 <= cores() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity")
    assert 1 <= cores() <= (os.cpu_count() or 1)
    assert free_cores() == max(1, cores() - 1)
