"""All games of a file: one bad game does not refuse the others; zip archives are bounded."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.records import archive, reading
from arena.records.decoding import decoded
from arena.records.reading import FileGame, read_games
from games.errors import NotationError
from tests.refusals import all_refused

GOOD, BAD = "(;GM[4]RU[gomoku-15]SZ[15];B[hh];W[hi])", "(;GM[4]RU[gomoku-15]SZ[15];B[hh];W[hh])"
PSQ = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,5\na.zip\nb.zip\n-1\n"


@given(st.lists(st.booleans(), min_size=2, max_size=6))
def test_bad_games_are_named_and_the_others_read(good: list[bool]) -> None:
    """Each game keeps its number; if none is left, the first reason is raised."""
    text = "\n".join(GOOD if ok else BAD for ok in good)
    if not any(good):
        with pytest.raises(NotationError, match=f"game 1 of .*none of {len(good)} games"):
            read_games(text, "club.sgf")
        return
    games = read_games(text, "club.sgf")
    assert [isinstance(game, FileGame) for game in games.games] == good
    assert [game.number for game in games.readable] == [n for n, ok in enumerate(good, 1) if ok]
    lines = [n for n, ok in enumerate(good, 1) if not ok]
    for number, refused in zip(lines, games.refused, strict=True):
        place = f"club.sgf, game {number} of {len(good)}, from line {number}: move 2"
        assert refused.reason.startswith(place)


def test_every_format_leaves_bad_games_out() -> None:
    """The same holds for pente.org's text and for lines."""
    for good in ('[Game "Pente"]\n\n1. K10 J11\n\n', "pente:K10J11\n"):
        games = read_games(good + good.replace("J11", "K10") + good, "x")
        assert [game.number for game in games.readable] == [1, 3]
        assert "game 2 of 3" in games.refused[0].reason


