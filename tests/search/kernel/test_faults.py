"""The faults that a nightly command plants: each still has its place in the source."""

from __future__ import annotations

import pytest

from tools.trials.faults import ROOT, planted, read_faults
from tools.trials.same_answer import KERNEL


def test_every_fault_has_one_place() -> None:
    """Each text to be replaced occurs exactly once, so that the fault can be planted."""
    faults = read_faults()
    assert len(faults) > 20
    for fault in faults:
        text = (ROOT / KERNEL / fault.file).read_text(encoding="utf-8")
        assert planted(fault, text) != text
    with pytest.raises(ValueError, match="found 0"):
        planted(faults[0], "")
