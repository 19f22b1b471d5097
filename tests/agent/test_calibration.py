"""A calibration file is used only if it is complete, of this computer, and within range."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent import measure
from agent.calibration import FIELDS, WHOLE, Calibration, load_calibration, save_calibration
from agent.clock import OVERHEAD_S
from agent.measure import QUICK, Effort, MeasureError, charge, first_depth
from search.errors import KernelMissing
from tests.agent.desk import ROOT

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
    """A file of this computer gives its figures without a warning."""
    calibration = load_calibration(str(saved(tmp_path)))
    assert calibration.doubt is None
    assert calibration.figures == FIGURES
    assert calibration.overhead_s == pytest.approx(0.01125)


def test_calibration_takes_a_figure_without_its_sign(tmp_path: Path) -> None:
    """`workers 3`, as a person would write it, means three workers."""
    path = saved(tmp_path)
    path.write_text(path.read_text().replace("workers = 2", "workers 3"))
    assert load_calibration(str(path)).workers == 3


def test_calibration_ignores_lines_that_no_move_reads(tmp_path: Path) -> None:
    """A file with lines of other names, as an older program wrote it, is used whatever they say."""
    path = saved(tmp_path)
    old = "start_seconds = 2\nworkers_wall = nan\nnotes =\n"
    path.write_text(path.read_text() + old)
    calibration = load_calibration(str(path))
    assert calibration.doubt is None
    assert calibration.figures == FIGURES


def test_calibration_defaults_are_careful_and_silent_without_a_file(tmp_path: Path) -> None:
    """Without a file the defaults hold, and there is no warning."""
    calibration = load_calibration(str(tmp_path / "calibration.txt"))
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


def calibrated(folder: Path) -> dict[str, float]:
    """Run calibrate.py from this folder; return the one file that it wrote, which must be valid."""
    subprocess.run(
        [sys.executable, ROOT / "calibrate.py", "--quick"],
        cwd=folder,
        check=True,
        timeout=60,
        stderr=-3,
    )
    assert [path.name for path in folder.iterdir()] == ["calibration.txt"]
    calibration = load_calibration(str(folder / "calibration.txt"))
    assert calibration.doubt is None
    return calibration.figures


def test_calibrate_writes_one_valid_file(tmp_path: Path) -> None:
    """calibrate.py, started from another folder, writes calibration.txt there and nothing else."""
    figures = calibrated(tmp_path)
    assert all(least <= figures[name] <= most for name, (_, least, most) in FIELDS.items())
    # One worker is the default and usually the result too. One time may equal its default by
    # chance, to the microsecond, but not two.
    measured = set(FIELDS) - set(WHOLE)
    met = {name for name in measured if figures[name] == FIELDS[name][0]}
    again = calibrated(tmp_path) if met else figures
    assert all(again[name] != FIELDS[name][0] for name in met)


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
    "damaged weights": "playing with built-in weights",
    "missing kernel": "playing weakly with the slow reference search",
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
    if fault == "damaged weights":
        broken.write_text("[weights]\nfour = banana\n")
    if fault == "missing kernel":
        monkeypatch.setattr("search.five.native.kernel_of", missing_kernel)
    else:
        place = "weights.file._shipped_path" if "weights" in fault else "net.file.net_path"
        monkeypatch.setattr(f"search.{place}", lambda _game: str(broken))
    assert measure.calibrate(str(tmp_path), QUICK) == 0
    said = capsys.readouterr().err
    assert said.count("WARNING") == said.count(f"WARNING: {FAULTS[fault]}") == 1
    assert load_calibration(str(tmp_path / "calibration.txt")).doubt is None


def missing_kernel(_family: str) -> None:
    """As `search.native.kernel_of` where the extension was not built."""
    raise KernelMissing("not built")


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


def test_first_depth_is_reached_quickly_in_every_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the last depth that each position reaches within 2 ms after its depth 1."""
    monkeypatch.setattr("agent.measure.MOST_FIRST", 4)
    quick = [0.010, 0.0101, 0.0110, 0.0119, 0.02]
    slow = [0.020, 0.0205, 0.0500]
    times = {2: [quick, slow], 4: [quick], 1: [[0.02, 0.03]]}
    assert {depth: first_depth(found)[0] for depth, found in times.items()} == {2: 2, 4: 4, 1: 1}
    assert first_depth([])[0] == 1


def test_charge_counts_grandchildren_that_were_waited_for(tmp_path: Path) -> None:
    """A command is charged for what it starts and waits for."""
    burn = "import time\nwhile time.process_time() < 0.2: pass"
    inner = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {burn!r}])"
    assert charge([sys.executable, "-c", inner], str(tmp_path)) >= 0.2


def test_charge_tells_a_failure(tmp_path: Path) -> None:
    """A command that fails raises an error with its exit code and output."""
    with pytest.raises(MeasureError, match=r"ended with 3.*oh"):
        charge([sys.executable, "-c", "import sys; sys.stderr.write('oh'); sys.exit(3)"], ".")
    assert tmp_path.exists()
