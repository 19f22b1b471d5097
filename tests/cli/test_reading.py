"""What `analyse`, `solve`, `perft` and `compare-search` read: any position or record."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from arena.records.formats import FORMATS, SUFFIXES, write_record
from cli.reading import read_any_position
from games.errors import NotationError
from games.five.position import Position
from games.five.rules import PRESETS
from games.gipf.records.paper import parse_paper
from games.gipf.rules import GIPF_PRESETS
from games.tree import GameTree, one_line

# A tournament game of 42 turns, as the players wrote it down.
TURNS = """
Ge8 Gd8-f7 Ge9-e7 Gf8-d7 Ge9-e6 Gd8-g6 g7-d6 f8-c6 f8-f6 c7-g5 g7-c5 e9-e5 b6-f5 xe7,e8;c7-e7 g7-b4
c7-h4 h6-d5 b6-g4 h6-c4;xc6*,d6,f5,g4 b3 b5 g7-d6 xd7*,e7,f6,h4;a5-f4 a2-f6 a5-g3;xb3*,c4*,d5,g6 e2
f2 d1-g2 h1-f3 d1-h2 f1-f5 i1-d5 g6 g1-e3;xf2,f3,f5,Gf6*,f7 h6-f6 a3-e7 h6-c4;xGc4*,e6,f6,g6 e8
f1-d2 c6 c7-c4 g6
"""
GIPF = parse_paper(TURNS, GIPF_PRESETS["gipf-tournament"])
FIVE = GameTree(Position(PRESETS["keryo"]), one_line([180, 200, 60, 61]))


def file_of(folder: Path, game: GameTree, format_: str) -> str:
    """Return the path of a file that holds the game."""
    path = folder / f"game{SUFFIXES[format_]}"
    path.write_text(write_record(game, format_), encoding="utf-8")
    return str(path)


def test_whatever_is_written_is_read(tmp_path: Path) -> None:
    """A game is read to its last board, with `-g` and, if the format names the game, without it;
    `--ply` takes an earlier position, from 0.
    """
    games: tuple[GameTree, ...] = (GIPF, FIVE)
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


def test_one_game_of_a_collection_is_taken_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first game is read, the last of JSON lines, or the requested one, and it is named."""
    games = [GameTree(Position(PRESETS["pente"]), one_line([180, at])) for at in (5, 6, 7)]
    for format_, usual in (("share", 0), ("json", 2)):
        file = tmp_path / f"games.{format_}"
        file.write_text("".join(write_record(game, format_) for game in games))
        assert read_any_position(str(file), None).key == games[usual].end().key
        assert f"holds 3 games; this is number {usual + 1}" in capsys.readouterr().err
        assert read_any_position(str(file), None, 2).key == games[1].end().key
        assert capsys.readouterr().err == ""
        with pytest.raises(NotationError, match="there is no number 4"):
            read_any_position(str(file), None, 4)