def zipped(files: Mapping[str, object], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The bytes of an archive with these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as made:
        for name, data in files.items():
            made.writestr(name, data if isinstance(data, bytes) else str(data))
    return stream.getvalue()


def test_an_archive_is_read_like_a_folder() -> None:
    """Folders in folders, several formats; other files are named, bad ones refused."""
    files = {
        "Freestyle/1/0x1-9(1).psq": PSQ,
        "Freestyle/2/0x1-9(1).psq": PSQ.replace("9,8", "8,8"),
        "./old/game.rec": "a\nb\n7,7,1\n8,8,1\n",
        "club.sgf": GOOD + BAD + GOOD,
        "readme.txt": "The results of a tournament",
        "_table.html": "<html>",
        "inner.zip": zipped({"a.psq": PSQ}),
        "__MACOSX/._a.psq": b"\0",
        ".hidden.psq": "",
        "../../evil\x1b.psq": PSQ,
    }
    before = sorted(os.listdir("."))
    games = read_games(zipped(files), "g.zip")
    assert sorted(os.listdir(".")) == before
    assert [game.where for game in games.readable] == [
        "g.zip/Freestyle/1/0x1-9(1).psq",
        "g.zip/./old/game.rec",
        "g.zip/club.sgf, game 1",
        "g.zip/club.sgf, game 3",
        "g.zip/../../evil?.psq",
    ]
    assert [refused.reason.partition(":")[0] for refused in games.refused] == [
        "g.zip/Freestyle/2/0x1-9(1).psq",
        "g.zip/club.sgf, game 2 of 3, from line 1",
    ]
    assert games.others == ["g.zip/_table.html", "g.zip/inner.zip", "g.zip/readme.txt"]


def test_archives_are_bounded() -> None:
    """The number of files and the unpacked bytes are checked before anything is unpacked, then the
    games over all files.
    """
    bomb, many = zipped({"a.psq": PSQ + " " * 5_000_000}), zipped(dict.fromkeys("abcd", PSQ))
    with mock.patch.object(zipfile.ZipFile, "open", side_effect=AssertionError("unpacked")):
        with pytest.raises(NotationError, match="when unpacked, at most 1000000"):
            read_games(bomb, "g.zip", most_bytes=1_000_000)
        with (
            mock.patch.object(archive, "MOST_ENTRIES", 3),
            pytest.raises(NotationError, match="4 files in the archive, at most 3"),
        ):
            read_games(many, "g.zip")
    games = zipped(dict.fromkeys(("a.share", "b.share", "c.share"), "pente:K10\n" * 4))
    with (
        mock.patch.object(reading, "MOST_GAMES", 7),
        pytest.raises(NotationError, match="more than 7 games in the archive"),
    ):
        read_games(games, "g.zip")


def test_unusable_archives_are_refused() -> None:
    """One that lies about its sizes, other methods, which unpack without a limit, and one without
    records are refused by name.
    """
    lying = bytearray(zipped({"a.psq": PSQ + " " * 1_000_000}))
    place = lying.rindex(b"PK\x01\x02") + 24  # the unpacked size in the directory
    lying[place : place + 4] = (100).to_bytes(4, "little")
    methods = (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    empty: tuple[dict[str, str], ...] = ({}, {"a.html": "x"}, {"a.txt": "no game at all"})
    all_refused(
        lambda data: read_games(data, "g.zip"),
        NotationError,
        [
            (bytes(lying), r"g\.zip/a\.psq: damaged in the archive"),
            *((zipped({"a.psq": PSQ}, method), "packed by a method") for method in methods),
            *((zipped(files), r"^g\.zip: no records: expected") for files in empty),
        ],
    )


DAMAGED = zipped({"a.psq": PSQ, "b/c.sgf": GOOD}, zipfile.ZIP_STORED)


@given(st.integers(0, len(DAMAGED) - 1), st.integers(0, 255), st.integers(0, len(DAMAGED)))
def test_a_damaged_archive_raises_only_the_named_error(at: int, byte: int, end: int) -> None:
    """Any byte may be wrong, and the end may be missing."""
    for data in (DAMAGED[:at] + bytes([byte]) + DAMAGED[at + 1 :], DAMAGED[:end]):
        try:
            assert read_games(data, "g.zip").readable
        except NotationError as error:
            assert "g.zip" in str(error)  # noqa: PT017 - not all must fail


def test_text_in_other_encodings_is_read() -> None:
    """UTF-8, UTF-16, the charset that SGF names; anything else counts as Latin-1."""
    for head, comment, encoding in (
        ("", "caf\u00e9", "utf-8"),
        ("CA[ISO-8859-1]", "caf\u00e9", "latin-1"),
        ("CA[Shift_JIS]", "\u4e94\u76ee", "shift-jis"),
        ("", "caf\u00e9", "utf-16"),
        ("CA[idna]", "caf\u00e9", "latin-1"),
    ):
        data = f"(;GM[4]RU[0]SZ[15]{head}C[{comment}])".encode(encoding)
        assert read_games(data, "any.sgf").records[0].comment == comment, encoding


def test_chinese_without_a_charset_is_recognised() -> None:
    """Frequent Chinese characters tell GB18030; Western words stay Latin-1."""
    for text, encoding in (
        ("\u4e94\u5b50\u68cb\uff0c\u674e\u9555", "gb18030"),
        ("Piskvorky \u4e94\u5b50\u68cb", "gb2312"),
        ("M\u00fcller, cr\u00e9\u00e9e, na\u00efve, \u00c9v\u00e8", "latin-1"),
    ):
        sgf = f"(;GM[4]CA[utf8]SZ[15]C[{text}])"
        for told in (text, sgf):
            assert decoded(told.encode(encoding), "x.sgf") == told


def test_files_without_text_are_refused_by_name() -> None:
    """RenLib's libraries, archives in archives and other binary files."""
    for data, name, reason in (
        (b"\xffRenLib\xff\x03\x04" + bytes(20), "a.x", "of RenLib"),
        (b"x\x80\x00", "book.LIB", "of RenLib"),
        (b"any", "games.rdb", "of RenLib"),
        (b"(;GM[4]\0SZ[15])", "a.sgf", "a binary file"),
        (b"PK\x03\x04", "a.sgf", "a zip archive"),
    ):
        with pytest.raises(NotationError, match=f"^{name}: .*{reason}"):
            decoded(data, name)


def test_the_oldest_text_of_pente_org_is_refused_by_name() -> None:
    """Names, a date and moves without headers are no list of moves."""
    text = "alice* vs. bob\n02/12/2000 13:45 EST\nK10 L11 K13 M12"
    with pytest.raises(NotationError, match=r"DSG 2\.12"):
        read_games(text, "old.txt")
