"""Where a hand-in may be written, and what becomes of the files that lie there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from agent.bundle import target
from agent.bundle.target import LIST, BundleError, write_bundle
from tests.agent.desk import DEADLINE_S, ROOT

FILES = {"homework.py": b"1\n", "agent/a.py": b"2\n", "agent/deep/b.py": b"3\n"}


def content_of(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, but the list."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LIST
    }


def test_new_folder_is_made_and_listed(tmp_path: Path) -> None:
    """All files are written, and `sha256sum -c` accepts the list."""
    folder = tmp_path / "new" / "hand-in"
    write_bundle(str(folder), FILES)
    assert content_of(folder) == FILES
    check = shutil.which("sha256sum")
    if check is not None:
        subprocess.run([check, "--quiet", "-c", LIST], cwd=folder, check=True, timeout=DEADLINE_S)


def test_earlier_bundle_is_replaced(tmp_path: Path) -> None:
    """Files that the new one lacks go, with their folders and byte code; others stay."""
    write_bundle(str(tmp_path), FILES)
    (tmp_path / "agent" / "deep" / "__pycache__").mkdir()
    (tmp_path / "agent" / "deep" / "__pycache__" / "b.cpython-311.pyc").write_bytes(b"")
    (tmp_path / "playdata.txt").write_bytes(b"kept")
    write_bundle(str(tmp_path), {"homework.py": b"4\n"})
    assert content_of(tmp_path) == {"homework.py": b"4\n", "playdata.txt": b"kept"}
    assert not (tmp_path / "agent").exists()


def test_other_files_are_refused_without_force(tmp_path: Path) -> None:
    """A folder with anything else stays as it is; with force its other files stay."""
    (tmp_path / "essay.txt").write_bytes(b"mine")
    with pytest.raises(BundleError, match="not empty and no earlier bundle"):
        write_bundle(str(tmp_path), FILES)
    assert content_of(tmp_path) == {"essay.txt": b"mine"}
    write_bundle(str(tmp_path), FILES, force=True)
    assert content_of(tmp_path) == {**FILES, "essay.txt": b"mine"}


def test_changed_bundle_is_refused_without_force(tmp_path: Path) -> None:
    """Own changes to a source are not lost; byte code that Python renewed does not count."""
    files = {**FILES, "agent/__pycache__/a.cpython-311.pyc": b"5"}
    write_bundle(str(tmp_path), files)
    (tmp_path / "agent" / "__pycache__" / "a.cpython-311.pyc").write_bytes(b"6")
    write_bundle(str(tmp_path), files)
    (tmp_path / "agent" / "a.py").write_bytes(b"mine\n")
    with pytest.raises(BundleError, match=r"agent/a\.py was changed"):
        write_bundle(str(tmp_path), files)
    assert (tmp_path / "agent" / "a.py").read_bytes() == b"mine\n"
    write_bundle(str(tmp_path), files, force=True)
    assert content_of(tmp_path) == files


def test_interrupted_run_can_be_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If writing ends in the middle, the next run finishes the folder without force."""
    write_bundle(str(tmp_path), FILES)
    write = target._write

    def fail_at_last(folder: str, path: str, content: bytes) -> None:
        if path == "agent/deep/b.py":
            raise OSError(28, "No space left on device")
        write(folder, path, content)

    changed = {path: content + b"more\n" for path, content in FILES.items()}
    with monkeypatch.context() as patch:
        patch.setattr(target, "_write", fail_at_last)
        with pytest.raises(OSError, match="No space"):
            write_bundle(str(tmp_path), changed)
    write_bundle(str(tmp_path), changed)
    assert content_of(tmp_path) == changed


@pytest.mark.parametrize("name", [".", "agent", "data/weights", "search/kernel"])
def test_folders_of_the_engine_are_refused(name: str) -> None:
    """Not even force writes over the engine itself."""
    with pytest.raises(BundleError, match="belongs to this engine"):
        write_bundle(str(ROOT / name), FILES, force=True)


def test_list_from_elsewhere_removes_nothing_outside(tmp_path: Path) -> None:
    """Paths that lead out of the folder are ignored."""
    outside = tmp_path / "outside.txt"
    outside.write_bytes(b"kept")
    folder = tmp_path / "hand-in"
    folder.mkdir()
    (folder / LIST).write_text(f"{target.COMPLETE}\n0  ../outside.txt\n0  {outside}\n")
    write_bundle(str(folder), FILES)
    assert outside.read_bytes() == b"kept"
