"""`pente match`: its report, its test, the files that it writes, and its openings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.match.results import read_results
from arena.records.reading import read_games
from tests.in_process import pente

STRONG, WEAK = "engine:nodes=60", "random"


@pytest.mark.parametrize("game", ["gomoku-9", "gipf-basic"])
def test_match_reports_resumes_and_writes_its_games(tmp_path: Path, game: str) -> None:
    """A match's JSON adds up; a second run with --resume plays only what is missing; collections
    are read back with all games, and there is a transcript for each.
    """
    results, folder = tmp_path / "results.jsonl", tmp_path / "games"
    sgf = tmp_path / "games.sgf"
    words = ["match", STRONG, WEAK, "-g", game, "--draw-moves", "20", "--results", str(results)]
    words += ["--transcripts", str(folder), "--sgf", str(sgf)]
    pgn = tmp_path / "games.pgn"
    words += ["--pgn", str(pgn)] if game != "gomoku-9" else []
    first = json.loads(pente(*words, "--games", "2", "--json").stdout)
    assert first["wins"] + first["draws"] + first["losses"] == first["games"] == 2
    assert sum(first["pentanomial"]) == 1
    lines = results.read_text().splitlines()
    again = json.loads(pente(*words, "--games", "4", "--json", "--resume").stdout)
    assert again["games"] == 4
    assert results.read_text().splitlines()[:3] == lines
    assert len(list(folder.iterdir())) == 4
    for path in (sgf, *([pgn] if game != "gomoku-9" else [])):
        games = read_games(path.read_text(), str(path)).records
        assert len(games) == 4
        assert games[0].names == (STRONG, WEAK)
    end = pente("perft", str(results), "--depth", "1", "--rules-only", "--json")
    assert json.loads(end.stdout)["depth"] == 1
    assert "holds 4 games; this is number 4" in end.stderr


def test_match_ends_as_soon_as_its_test_is_decided(tmp_path: Path) -> None:
    """The exit code gives the verdict of an SPRT, the JSON its numbers; a decided match is not
    played on.
    """
    results = tmp_path / "results.jsonl"
    kept = ("--results", str(results))
    for words, verdict, code in (
        ((STRONG, WEAK, "--sprt", "0,50", *kept), "accepted", 0),
        ((WEAK, STRONG, "--sprt", "-50,0", "--workers", "2"), "rejected", 1),
        ((STRONG, WEAK, "--sprt", "0,50", "--games", "31"), "undecided", 3),
    ):
        end = pente("match", *words, "-g", "gomoku-9", "--json")
        answer = json.loads(end.stdout)
        assert (answer["sprt"], end.returncode) == (verdict, code), end.stderr
        pairs = sum(answer["pentanomial"])
        assert pairs == 15 if verdict == "undecided" else 16 <= pairs < 40
        assert answer["games"] <= 2 * pairs + 2
        lower, upper = answer["llr_bounds"]
        decided = answer["llr"] >= upper if code == 0 else answer["llr"] <= lower
        assert decided or verdict == "undecided"
    content = results.read_text()
    again = pente("match", STRONG, WEAK, "-g", "gomoku-9", "--sprt", "0,50", *kept, "--resume")
    assert "SPRT 0,50 nElo: LLR +" in again.stdout
    assert "(-2.94, +2.94), accepted" in again.stdout
    assert again.returncode == 0
    assert results.read_text() == content


def test_match_without_a_test_tells_its_pairs(tmp_path: Path) -> None:
    """Every match reports pairs and normalised Elo; without a test there is no LLR. A handicap is
    repeated, and played.
    """
    words = ("match", WEAK, WEAK, "-g", "gomoku-9", "--games", "5")
    assert "pairs 2: LL " in pente(*words).stdout
    answer = json.loads(pente(*words, "--json").stdout)
    assert sum(answer["pentanomial"]) == 2
    assert answer["nelo_error"] > 100
    assert (answer["llr"], answer["sprt"]) == (None, None)
    gipf = ["match", WEAK, WEAK, "-g", "gipf-basic", "--games", "2", "--draw-moves", "6"]
    gipf += ["--pieces", "18", "15"]
    assert json.loads(pente(*gipf, "--json").stdout)["pieces"] == [18, 15]
    end = pente(*gipf, "--results", str(tmp_path / "results.jsonl"))
    assert "18 White and 15 Black pieces" in end.stdout
    for record in read_results(str(tmp_path / "results.jsonl"))[1]:
        assert record.family.start().reserves == [15, 12]


def test_match_plays_the_openings_of_the_game_or_the_given_ones(tmp_path: Path) -> None:
    """By default a match plays the game's own openings; options draw or read others, with points
    in either spelling. A collection in pente.org's text has a round for each game.
    """
    results, openings, pgn = (tmp_path / name for name in ("results.jsonl", "one.txt", "games.pgn"))
    openings.write_text("10K h11\n")
    for options, stones in (
        *(((), range(3, 8)), (("--opening-plies", "2"), [2])),
        (("--openings", str(openings)), [2]),
    ):
        results.unlink(missing_ok=True)
        words = ("match", WEAK, WEAK, "--games", "2", "--draw-moves", "9", *options)
        end = pente(*words, "--results", str(results), "--pgn", str(pgn))
        assert end.returncode == 0, end.stderr
        lines = results.read_text().splitlines()[1:]
        first, second = (json.loads(line)["opening"] for line in lines)
        assert first == second
        assert len(first) in stones
    assert [f'[Round "{number}"]' in pgn.read_text() for number in (1, 2)] == [True, True]
    assert first[0] == "K10"
    assert first[1] in {"H11", "M11", "H9", "M9", "J12", "L12", "J8", "L8"}  # images of H11
