"""The Pythons on this computer that a hand-in may run on."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.bundle.pythons import pythons_here


def test_an_interpreter_is_what_says_its_own_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not chosen in pyenv, is of another version or does not start is passed over."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    for name, text in (
        ("python3.9", "#!/bin/sh\necho 3.9; echo nine"),
        ("python3.10", "#!/bin/sh\nexit 127"),
        ("versions/3.10.4/bin/python", "#!/bin/sh\necho 3.10; echo ten"),
        ("python3.11", "#!/bin/sh\necho 3.12; echo twelve"),
        ("python3.13", "no script"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    assert pythons_here() == {9: "nine", 10: "ten"}
