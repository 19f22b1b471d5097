"""The kernel's answer does not depend on the compiler's optimisation."""

from __future__ import annotations

import shutil

import pytest

from tools.trials import same_answer


@pytest.mark.slow
@pytest.mark.processes
def test_another_optimisation_level_gives_the_same_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The kernel at -O1 has the signatures of the installed one; the trial of
    all compilers and Pythons is in the nightly run.
    """
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    assert same_answer.main(["--variant", "gcc-O1", "--family", "five"]) == 0, capsys.readouterr()


def test_a_different_answer_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One other signature fails the trial and is marked."""
    monkeypatch.setattr(same_answer, "translate", lambda *_: None)
    monkeypatch.setattr(same_answer, "bench", lambda *_: {"five": "11111111"})
    monkeypatch.setattr(same_answer, "signatures", lambda *_: {"five": "22222222"})
    assert same_answer.main([]) in (1, 2)
    if shutil.which("gcc"):
        assert "DIFFERENT" in capsys.readouterr().out
