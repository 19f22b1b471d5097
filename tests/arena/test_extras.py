"""The command that installs an extra."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from arena import extras
from arena.extras import how_to_install
from search import ROOT


def test_a_checkout_is_extended_by_its_installer(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a checkout it is install.sh, which names an environment that is not its default."""
    monkeypatch.setattr(sys, "prefix", os.path.join(ROOT, ".venv"))
    assert how_to_install("tuning") == "sh install.sh --extra tuning"
    monkeypatch.setattr(sys, "prefix", "/my venv")
    assert how_to_install("tuning") == "sh install.sh --extra tuning '/my venv'"


def test_an_installed_package_is_extended_by_pip(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Outside a checkout it is pip, with the name of the project."""
    monkeypatch.setattr(extras, "ROOT", str(tmp_path))
    assert how_to_install("web") == "pip install 'pente-engine[web]'"
