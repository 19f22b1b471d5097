"""Files of the move path: written whole or not at all, and read without blocking."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.files import read_start, write_whole
from tests.conditions import met, often
from tests.full_disk import room_for


@often(fits=8, too_long=4, too_long_in_place=3)
@given(
    st.none() | st.binary(max_size=40),
    st.binary(min_size=1, max_size=40),
    st.integers(0, 39) | st.integers(0, 5),
    st.booleans(),
)
def test_file_that_does_not_fit_leaves_the_old_one(
    tmp_path_factory: pytest.TempPathFactory,
    old: bytes | None,
    new: bytes,
    size: int,
    in_place: bool,  # noqa: FBT001 - drawn by Hypothesis
) -> None:
    """A write stores the whole content, or raises and leaves the old file, or none."""
    path = tmp_path_factory.mktemp("full") / "output.txt"
    if old is not None:
        path.write_bytes(old)
    if in_place:
        path.with_name("output.txt.tmp").mkdir()
    if len(new) <= size:
        with room_for(size):
            write_whole(str(path), new)
        assert path.read_bytes() == new
        met("fits")
    else:
        met("too_long_in_place" if in_place else "too_long")
        with room_for(size), pytest.raises(OSError, match="File too large") as failed:
            write_whole(str(path), new)
        assert failed.value.filename == str(path)
        assert (path.read_bytes() if path.exists() else None) == old
        assert in_place or os.listdir(path.parent) == ([] if old is None else ["output.txt"])


def test_file_write_does_not_follow_a_link(tmp_path: Path) -> None:
    """A link under the temporary name is removed; its target stays unchanged."""
    other = tmp_path / "other"
    other.write_bytes(b"precious")
    (tmp_path / "output.txt.tmp").symlink_to(other)
    write_whole(str(tmp_path / "output.txt"), b"10K\n")
    assert (tmp_path / "output.txt").read_bytes() == b"10K\n"
    assert other.read_bytes() == b"precious"


@given(st.binary(max_size=60), st.integers(1, 70), st.integers(0, 70))
def test_file_is_read_as_far_as_asked(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, limit: int, start: int
) -> None:
    """Reading returns the bytes in the requested range, fewer only at the end of the file."""
    path = tmp_path_factory.mktemp("read") / "input.txt"
    path.write_bytes(content)
    assert read_start(str(path), limit, start) == content[start : start + limit]
