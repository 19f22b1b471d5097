"""The command that finishes a release."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

import pente
from tools.make import release
from tools.make.release import ReleaseError, check_commit, notes, tag
from tools.programs import ROOT, output_of


def test_notes_are_the_chapter_of_the_version() -> None:
    """The chapter ends at the next, and has no links into the repository; a version without one is
    named, with those that there are.
    """
    changelog = "# Log\n\n## 0.3.0, soon\n\nNew ([a.md](docs/a.md)).\n\n## 0.2.0\n\n- **Old.**\n"
    assert notes(changelog, "0.3.0") == "New (a.md).\n"
    assert notes(changelog, "0.2.0") == "- **Old.**\n"
    with pytest.raises(ReleaseError, match=r"no chapter 1\.0\.0, only 0\.3\.0, 0\.2\.0"):
        notes(changelog, "1.0.0")


def test_the_present_version_has_notes() -> None:
    """CHANGELOG.md tells of the version that `pente.__version__` names."""
    assert notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), pente.__version__)


def test_only_a_whole_new_commit_is_tagged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes, an older file and a version with a tag are refused before anything is written."""
    names = {
        f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    git = partial(output_of, folder=tmp_path, variables=names)
    monkeypatch.setattr(release, "output_of", git)
    (tmp_path / "kept").write_text("new", encoding="utf-8")
    git(["git", "init"])
    with pytest.raises(ReleaseError, match="not committed"):
        check_commit("1.0", [])
    git(["git", "add", "."])
    git(["git", "commit", "-m", "one"])
    os.utime(tmp_path / "kept", (4e9, 4e9))
    check_commit("1.0", [tmp_path / "kept"])
    os.utime(tmp_path / "kept", (0, 0))
    with pytest.raises(ReleaseError, match=r"kept is older than the commit"):
        check_commit("1.0", [tmp_path / "kept"])
    tag("1.0", tmp_path / "kept")
    with pytest.raises(ReleaseError, match=r"tag v1\.0 already"):
        check_commit("1.0", [])
