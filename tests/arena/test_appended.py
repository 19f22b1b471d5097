"""A full disk: the error names the file, whoever writes it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.appended import AppendedFile, JsonLines
from arena.errors import RecordError
from arena.foreign.harness_agent import FolderAgent, Program
from arena.processes import worker
from tests.full_disk import room_for


def test_full_disk_is_named_by_an_appended_line(tmp_path: Path) -> None:
    """A line that does not fit names its file, and so does the end of that file."""
    path = str(tmp_path / "games.jsonl")
    file = AppendedFile(path)
    for write in (partial(file.write, "a game"), partial(file.__exit__, None, None, None)):
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

    for name in ("signal", "die_with_parent"):
        monkeypatch.setattr(worker, name, MagicMock())
    monkeypatch.setattr(worker, "_lines_of_living_owner", lambda: ["a game"])
    worker.serve(Unlucky)
    assert "input.txt" in json.loads(capsys.readouterr().out)["failed"]


KEY = itemgetter("key")
ENTRIES: list[dict[str, Any]] = [{"key": "a", "found": [1, None]}, {"key": "b", "found": "ä"}]


@given(cut=st.integers(0, 200))
def test_writer_may_be_killed_in_any_append(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    """After a cut at any byte the whole lines are known, and the missing ones can be appended."""
    path = tmp_path_factory.mktemp("lines") / "results.jsonl"
    whole = "".join(json.dumps(entry) + "\n" for entry in ENTRIES).encode()
    path.write_bytes(whole[:cut])
    assert not JsonLines(f"{path}.new", KEY).known
    lines = JsonLines(str(path), KEY)
    assert len(lines.known) == whole[:cut].count(b"\n")
    for entry in ENTRIES[len(lines.known) :]:
        lines.append(entry)
    assert path.read_bytes() == whole
    assert (
        JsonLines(str(path), KEY).known == lines.known == {KEY(entry): entry for entry in ENTRIES}
    )


def test_last_line_of_a_key_counts(tmp_path: Path) -> None:
    """A result that was measured again replaces the earlier one; reading changes no byte."""
    path = tmp_path / "results.jsonl"
    path.write_text('{"key": "a", "found": 1}\n{"key": "a", "found": 2}\n')
    path.chmod(0o444)
    assert JsonLines(str(path), KEY).known == {"a": {"key": "a", "found": 2}}


def test_bad_line_is_named(tmp_path: Path) -> None:
    """A line before the last that has no result is an error with its number."""
    path = tmp_path / "results.jsonl"
    for line in ("{", "[]", "3", "{}", '{"key": "a"}{"key": "b"}'):
        path.write_text(f'{{"key": "a"}}\n{line}\n{{"key": "b"}}\n')
        with pytest.raises(RecordError, match="line 2: not a result"):
            JsonLines(str(path), KEY)
