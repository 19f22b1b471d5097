"""The maker of Pente's book: it resumes, and leaves the positions that its replies lead to."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.arena.building import after
from tools.make import book
from tools.make.book import Book, image_named, positions

START = "K10 L9"


def made(path: Path, most: int = 1000) -> list[str]:
    """Make a book from START, at most so many positions of it; returns its lines without a head."""
    with closing(Book(str(path), 300)) as growing:
        for number, position in enumerate(positions(growing, [after(START)])):
            if number >= most:
                break
            growing.reply(*image_named(position))
        else:
            growing.finish()
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches for the opponent's likely moves that take no time."""
    monkeypatch.setattr(book, "LIKELY_NODES", 300)
    monkeypatch.setattr(book, "TABLE_MB", 1)


def test_a_book_that_was_broken_off_becomes_the_same(tmp_path: Path) -> None:
    """What a stopped run has written is kept, and a further run ends with the whole book."""
    whole = made(tmp_path / "whole")
    begun = made(tmp_path / "stopped", most=3)
    assert 0 < len(begun) < len(whole)
    assert whole[: len(begun)] == begun
    assert made(tmp_path / "stopped") == whole
    assert {len(line.split()[0].replace("/", ",").split(",")) for line in whole} == {2, 4, 6}


def test_shorter_searches_serve_until_they_are_replaced(tmp_path: Path) -> None:
    """A reply of fewer nodes is searched again; positions that no reply leads to go at the end."""
    _, name = image_named(after(START))
    path = tmp_path / "book"
    path.write_text(f"# old\n{name} A1 +5 3 20\nK10/A1 B2 +5 3 900\n")
    lines = made(path)
    assert lines == made(tmp_path / "fresh")
