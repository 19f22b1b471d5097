"""`pente bundle`."""

from __future__ import annotations

from pathlib import Path

from tests.in_process import pente


def test_bundle_writes_a_folder_or_one_file_and_tries_it(tmp_path: Path) -> None:
    """It says how many files of each kind it wrote, their sizes, and a move of the hand-in; with
    --single-file homework.py needs no other file.
    """
    folder, single = tmp_path / "hand-in", tmp_path / "single"
    end = pente("bundle", str(folder))
    assert end.returncode == 0, end.stderr
    for words in ("files", "compiled kernel", "Python sources", "tried: N9", "MB"):
        assert words in end.stdout
    assert (folder / "homework.py").is_file()
    assert "rules of your course" in (folder / "README.txt").read_text()
    end = pente("bundle", "--single-file", str(single))
    assert end.returncode == 0, end.stderr
    assert {path.name for path in single.iterdir()} == {"homework.py", "README.txt", "bundle.txt"}
    assert "tried: N9" in end.stdout
