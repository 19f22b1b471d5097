"""Results by key in a file of JSON lines: every ending of the writer leaves a file that goes on."""

from __future__ import annotations

import json
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.appended import JsonLines
from arena.errors import RecordError

if TYPE_CHECKING:
    from pathlib import Path

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
    lines = JsonLines(str(path), KEY)
    assert len(lines.known) == whole[:cut].count(b"\n")
    for entry in ENTRIES[len(lines.known) :]:
        lines.append(entry)
    assert path.read_bytes() == whole
    assert JsonLines(str(path), KEY).known == lines.known == {KEY(each): each for each in ENTRIES}


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
