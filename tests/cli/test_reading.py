"""What `analyse`, `solve`, `perft` and `compare-search` read: any position or record."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.records.formats import write_record
from cli.reading import read_any_position
from games.errors import NotationError
from games.five.position import FivePosition
from games.five.rules import PRESETS
from games.tree import GameTree, one_line


def test_one_game_of_a_collection_is_taken_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first game is read, the last of JSON lines, or the requested one, and it is named."""
    games = [GameTree(FivePosition(PRESETS["pente"]), one_line([180, at])) for at in (5, 6, 7)]
    for format_, usual in (("share", 0), ("json", 2)):
        file = tmp_path / f"games.{format_}"
        file.write_text("".join(write_record(game, format_) for game in games))
        assert read_any_position(str(file), None).key == games[usual].end().key
        assert f"holds 3 games; this is number {usual + 1}" in capsys.readouterr().err
        assert read_any_position(str(file), None, 2).key == games[1].end().key
        assert capsys.readouterr().err == ""
        with pytest.raises(NotationError, match="there is no number 4"):
            read_any_position(str(file), None, 4)
