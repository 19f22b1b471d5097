"""The kernel's answer does not depend on the compiler's optimisation."""

from __future__ import annotations

import pytest

from tools import compiling
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


def test_a_variant_is_compiled_with_its_flags(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python is asked for its headers, the kernel is compiled, and the bench is run."""
    ran: list[list[str]] = []

    def run(command: list[str], _folder: str, what: str) -> str:
        ran.append(command)
        if what.startswith("the bench"):
            return '{"five": ["11111111", 1000.0]}'
        return '["include", ".so"]'

    monkeypatch.setattr(same_answer, "compilers", lambda: ["gcc"])
    (variant,) = (each for each in same_answer.variants() if each.name == "gcc-O1")
    with monkeypatch.context() as patch:
        patch.setattr(same_answer, "run", run)
        patch.setattr(compiling, "run", run)
        assert same_answer.answers(variant, "nowhere", ("five",)) == {"five": ("11111111", 1000.0)}
    assert [command[0] for command in ran] == [variant.python, "gcc", variant.python]
    assert {"-O1", "-Iinclude"} <= set(ran[1])
    for command, words in ((["false"], "exit code 1"), (["no-such-compiler"], "no-such-compiler")):
        with pytest.raises(compiling.CannotBuildError, match=f"a build: .*{words}"):
            compiling.run(command, ".", "a build")
