"""`pente match --sgf` and `--pgn`: all games of the match in one file, as of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from arena.match.match import play_match
from arena.records.reading import read_games
from cli.main import pente
from tests.cli.test_interrupted import cut_short

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


def run(*words: str) -> Result:
    """Run a match in this process."""
    return CliRunner().invoke(pente, ["match", "one-ply", "random", *words])


@pytest.mark.parametrize("game", ["pente", "gipf-basic"])
@pytest.mark.parametrize("keeps_results", [False, True])
def test_files_hold_every_game(tmp_path: Path, game: str, *, keeps_results: bool) -> None:
    """Both files are read back with all games, those of a resumed match too."""
    sgf, pgn, results = (str(tmp_path / f"games.{end}") for end in ("sgf", "pgn", "jsonl"))
    words = ["-g", game, "--sgf", sgf, "--pgn", pgn]
    words += ["--results", results] if keeps_results else []
    for more in (["--games", "2"], ["--games", "4", *(["--resume"] if keeps_results else [])]):
        end = run(*words, *more)
        assert end.exit_code == 0, end.output
    for path in (sgf, pgn):
        with open(path, encoding="utf-8") as file:
            games = read_games(file.read(), path).records
        assert len(games) == 4
        assert games[0].names == ("one-ply", "random")
    if game == "pente":
        assert '[Event "match"]' in (tmp_path / "games.pgn").read_text()


def test_interrupted_match_writes_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C loses none of the games so far."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cli.matches.match_run.play_match", cut_short(play_match, 3))
    assert run("-g", "gomoku-9", "--sgf", "games.sgf").exit_code == 130
    assert (tmp_path / "games.sgf").read_text().count("(;") == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--sgf", "no-folder/games.sgf"), "no folder"),
        (("--pgn", "no-folder/games.pgn"), "no folder"),
        (("-g", "gomoku-9", "--pgn", "games.pgn"), "use SGF"),
    ],
)
def test_file_that_cannot_be_written_is_refused_first(words: tuple[str, ...], message: str) -> None:
    """No game is played before that."""
    end = run(*words)
    assert message in end.stderr + str(end.exception)
    assert end.exit_code != 0
    assert not end.stdout
