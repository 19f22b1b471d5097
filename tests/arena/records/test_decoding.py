"""The text in the bytes of a file, and files that hold no text."""

from __future__ import annotations

import pytest

from arena.records.decoding import decoded
from arena.records.reading import read_games
from games.errors import NotationError


@pytest.mark.parametrize(
    ("data", "comment"),
    [
        ("(;GM[4]RU[0]SZ[15]C[caf\u00e9])".encode(), "caf\u00e9"),
        ("(;GM[4]RU[0]SZ[15]CA[ISO-8859-1]C[caf\u00e9])".encode("latin-1"), "caf\u00e9"),
        ("(;GM[4]RU[0]SZ[15]CA[Shift_JIS]C[\u4e94\u76ee])".encode("shift-jis"), "\u4e94\u76ee"),
        ("(;GM[4]RU[0]SZ[15]C[caf\u00e9])".encode("utf-16"), "caf\u00e9"),
        ("(;GM[4]RU[0]SZ[15]CA[idna]C[caf\u00e9])".encode("latin-1"), "caf\u00e9"),
    ],
)
def test_text_in_other_encodings_is_read(data: bytes, comment: str) -> None:
    """UTF-8, UTF-16, the charset that SGF names; anything else counts as Latin-1."""
    assert read_games(data, "any.sgf").records[0].comment == comment


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("\u4e94\u5b50\u68cb\uff0c\u674e\u9555", "gb18030"),
        ("Piskvorky \u4e94\u5b50\u68cb", "gb2312"),
        ("M\u00fcller, cr\u00e9\u00e9e, na\u00efve, \u00c9v\u00e8", "latin-1"),
    ],
)
def test_chinese_without_a_charset_is_recognised(text: str, encoding: str) -> None:
    """Frequent Chinese characters tell GB18030; Western words stay Latin-1."""
    assert decoded(text.encode(encoding), "x") == text
    sgf = f"(;GM[4]CA[utf8]SZ[15]C[{text}])"
    assert decoded(sgf.encode(encoding), "x.sgf") == sgf


@pytest.mark.parametrize(
    ("data", "name", "reason"),
    [
        (b"\xffRenLib\xff\x03\x04" + bytes(20), "a.x", "of RenLib"),
        (b"x\x80\x00", "book.LIB", "of RenLib"),
        (b"any", "games.rdb", "of RenLib"),
        (b"(;GM[4]\0SZ[15])", "a.sgf", "a binary file"),
        (b"PK\x03\x04", "a.sgf", "a zip archive"),
    ],
)
def test_files_without_text_are_refused_by_name(data: bytes, name: str, reason: str) -> None:
    """RenLib's libraries, archives in archives and other binary files."""
    with pytest.raises(NotationError, match=f"^{name}: .*{reason}"):
        decoded(data, name)


def test_the_oldest_text_of_pente_org_is_refused_by_name() -> None:
    """Names, a date and moves without headers are no list of moves."""
    text = "alice* vs. bob\n02/12/2000 13:45 EST\nK10 L11 K13 M12"
    with pytest.raises(NotationError, match=r"DSG 2\.12"):
        read_games(text, "old.txt")
