"""Openings, drawn or of a file: what they may hold, and in which order a match plays them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from arena.errors import MatchError
from arena.match.match import MatchSpec, Series
from arena.openings.files import find_openings, openings_path, read_openings
from games.family import AnyFamily, AnyRules
from games.five.line_values import LineValues
from games.five.openings import is_quiet
from games.five.points import format_point
from games.five.rules import PRESETS, rules_named
from games.gipf.moves import brings_gipf
from games.gipf.rules import GIPF_PRESETS
from games.images import Images
from games.registry import family_named
from tests.arena.building import NINE, match_of, played
from tests.refusals import all_refused

LINES = "# three\n\nE5 F5 # near\nE5 F6\nA1 C3 # far\n"


@pytest.fixture
def openings(tmp_path: Path) -> str:
    """The path of a file of three openings."""
    path = tmp_path / "openings.txt"
    path.write_text(LINES)
    return str(path)


def spec_with(openings: str | None) -> MatchSpec:
    """Six games of players that answer at once."""
    return match_of(games=6, openings=openings)


@cache
def measures_of(game: str) -> tuple[Images, LineValues | None]:
    """The images of a game's positions, and the line values of a square board."""
    family = family_named(game)
    return Images(family.rules), LineValues(rules_named(game)) if family.harness else None


def key_of(family: AnyFamily, opening: tuple[int, ...]) -> object:
    """What is equal for the images of an opening; it must be legal, quiet and even."""
    images, values = measures_of(family.rules.name)
    end = family.after(opening)
    assert end.outcome is None
    if values is not None:
        assert is_quiet(end, values)
    else:
        kinds = [brings_gipf(move) for move in opening]
        assert (end.placing, end.lost) == (True, [0, 0])
        assert all(white == black for white, black in zip(kinds[::2], kinds[1::2], strict=False))
    return images.key(end)[0]


def test_openings_of_a_game_are_many_legal_quiet_and_distinct() -> None:
    """No five or capture is possible at once, and none is an image of another."""
    for game in (*PRESETS, "gipf"):
        family = family_named(game)
        listed = read_openings(openings_path(game), family.rules).openings
        boards = {key_of(family, opening) for opening in listed}
        assert len(boards) == len(listed) >= (150 if game == "pente" else 200), game


@pytest.mark.parametrize("game", [*PRESETS, *GIPF_PRESETS])
def test_drawn_openings_are_quiet_and_repeat(game: str) -> None:
    """An opening follows from its seed; most seeds give different ones."""
    family = family_named(game)
    for turns in (0, 3, 6 if family.harness else 16):
        openings = [family.draw_opening(turns, seed) for seed in range(8)]
        assert openings[7] == family_named(game).draw_opening(turns, 7)
        assert {len(opening) for opening in openings} == {turns}
        for opening in openings:
            key_of(family, opening)
        assert len({*openings}) > (5 if turns else 0)


@pytest.mark.parametrize("game", ["gomoku-9", "gipf"])
def test_every_opening_comes_once_before_any_comes_again(game: str) -> None:
    """A match plays every opening once, as one of its images, before any is repeated."""
    family = family_named(game)
    file = read_openings(openings_path(game), family.rules)
    count, played = len(file.openings), set()
    for turn in (0, 3):
        openings = [file.opening_of(turn * count + number, 7) for number in range(count)]
        assert len({key_of(family, opening) for opening in openings}) == count
        played |= set(openings)
    assert len(played) > count


def test_match_is_another_with_other_openings(tmp_path: Path, openings: str) -> None:
    """A match is resumed with the same openings, wherever their file is, and with no others."""
    path, copy = tmp_path / "match.jsonl", tmp_path / "copy.txt"
    records = played(spec_with(openings), path)
    copy.write_text("# no comment counts\n" + LINES)
    assert played(spec_with(str(copy)), path, resume=True) == records
    copy.write_text(LINES + "J9 H8\n")
    digest = read_openings(str(copy), NINE).digest
    all_refused(
        lambda other: played(spec_with(other), path, resume=True),
        MatchError,
        [(str(copy), f"from the openings of .*digest {digest}"), (None, "random openings of 4")],
    )
    drawn = Series(spec_with(None)).identity()
    assert ("openings" in drawn, drawn["opening_plies"]) == (False, 4)


def test_openings_are_read_as_other_managers_write_them(tmp_path: Path) -> None:
    """Points, offsets from the centre and points counted from the top give the same openings; on
    a board of even size one more offset is negative than positive.
    """
    path = tmp_path / "openings.txt"
    for text in (
        "E5 E6 F5\nE5 D4\n",
        "E5, E6, F5\n\nE5,D4",
        "0,0, 0,-1, 1,0\n0,0, -1,1\n",
        "0,0 0,-1 +1,0\n 0, 0, -1, 1 # near\n",
        "e5e4f5\ne5d6\n",
        "\ufeffE5 E6 F5\r\n\r\n# two\r\nE5 D4\r\n",
    ):
        for encoding in ("utf-8", "utf-16"):
            path.write_bytes(text.encode(encoding))
            listed = read_openings(str(path), NINE).openings
            names = [[format_point(point, 9) for point in opening] for opening in listed]
            assert names == [["E5", "E6", "F5"], ["E5", "D4"]], text
    for size in (15, 20):
        rules, low, high = rules_named(f"gomoku-{size}"), -(size // 2), (size - 1) // 2
        path.write_text(f"{low},{low}, {high},{high}\n")
        assert read_openings(str(path), rules).openings == ((0, size * size - 1),)
        path.write_text(f"0,0\n{high + 1},0")
        with pytest.raises(MatchError, match=f"line 2: {high + 1},0 is not on the board of {size}"):
            read_openings(str(path), rules)


def test_bad_openings_are_refused(tmp_path: Path) -> None:
    """A file without openings, or with a bad line, is refused by name and line."""
    path = tmp_path / "openings.txt"

    def read(text: str, rules: AnyRules = NINE) -> object:
        path.write_text(text)
        return read_openings(str(path), rules)

    rows = [
        ("# none\n", "has no opening"),
        ("0,0, 0,0\n", "line 1: E5 is occupied"),
        ("0,0, 1\n", "line 1: 3 offsets: expected two for each stone"),
        ("e5e4\nz3e5\n", "line 2: 'z3' names no point"),
        ("E5 E5\n", "line 1: E5 is occupied"),
        ("E5\nE5 Z3\n", "line 2: .*Z3"),
        ("A1 A9 B1 B9 C1 C9 D1 D9 E1\n", "line 1: the opening ends the game"),
    ]
    all_refused(read, MatchError, rows)
    rows = [("e5", "line 1: e5"), ("f2 f2", "occupied"), ("K10", "names no spot")]
    all_refused(lambda text: read(text, GIPF_PRESETS["gipf"]), MatchError, rows)


def test_openings_are_found_by_path_or_by_game(openings: str) -> None:
    """An opening file is found by its path or by the name of a game."""
    assert find_openings(openings) == openings
    assert find_openings("pente") == openings_path("pente")
    with pytest.raises(MatchError, match="expected a file"):
        find_openings("chess")
    with pytest.raises(MatchError, match="cannot read the openings"):
        read_openings(f"{openings}.gone", NINE)
