"""Bad input of every command: exit code 2, one message that names it, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.in_process import pente

HANDOUT = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"
GAME, MATCH, ELO = "1. K10 A1", ("match", "engine", "random"), ("elo", "1,2,3", "--sprt")
PERFT, GIPF, TWO = ("perft", "-", "--depth", "1"), "(;GM[39]RU[gipf-basic])", ("random", "one-ply")
CONVERT, CUP = ("convert", "-", "-", "--to"), ("tournament", *TWO)
NO_GIPF = "does not play gipf: expected engine"
# The words of a command, its standard input, and what the message names.
ROWS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("paly",), "", "paly"),
    (PERFT, "nonsense", "unknown format"),
    (PERFT, "19/19 w 0,0", "no game has 2 rows"),
    ((*PERFT, "--number", "3"), "pente:K10\npente:K11\n", "there is no number 3"),
    ((*PERFT, "-g", "gipf"), "w 3 3 Wa1", "'a1' names no spot"),
    ((*PERFT, "-g", "gipf"), GIPF, "the record is of gipf-basic, not of gipf"),
    (("analyse", "-", "-g", "chess"), "", "chess"),
    (("analyse", "FILE/input.txt"), "", "FILE/input.txt, line 13, column 12: 'x' is no cell"),
    (("solve", "-"), HANDOUT.replace("19/", "wwwww14/", 1), "the game is over"),
    (("compare-search", "-g", "pente", "--evaluation", "material"), "", "does not know pente"),
    (("bench", "--weights", "FILE"), "", "FILE: cannot be read: is a directory"),
    (("check", "no-such-folder"), "", "no-such-folder"),
    (("move", "FILE/empty"), "", "FILE/empty/input.txt: no such file"),
    (("bundle", "FILE"), "", "--force writes into it"),
    *(
        (("bundle", "FILE/new", "--python", version), "", f"'{version}': expected a version such")
        for version in ("2.7", "3.6", "three", "3.10.1")
    ),
    (("bundle", "FILE/input.txt/x"), "", "FILE/input.txt/x: not a directory"),
    (("match", "engine", "nobody"), "", "nobody"),
    (("match", "engine:tree=/no/tree", "random"), "", "tree=/no/tree: expected the folder"),
    (("match", "engine:net=n.net", "random"), "", "n.net: cannot be read: no such file"),
    (("match", "reference", "random", "-g", "gipf"), "", NO_GIPF),
    ((*MATCH, "--clock", "sand:3"), "", "sand"),
    ((*MATCH, "--resume"), "", "--results"),
    ((*MATCH, "--results", "missing/x.jsonl"), "", "missing/x.jsonl: no such file"),
    ((*MATCH, "--openings", "pente", "--opening-plies", "2"), "", "excl"),
    ((*MATCH, "--sprt", "0,10", "--beta", "0"), "", "--beta"),
    ((*MATCH, "--sprt", "elo0=0 elo1=9 model=bayesian"), "", "model=normalized"),
    ((*MATCH, "--sprt", "0,x"), "", "--sprt 0,10"),
    ((*MATCH, "-g", "gipf-basic", "--pieces", "19", "15"), "", "pieces"),
    ((*MATCH, "--sgf", "no-folder/games.sgf"), "", "no folder"),
    ((*MATCH, "-g", "gomoku-9", "--pgn", "games.pgn"), "", "use SGF"),
    (("tournament", "random"), "", "at least two"),
    ((*CUP, "--format", "knock-out", "--games", "3"), "", "an even number"),
    ((*CUP, "--rounds", "3"), "", "in a knock-out only"),
    ((*CUP, "--adjudicate", "5"), "", "--adjudicate SCORE,MOVES"),
    ((*CUP, "--draw-score", "5,2"), "", "--draw-score SCORE,MOVES,FROM"),
    ((*CUP, "--clock", "cpu:5+1+1"), "", "increment"),
    ((*CUP, "--report", "/no/folder/x.html"), "", "no folder"),
    (("elo", "1,2"), "", "expected five of pairs"),
    (("elo", "1,2,9999999999"), "", "up to 1000000000"),
    (("elo", "0,0,0,0,0", "--sprt", "0", "10"), "", "at least one result"),
    ((*ELO, "0,x"), "", "--sprt 0,10"),
    ((*ELO, "0", "5", "--alpha", "1"), "", "--alpha"),
    (("elo", "1,2,3,4,5", "--sprt", "0", "5", "--model", "bayes"), "", "three counts"),
    (("elo", "1,2,3", "--model", "chess"), "", "--model"),
    (("tune",), "", "--study"),
    (("tune", "--study", "FILE", "--groups", "openings"), "", "'openings'"),
    (("tune", "--study", "FILE", "status"), "", "FILE has no study"),
    (("tune", "accept", "--study", "FILE"), "", "FILE has no study"),
    (("tune", "accept", "--study", "F", "--sprt", "elo0=0 elo1=9 alpha=0.1"), "", "are 0.05"),
    (("report", "--study", "FILE"), "", "FILE has no study"),
    (("report",), "", "--study"),
    (("report", "a", "--study", "b"), "", "--study"),
    (("learn", "report", "."), "", "no run of generations"),
    (("learn", "export", "."), "", "no complete fit"),
    (("learn", "train", "fit", "."), "", "no folder of self-play games"),
    (("learn", "play", "games", "-g", "gipf"), "", "'gipf' is not one of"),
    (("learn", "gate", "tests", "missing.net"), "", "missing.net"),
    ((*CONVERT, "gipf"), "pente:K10J11", "cannot write"),
    ((*CONVERT, "sgf", "--from", "psq"), "pente:K10J11", "Piskvorky"),
    (("convert", "-", "game.xyz"), "pente:K10J11", "--to"),
    ((*CONVERT, "share", "-g", "gomoku-15"), "h8h9i9\nh8i9\n", "--from pos-bottom"),
    ((*CONVERT, "share", "--json"), "pente:K10", "--json needs a file or folder"),
    (("show", "-", "--ply", "7"), GAME, "has 2 moves, not 7"),
    (("review", "-", "--all", "--number", "1"), GAME, "exclude each other"),
    (("review", "-", "--all", "--html", "r.html"), GAME, "choose it with --number"),
    (("explorer", "show", "pente:K10", "--ply", "5", "--data", "data"), "", "has 1 moves, not 5"),
    (("explorer", "remove", "none.txt", "--data", "data"), "", "'none.txt'"),
    (("play", "none.txt"), "", "none.txt"),
    (("play", "FILE/game.share", "--ply", "5", "--data", "d"), "", "has 1 moves, not 5"),
    (("play", "--ply", "5"), "", "--number and --ply need a"),
    (("serve", "--host", "0.0.0.0"), "", "--allow-remote"),  # noqa: S104 - refused
    (("serve", "--public-url", "https://pente.example"), "", "--allow-remote"),
    (("serve", "--allow-remote", "--public-url", "pente"), "", "expected http://HOST"),
    (("serve", "--allow-remote", "--token", "short"), "", "16 characters"),
)


def test_bad_input_is_named_and_nothing_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FILE stands for a folder with an empty folder, a game of one move and bad harness input."""
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home"
    (home / "empty").mkdir(parents=True)
    (home / "game.share").write_text("pente:K10")
    rows = ["." * 19] * 19
    rows[9] = ".........w.xw......"
    (home / "input.txt").write_text("\n".join(["BLACK", "100.0", "0,0", *rows, ""]))
    for words, stdin, said in ROWS:
        end = pente(*(word.replace("FILE", str(home)) for word in words), stdin=stdin)
        shown = " ".join(end.stderr.replace("│", " ").split())
        wanted = said.replace("FILE", str(home))
        assert wanted in shown or wanted in shown.replace(" ", ""), f"{words}: {shown}"
        assert (end.returncode, end.stdout) == (2, ""), f"{words}: {end.stdout}"
        assert "Traceback" not in shown
        assert "Errno" not in shown
    assert sorted(path.name for path in home.iterdir()) == ["empty", "game.share", "input.txt"]
