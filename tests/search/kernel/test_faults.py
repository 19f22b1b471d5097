"""The faults that a nightly command plants: each still has its place in the source."""

from __future__ import annotations

import pytest

from tools.compiling import KERNEL
from tools.trials.faults import ROOT, main, planted, read_faults


def test_every_fault_has_one_place() -> None:
    """Each text to be replaced occurs exactly once, so that the fault can be planted."""
    faults = read_faults()
    assert len(faults) > 20
    for fault in faults:
        text = (ROOT / KERNEL / fault.file).read_text(encoding="utf-8")
        assert planted(fault, text) != text
    with pytest.raises(ValueError, match="found 0"):
        planted(faults[0], "")


def test_unknown_fault_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command takes names of faults, and plants nothing for a wrong one."""
    monkeypatch.setattr("sys.argv", ["faults", "a Gipf draw comes late", "no such fault"])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert "'no such fault'" in capsys.readouterr().err
