"""The command that finishes a release."""

from __future__ import annotations

from pathlib import Path

import pytest

import pente
from tools.make.release import ReleaseError, finish, notes
from tools.programs import ROOT


def test_notes_are_the_chapter_of_the_version() -> None:
    """The chapter ends at the next; a version without one is named, with those that there are."""
    changelog = "# Changelog\n\n## 0.3.0, soon\n\nNew.\n\n## 0.2.0\n\n- **Old.**\n"
    assert notes(changelog, "0.3.0") == "New.\n"
    assert notes(changelog, "0.2.0") == "- **Old.**\n"
    with pytest.raises(ReleaseError, match=r"no chapter 1\.0\.0, only 0\.3\.0, 0\.2\.0"):
        notes(changelog, "1.0.0")


def test_the_present_version_has_notes() -> None:
    """CHANGELOG.md tells of the version that `pente.__version__` names."""
    assert notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), pente.__version__)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    """No wheels, a wheel of another version, a site without the board."""
    with pytest.raises(ReleaseError, match="has no wheels"):
        finish(tmp_path, pente.__version__, tmp_path)
    (tmp_path / f"pente_engine-{pente.__version__}-py3-none-any.whl").touch()
    with pytest.raises(ReleaseError, match="has no board"):
        finish(tmp_path, pente.__version__, tmp_path)
    (tmp_path / "pente_engine-0.0.1-py3-none-any.whl").touch()
    with pytest.raises(ReleaseError, match=r"pente_engine-0\.0\.1.* is not of version"):
        finish(tmp_path, pente.__version__, tmp_path)
