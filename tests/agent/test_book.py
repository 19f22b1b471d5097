"""The book: legal in every image, cheap where it knows the position, harmless if broken."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from agent.book import book_path, book_reply, key_of
from arena.foreign.harness_files import format_request
from games.five.points import format_harness_point, parse_point
from games.five.position import FivePosition
from games.five.rules import rules_named
from games.five.symmetry import SYMMETRIES, mapped_cells
from tests.agent.desk import Desk, is_move_for
from tests.arena.building import after
from tests.strategies import mapped_position

PENTE = rules_named("pente")
LINES = [
    line.split()
    for line in Path(book_path()).read_text().splitlines()
    if line and not line.startswith("#")
]


def position_of(key: str) -> FivePosition:
    """The position that has this name in the book."""
    cells = [0] * 361
    stones = [[name for name in side.split(",") if name] for side in key.split("/")]
    for side in (0, 1):
        for name in stones[side]:
            cells[parse_point(name, 19)] = 1 + side
    return FivePosition(PENTE, cells, len(stones[0]) - len(stones[1]))


def board_after(position: FivePosition, point: int) -> bytes:
    """The board after a legal move, the same for all images."""
    changed = position.copy()
    changed.play(point)
    return max(mapped_cells(bytes(changed.cells), 19, symmetry) for symmetry in SYMMETRIES)


def test_book_answers_every_image_alike_and_by_the_rules() -> None:
    """Every image of a position gets a legal reply, and these replies are images of each other."""
    last = {key: reply for key, reply, *_ in LINES}
    for number, (key, name) in enumerate(last.items()):
        position = position_of(key)
        for symmetry in (SYMMETRIES[number % 8], SYMMETRIES[(number + 3) % 8]):
            image = mapped_position(position, symmetry)
            reply = book_reply(image, book_path())
            assert reply is not None, (key, symmetry)
            expected = board_after(position, parse_point(name, 19))
            assert board_after(image, reply) == expected, (key, symmetry)


def test_book_knows_nothing_of_other_positions() -> None:
    """There is no reply to an unusual stone, another game, another side to move, or captures."""
    cells = after("K10 L11").cells
    for position in (
        after("K10 A1"),
        after("K10 L11", rules_named("keryo")),
        FivePosition(PENTE, cells, 1),
        FivePosition(PENTE, cells, 0, (2, 0)),
    ):
        assert book_reply(position, book_path()) is None


def test_book_move_keeps_the_clock(desk: Desk) -> None:
    """A book position is answered without a search, and the game is saved."""
    position = after("K10 L11")
    reply = book_reply(position, book_path())
    assert reply is not None
    done = desk.play(format_request(position, 100.0))
    assert (done.code, done.said, done.limits) == (0, "", None)
    assert done.output == format_harness_point(reply, 19) + "\n"
    assert b"\nharvest 0 " in (desk.folder / "playdata.txt").read_bytes()


def test_book_is_left_alone_in_panic_and_with_many_stones(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In PANIC, or with more than seven stones, the agent does not open the book."""
    monkeypatch.setattr("agent.book.book_reply", Mock(side_effect=AssertionError))
    assert desk.play(format_request(after("K10 L11"), 0.1)).said == ""
    eight = after("K10 L11 N10 M11 K13 K11 L13 J11")
    assert desk.play(format_request(eight, 2.0)).said == ""


KEY = key_of(after("K10 L11"))
BROKEN = (  # and whether a warning says so
    (None, True),
    (b"", False),
    (b"\xff\x00\xfe" * 50_000, False),
    (b"%s", False),
    (b"%s ", True),
    (b"%s \xff\xfe +1 2 3\n", True),
    (b"%s Z99 +1 2 3\n", True),
    (b"%s K10 +1 2 3\n", True),
    (b"%s K11 +1 2 3\n", True),
)


def test_broken_book_costs_a_warning_never_the_move(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the book is broken, the agent warns and searches the move."""
    assert KEY is not None
    book = tmp_path / "book"
    monkeypatch.setattr("agent.book.book_path", lambda: str(book))
    request = format_request(after("K10 L11"), 1.0).encode()
    for content, warns in BROKEN:
        if content is not None:
            book.write_bytes(content.replace(b"%s", KEY[0].encode()))
        done = desk.play(request)
        assert done.code == 0, content
        assert is_move_for(done.output, request)
        assert ("WARNING: the book is not used" in done.said) == warns, content
        (desk.folder / "playdata.txt").unlink()
