"""What `analyse`, `solve`, `perft` and `compare-search` read: any position or record."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from arena.records.formats import FORMATS, SUFFIXES, Record, write_record
from cli.reading import read_any_position
from games.errors import NotationError
from games.five.position import Position
from games.five.rules import PRESETS
from games.records.five_game import RecordedGame, line_of_moves
from games.records.gipf_game import format_json
from games.records.gipf_paper import parse_paper
from tests.refusals import all_refused

# A tournament game of 42 turns, as the players wrote it down.
TURNS = """
Ge8 Gd8-f7 Ge9-e7 Gf8-d7 Ge9-e6 Gd8-g6 g7-d6 f8-c6 f8-f6 c7-g5 g7-c5 e9-e5 b6-f5 xe7,e8;c7-e7 g7-b4
c7-h4 h6-d5 b6-g4 h6-c4;xc6*,d6,f5,g4 b3 b5 g7-d6 xd7*,e7,f6,h4;a5-f4 a2-f6 a5-g3;xb3*,c4*,d5,g6 e2
f2 d1-g2 h1-f3 d1-h2 f1-f5 i1-d5 g6 g1-e3;xf2,f3,f5,Gf6*,f7 h6-f6 a3-e7 h6-c4;xGc4*,e6,f6,g6 e8
f1-d2 c6 c7-c4 g6
"""
GIPF = parse_paper(TURNS, "gipf-tournament")
FIVE = RecordedGame(Position(PRESETS["keryo"]), line_of_moves([180, 200, 60, 61]))


def file_of(folder: Path, game: Record, format_: str) -> str:
    """Return the path of a file that holds the game."""
    path = folder / f"game{SUFFIXES[format_]}"
    path.write_text(write_record(game, format_), encoding="utf-8")
    return str(path)


def test_whatever_is_written_is_read(tmp_path: Path) -> None:
    """A game is read to its last board, with `-g` and, if the format names the game, without it;
    `--ply` takes an earlier position, from 0.
    """
    games: tuple[Record, ...] = (GIPF, FIVE)
    for game in games:
        name = game.end().rules.name
        for format_ in FORMATS:
            try:
                file = file_of(tmp_path, game, format_)
            except NotationError:
                assert format_ in {"psq", "pente"} if game is GIPF else format_ == "gipf"
                continue
            says = format_ not in {"position", "psq"} or game is GIPF
            for told in (name, None) if says else (name,):
                assert read_any_position(file, told).key == game.end().key, format_
        file = file_of(tmp_path, game, "json")
        assert read_any_position(file, None, None, 0).key == game.start.key
        one = read_any_position(file, None, None, 1)
        assert one.key not in (game.start.key, game.end().key)
        with pytest.raises(click.UsageError, match="moves, not 999"):
            read_any_position(file, None, None, 999)


def test_the_text_is_told_for_what_it_is(tmp_path: Path) -> None:
    """Paper without headers, SGF of other programs, JSON with blanks, and harness input are
    recognised; messages about other texts begin with the file's name.
    """
    file = tmp_path / "any"

    def read(given: tuple[str, str | None]) -> str:
        file.write_text(given[0], encoding="utf-8")
        return read_any_position(str(file), given[1]).rules.name

    for text, game, found in (
        (TURNS, "gipf-tournament", "gipf-tournament"),
        ("1.c2 d2", "gipf-basic", "gipf-basic"),
        ("w 18 18", None, "gipf-tournament"),
        ("(;FF[4]GM[4]SZ[19];B[jj])", None, "gomoku-19"),
        ("(;FF[4]GM[4]SZ[19];W[jj])", "pente", "pente"),
        (json.dumps(json.loads(format_json(GIPF))), None, "gipf-tournament"),
        ('[Game "Pente"]\n\n1. K10 J11', None, "pente"),
        ("1. K10 J11", "keryo", "keryo"),
        ("1. H8 J9", "gomoku-15", "gomoku-15"),
        ("BLACK\n100.0\n0,0\n" + ("." * 19 + "\n") * 19, None, "pente"),
    ):
        assert read((text, game)) == found, text
    rows = [
        (("nonsense", None), r"or harness input \(BLACK or WHITE first\)"),
        (("nonsense", "gipf"), "a position of Gipf reads"),
        (("gipf:g1-g2", "gipf-basic"), "the record is of gipf, not of gipf-basic"),
        (("gipf:g1-g2", "pente"), "the record is of gipf, not of pente"),
        (("pente:K10", "gipf"), "the record is of pente, not of gipf"),
        (("gipf:a1", None), "move 1, a1"),
        (("(;GM[1]SZ[19];B[dd])", None), r"GM\[1\] is not supported"),
    ]
    all_refused(read, NotationError, [(given, f"^{file}: (.|\n)*{said}") for given, said in rows])


def test_one_game_of_a_collection_is_taken_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first game is read, the last of JSON lines, or the requested one, and it is named."""
    games = [RecordedGame(Position(PRESETS["pente"]), line_of_moves([180, at])) for at in (5, 6, 7)]
    for format_, usual in (("share", 0), ("json", 2)):
        file = tmp_path / f"games.{format_}"
        file.write_text("".join(write_record(game, format_) for game in games))
        assert read_any_position(str(file), None).key == games[usual].end().key
        assert f"holds 3 games; this is number {usual + 1}" in capsys.readouterr().err
        assert read_any_position(str(file), None, 2).key == games[1].end().key
        assert capsys.readouterr().err == ""
        with pytest.raises(NotationError, match="there is no number 4"):
            read_any_position(str(file), None, 4)
