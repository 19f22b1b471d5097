"""The harness's files: written exactly, read strictly."""

from __future__ import annotations

import os
import re
from pathlib import Path

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

STRICT = re.compile(rb"([1-9]|1[0-9])[A-HJ-T]\n?")


def test_request_is_the_handouts() -> None:
    """The handout's sample is written exactly; White's captured stones always come first."""
    empty = "." * 19 + "\n"
    board = empty * 7 + "." * 9 + "w.........\n" + "." * 10 + "b........\n"
    board += "." * 9 + "w.bw......\n" + empty * 9
    assert format_request(boards.sample(), 100.0) == "BLACK\n100.0\n0,0\n" + board
    assert format_request(boards.middle_game(), 1.0).splitlines()[:3] == ["WHITE", "1.0", "2,4"]


@given(st.floats(1e-9, 1e6))
def test_seconds_are_a_plain_positive_number(seconds: float) -> None:
    """Seconds are written without an exponent, positive, and exact to a microsecond."""
    text = format_seconds(seconds)
    assert re.fullmatch(r"[0-9]+\.[0-9]+", text)
    assert float(text) > 0
    assert float(text) == pytest.approx(seconds, abs=1e-6)


@often(read=7, malformed=10)
@given(
    st.text("0123456789ABIKTUabi \r\n\tÄ,", max_size=5).map(str.encode)
    | damaged("10K\n", st.text("019AIKUk \n", max_size=1)).map(str.encode)
    | st.binary(max_size=60)
    | st.from_regex(STRICT, fullmatch=True),
    st.integers(0, 360),
)
def test_only_the_strict_form_is_read(content: bytes, point: int) -> None:
    """A number 1 to 19 and a letter A to T without I is read; all else is malformed, with a
    reason.
    """
    assert judge_output(format_harness_point(point, 19).encode(), 19) == point
    verdict = judge_output(content, 19)
    if STRICT.fullmatch(content):
        met("read")
        assert isinstance(verdict, int)
        assert format_harness_point(verdict, 19).encode() == content.strip()
    else:
        met("malformed")
        assert isinstance(verdict, Fault)
        assert verdict.termination == MALFORMED


def test_each_fault_of_form_is_named() -> None:
    """The reason says what is wrong with the line."""
    for content, reason in (
        ("10I\n", "column I, which does not exist: '10I'"),
        ("10k\n", "has a lower-case letter"),
        ("K10\n", "names the column first"),
        ("10K\n10K\n", "more than one line"),
        ("10K\n\n", "more than one line"),
        ("10K \n", "has blanks before or after the move"),
        ("010K\n", "names a point off the board"),
        ("20A\n", "names a point off the board: '20A'"),
        ("10K\r\n", "ends its line with CR LF"),
        ("10,K", "has no move"),
        ("\n", "is an empty line"),
        ("", "is empty"),
    ):
        assert reason in str(why_malformed(content.encode(), 19)), content


def test_what_is_no_file_is_no_output(tmp_path: Path) -> None:
    """Nothing, a folder, a pipe, and a link even to a move lose by no output; all are removed."""
    (tmp_path / "move").write_text("10K\n")
    link = "is a symbolic link, not a regular file"
    for make, said in (
        (lambda _: None, "was written"),
        (Path.mkdir, "is not a regular file"),
        (os.mkfifo, "is not a regular file"),
        (lambda path: path.symlink_to("/dev/zero"), link),
        (lambda path: path.symlink_to("move"), link),
        (lambda path: path.symlink_to("nowhere"), link),
    ):
        make(tmp_path / OUTPUT)
        verdict = read_output(str(tmp_path), 19)
        assert isinstance(verdict, Fault)
        assert verdict.termination == NO_OUTPUT
        assert said in verdict.reason
        remove(str(tmp_path / OUTPUT))
        assert [path.name for path in tmp_path.iterdir()] == ["move"]


def test_huge_output_is_not_read_whole(tmp_path: Path) -> None:
    """The referee reads only the beginning of a file of a gigabyte."""
    with (tmp_path / OUTPUT).open("wb") as file:
        file.truncate(1 << 30)
    verdict = read_output(str(tmp_path), 19)
    assert isinstance(verdict, Fault)
    assert len(verdict.reason) < 300
