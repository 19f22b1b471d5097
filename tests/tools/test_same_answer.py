"""The kernel's answer does not depend on the compiler's optimisation."""

from __future__ import annotations

import pytest

from tools.trials import same_answer


def test_another_answer_and_a_lost_speed_are_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A variant with another signature, or with a sixth of the speed, fails and is marked."""
    monkeypatch.setattr(same_answer, "compilers", lambda: ["gcc"])
    monkeypatch.setattr(same_answer, "pythons_here", dict)
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
