"""`pente bundle`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import pente


def test_bundle_writes_a_folder_and_tries_it(tmp_path: Path) -> None:
    """It says how many files of each kind it wrote, their sizes, and a move of the hand-in."""
    folder = tmp_path / "hand-in"
    result = CliRunner().invoke(pente, ["bundle", str(folder)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    for words in ("files", "compiled kernel", "Python sources", "tried: N9", "MB"):
        assert words in result.output
    assert (folder / "homework.py").is_file()
    assert "rules of your course" in (folder / "README.txt").read_text()


def test_bundle_of_one_file(tmp_path: Path) -> None:
    """With --single-file homework.py needs no other file."""
    words = ["bundle", "--single-file", str(tmp_path)]
    result = CliRunner().invoke(pente, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"homework.py", "README.txt", "bundle.txt"}
    assert "tried: N9" in result.output


def test_bundle_refuses_other_folders(tmp_path: Path) -> None:
    """A folder with other files is refused before anything is made, and stays as it is."""
    (tmp_path / "essay.txt").write_text("mine")
    with pytest.raises(ValueError, match="--force writes into it"):
        CliRunner().invoke(pente, ["bundle", str(tmp_path)], catch_exceptions=False)
    assert [path.name for path in tmp_path.iterdir()] == ["essay.txt"]
