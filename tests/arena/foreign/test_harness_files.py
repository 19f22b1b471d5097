"""The harness's files: written exactly, read strictly."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.compliance import positions as boards
from arena.foreign.harness_files import (
    OUTPUT,
    format_request,
    format_seconds,
    judge_output,
    read_output,
    remove,
    why_malformed,
)
from arena.game.player import MALFORMED, NO_OUTPUT, Fault
from games.five.points import format_harness_point
from tests.conditions import met, often
from tests.strategies import damaged

if TYPE_CHECKING:
    from collections.abc import Callable

STRICT = re.compile(rb"([1-9]|1[0-9])[A-HJ-T]\n?")


def test_sample_request_is_the_handouts() -> None:
    """The handout's sample position is written exactly as in the handout."""
    empty = "." * 19 + "\n"
    board = empty * 7 + "." * 9 + "w.........\n" + "." * 10 + "b........\n"
    board += "." * 9 + "w.bw......\n" + empty * 9
    assert format_request(boards.sample(), 100.0) == "BLACK\n100.0\n0,0\n" + board


def test_captures_stand_by_colour() -> None:
    """White's captured stones come first, whoever is to move."""
    assert format_request(boards.middle_game(), 1.0).splitlines()[:3] == ["WHITE", "1.0", "2,4"]


@given(st.floats(1e-9, 1e6))
def test_seconds_are_a_plain_positive_number(seconds: float) -> None:
    """Seconds are written without an exponent, positive, and exact to a microsecond."""
    text = format_seconds(seconds)
    assert re.fullmatch(r"[0-9]+\.[0-9]+", text)
    assert float(text) > 0
    assert float(text) == pytest.approx(seconds, abs=1e-6)


@given(st.integers(0, 360), st.sampled_from((b"", b"\n")))
def test_every_point_is_read_back(point: int, end: bytes) -> None:
    """The one correct spelling of a point is read, with or without its line feed."""
    assert judge_output(format_harness_point(point, 19).encode() + end, 19) == point


@often(read=4, malformed=10)
@given(
    st.text("0123456789ABIKTUabi \r\n\tÄ,", max_size=5).map(lambda text: text.encode())
    | damaged("10K\n", st.text("019AIKUk \n", max_size=1)).map(lambda text: text.encode())
)
def test_only_the_strict_form_is_read(content: bytes) -> None:
    """Anything but a number 1 to 19 and a letter A to T without I is malformed, with a reason."""
    verdict = judge_output(content, 19)
    if STRICT.fullmatch(content):
        met("read")
        assert isinstance(verdict, int)
    else:
        met("malformed")
        assert isinstance(verdict, Fault)
        assert verdict.termination == MALFORMED
        assert len(verdict.reason) > len("output.txt ")


@often(read=9, malformed=7)
@given(st.binary(max_size=60) | st.from_regex(STRICT, fullmatch=True))
def test_any_bytes_are_judged(content: bytes) -> None:
    """Any content of the file is either a move or a fault."""
    reason = why_malformed(content, 19)
    assert (reason is None) == bool(STRICT.fullmatch(content))
    met("read" if reason is None else "malformed")


def test_missing_output_is_named(tmp_path: Path) -> None:
    """A missing output loses by no output."""
    verdict = read_output(str(tmp_path), 19)
    assert isinstance(verdict, Fault)
    assert verdict.reason == "no output.txt was written"


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (Path.mkdir, ""),
        (os.mkfifo, ""),
        (lambda path: path.symlink_to("/dev/zero"), "a symbolic link, "),
        (lambda path: path.symlink_to("move"), "a symbolic link, "),
        (lambda path: path.symlink_to("nowhere"), "a symbolic link, "),
    ],
)
def test_what_is_no_file_is_no_output(
    tmp_path: Path, make: Callable[[Path], None], kind: str
) -> None:
    """A folder, a pipe, and a link even to a move lose by no output, and can be removed."""
    (tmp_path / "move").write_text("10K\n")
    make(tmp_path / OUTPUT)
    verdict = read_output(str(tmp_path), 19)
    assert isinstance(verdict, Fault)
    assert verdict.termination == NO_OUTPUT
    assert verdict.reason == f"output.txt is {kind}not a regular file"
    remove(str(tmp_path / OUTPUT))
    remove(str(tmp_path / OUTPUT))
    assert [path.name for path in tmp_path.iterdir()] == ["move"]


def test_huge_output_is_not_read_whole(tmp_path: Path) -> None:
    """The referee reads only the beginning of a file of a gigabyte."""
    with (tmp_path / OUTPUT).open("wb") as file:
        file.truncate(1 << 30)
    verdict = read_output(str(tmp_path), 19)
    assert isinstance(verdict, Fault)
    assert len(verdict.reason) < 300
