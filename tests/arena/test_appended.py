"""A full disk: the error names the file, whoever writes it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from functools import partial
from typing import TYPE_CHECKING

import pytest

from arena.appended import AppendedFile
from arena.foreign.harness_agent import FolderAgent, Program
from arena.processes import worker
from tests.full_disk import room_for

if TYPE_CHECKING:
    from pathlib import Path


def test_full_disk_is_named_by_an_appended_line(tmp_path: Path) -> None:
    """A line that does not fit names its file, and so does the end of that file."""
    path = str(tmp_path / "games.jsonl")
    file = AppendedFile(path)
    for write in (partial(file._write, "a game"), partial(file.__exit__, None, None, None)):
        with room_for(3), pytest.raises(OSError, match="File too large") as failed:
            write()
        assert failed.value.filename == path


def test_full_disk_is_named_by_an_agents_folder() -> None:
    """So does a file of the harness."""
    with contextlib.closing(FolderAgent(Program(command=("true",)))) as agent:
        with room_for(3), pytest.raises(OSError, match="File too large") as failed:
            agent.write("input.txt", b"WHITE")
        assert failed.value.filename == agent.path("input.txt")


def test_worker_reports_an_error_of_the_computer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A worker answers with the file's name; it prints no traceback."""

    class Unlucky:
        def answer(self, _: str) -> str:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "input.txt")

        def close(self) -> None:
            pass

    monkeypatch.setattr(worker, "tasks", lambda: contextlib.nullcontext(["a game"]))
    worker.serve(Unlucky)
    assert "input.txt" in json.loads(capsys.readouterr().out)["failed"]
