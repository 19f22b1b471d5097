"""Names of points."""

from __future__ import annotations

import pytest

from games.five.points import format_harness_point, format_point, parse_point


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
