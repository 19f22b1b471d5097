"""Names of points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import NotationError
from games.five.points import COLUMN_LETTERS, format_harness_point, format_point, parse_point
from tests.conditions import met, often
from tests.strategies import damaged


@pytest.mark.parametrize("size", range(5, 21))
def test_points_round_trip(size: int) -> None:
    """Every point of every board reads back from both spellings, in either case."""
    for point in range(size * size):
        for name in (format_point(point, size), format_harness_point(point, size)):
            assert parse_point(name, size) == point
            assert parse_point(f" {name.lower()}\n", size) == point


@pytest.mark.parametrize("size", range(5, 21))
def test_points_have_different_names(size: int) -> None:
    """No two points of a board share a name, and no name has the letter I."""
    names = {format_point(point, size) for point in range(size * size)}
    assert len(names) == size * size
    assert not any("I" in name for name in names)


def test_points_examples() -> None:
    """K10 and 10K are the centre of 19 lines; A19 is the first point, T1 the last, J the ninth."""
    assert parse_point("K10", 19) == parse_point("10K", 19) == 180
    assert format_point(0, 19) == "A19"
    assert format_harness_point(360, 19) == "1T"
    assert format_point(8, 19) == "J19"


@pytest.mark.parametrize("text", ["I10", "10I", "i1"])
def test_points_refuse_the_letter_i(text: str) -> None:
    """The letter I is refused, not read as J, and the message says so."""
    with pytest.raises(NotationError, match="no letter I"):
        parse_point(text, 19)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "a column A to T"),
        ("U10", "a column A to T"),
        ("10", "a column A to T"),
        ("K", "a row 1 to 19"),
        ("K0", "a row 1 to 19"),
        ("K20", "a row 1 to 19"),
        ("K-1", "a row 1 to 19"),
        ("K1.0", "a row 1 to 19"),
        ("KK10", "a row 1 to 19"),
        ("K\u0661", "a row 1 to 19"),
    ],
)
def test_points_refusals_say_what_was_expected(text: str, expected: str) -> None:
    """A text that names no point of the board is refused with what was expected."""
    with pytest.raises(NotationError, match=f"expected {expected}"):
        parse_point(text, 19)


@often(read=3, refused=30)
@given(st.text(max_size=4), damaged("K10", st.text("aIjT0129", max_size=1)), st.integers(5, 20))
def test_points_any_text_is_a_point_or_refused(text: str, written: str, size: int) -> None:
    """Any text is the name of a point of the board, or is refused."""
    for name in (text, written):
        try:
            point = parse_point(name, size)
        except NotationError:
            met("refused")
            continue
        met("read")
        assert 0 <= point < size * size
        letter = COLUMN_LETTERS[point % size]
        assert letter in name.upper()
        assert str(size - point // size) in name
