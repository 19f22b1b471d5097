"""The command that installs an extra."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from arena import extras
from arena.extras import how_to_install
from search import ROOT


def test_an_extra_is_installed_as_the_program_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In a checkout by install.sh, which names an environment that is not its default, else by pip
    with the name of the project.
    """
    monkeypatch.setattr(sys, "prefix", os.path.join(ROOT, ".venv"))
    assert how_to_install("tuning") == "sh install.sh --extra tuning"
    monkeypatch.setattr(sys, "prefix", "/my venv")
    assert how_to_install("tuning") == "sh install.sh --extra tuning '/my venv'"
    monkeypatch.setattr(extras, "ROOT", str(tmp_path))
    assert how_to_install("web") == "pip install 'pente-engine[web]'"
