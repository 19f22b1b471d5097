"""`pente.read` and `pente.write`: collections in every format."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import pente

GAMES = [pente.Game().play("K10 L11 K13"), pente.Game().play("K10 L10 K14 M10 N10")]
SGF = """(;GM[4]FF[4]SZ[15]PB[Ann]PW[Bob]C[A good game]
;B[jj]C[centre](;W[kk](;B[jg];W[aa])(;B[mm]))(;W[ll];B[gg]))"""


def written(game: pente.Game | list[pente.Game], format_: str = "sgf") -> io.StringIO:
    """An open file with this game, at its start."""
    file = io.StringIO()
    pente.write(game, file, format=format_)
    return io.StringIO(file.getvalue())


def test_collections_come_back(tmp_path: Path) -> None:
    """Games that were written are read again, in order; the suffix of a path names the format."""
    file = tmp_path / "games.any"
    for format_ in ("sgf", "pente", "json", "share"):
        pente.write(GAMES, file, format=format_)
        assert pente.read(file) == GAMES
        assert pente.read(str(file), format=format_) == GAMES
        with file.open("rb") as stream:
            assert pente.read(stream) == GAMES
    game = pente.Game("gomoku-15").play("H8 H9 J8")
    for suffix in (".sgf", ".psq", ".jsonl", ".share"):
        file = tmp_path / f"game{suffix}"
        pente.write(game, file)
        assert [back.position for back in pente.read(file, game="gomoku-15")] == [game.position]


def test_headers_comments_and_variations_are_kept() -> None:
    """A game that was read is written with its players, comments and variations."""
    (game,) = pente.read(io.StringIO(SGF), game="gomoku-15")
    assert game.players == ("Ann", "Bob")
    assert game.comment == "A good game"
    assert game.moves == ("K6", "L5", "K9", "A15")
    game.players = ("Ann", "Eve")
    for changed, kept in (
        (game, ["C[centre]", "B[mm]", "W[ll]", "B[gg]", "W[aa]"]),
        (game.after("B2"), ["C[centre]", "B[mm]", "W[ll]", "B[gg]", "W[aa]", "B[bn]"]),
        (game.copy().undo().play("B2"), ["C[centre]", "B[mm]", "W[ll]", "B[gg]", "W[bn]"]),
        (game.copy().undo(2).play("A15"), ["C[centre]", "B[mm]", "W[ll]", "B[aa]"]),
        (game.copy().undo(2), ["C[centre]", "W[kk]", "W[ll]", "B[gg]"]),
    ):
        text = written(changed).getvalue()
        assert [part for part in kept if part not in text] == []
        assert "PW[Eve]" in text
        (back,) = pente.read(io.StringIO(text), game="gomoku-15")
        assert back == changed


def test_losses_are_warned_of() -> None:
    """Where a format does not hold all of a game, a warning names what, once for all games."""
    (game,) = pente.read(io.StringIO(SGF), game="gomoku-15")
    with pytest.warns(pente.LossWarning, match="^position does not hold the moves$"):
        pente.write(pente.Game().play("K10"), io.StringIO(), format="position")
    with pytest.warns(pente.LossWarning) as warned:
        pente.write([game, game], io.StringIO(), format="share")
    said = [str(warning.message) for warning in warned]
    assert any(words.startswith("game 1 and 1 more: share does not hold") for words in said)
    assert any("variations" in words for words in said)
    assert {warning.filename for warning in warned} == {__file__}
    with pytest.warns(pente.LossWarning, match="Gomoku"):
        pente.write(GAMES[0], io.StringIO(), format="psq")


def test_bad_requests_are_refused(tmp_path: Path) -> None:
    """Unknown formats, no games, and what is no record are refused; no file is left."""
    with pytest.raises(pente.OptionError, match="unknown suffix"):
        pente.write(GAMES, tmp_path / "games.doc")
    with pytest.raises(pente.OptionError, match="unknown format 'doc'"):
        pente.write(GAMES, tmp_path / "games.sgf", format="doc")
    with pytest.raises(pente.OptionError, match="no games"):
        pente.write([], tmp_path / "games.sgf")
    with pytest.raises(pente.NotationError, match="one game a file"):
        pente.write(GAMES, tmp_path / "games.psq")
    with pytest.raises(pente.OptionError, match="unknown format"):
        pente.read(io.StringIO(SGF), format="doc")
    with pytest.raises(FileNotFoundError):
        pente.read(tmp_path / "missing.sgf")
    for text, words in (
        ("hello", "unknown format"),
        ("(;GM[4]FF[4]SZ[15];B[jj];W[jj])", "the file: .*occupied"),
        ("", "format"),
    ):
        with pytest.raises(pente.NotationError, match=words):
            pente.read(io.StringIO(text))
    assert list(tmp_path.iterdir()) == []


def test_a_bad_game_is_warned_of() -> None:
    """The others are read; a file of which nothing is left is an error."""
    bad = "(;GM[4]RU[gomoku-15]SZ[15];B[hh];W[hh])"
    with pytest.warns(pente.LossWarning, match="game 2 of 3, from line 1: .*occupied") as warned:
        games = pente.read(io.StringIO(bad.replace("[hh])", "[hi])") + bad + bad[:-7] + ")"))
    assert [len(game.moves) for game in games] == [2, 1]
    assert {warning.filename for warning in warned} == {__file__}
    with pytest.raises(pente.NotationError, match="none of 2 games"):
        pente.read(io.StringIO(bad + bad))
