"""The kernel's answer does not depend on the compiler's optimisation."""

from __future__ import annotations

import shutil

import pytest

from tools.trials import same_answer


@pytest.mark.nightly
@pytest.mark.processes
def test_another_optimisation_level_gives_the_same_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The kernel at -O1 has the signatures of the installed one; the trial of
    all compilers and Pythons is in the nightly run.
    """
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    monkeypatch.setattr(same_answer, "SLOWEST", 0.0)  # whatever else the computer does
    assert same_answer.main(["--variant", "gcc-O1", "--family", "five"]) == 0, capsys.readouterr()


def test_another_answer_and_a_lost_speed_are_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A variant with another signature, or with a sixth of the speed, fails and is marked."""
    monkeypatch.setattr(same_answer, "compilers", lambda: ["gcc"])
    monkeypatch.setattr(same_answer, "translate", lambda *_: None)
    monkeypatch.setattr(same_answer, "bench", lambda *_: {"five": ("11111111", 1000.0)})
    for answer, code, mark in (
        (("11111111", 800.0), 0, ""),
        (("22222222", 1000.0), 1, "DIFFERENT"),
        (("11111111", 160.0), 1, "SLOW"),
    ):
        monkeypatch.setattr(same_answer, "answers", lambda *_, a=answer: {"five": a})
        assert same_answer.main([]) == code
        assert mark in capsys.readouterr().out
