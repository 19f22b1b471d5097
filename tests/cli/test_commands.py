"""The command line as a user runs it: what it prints, and its exit code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from agent import VERSION
from cli.engine import engine_commands
from tests.in_process import pente

HANDOUT = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"
ROWS = {12: ".........w.........", 11: "..........b........", 10: ".........w.bw......"}
HANDOUT_INPUT = "BLACK\n100.0\n0,0\n" + "".join(
    ROWS.get(row, "." * 19) + "\n" for row in range(19, 0, -1)
)
NAMES = "(;GM[4]SZ[15]RU[gomoku-15]PB[\u9ed1\u65b9]PW[Ren\u00e9]C[\u2605];B[hh]C[\u597d];W[hi])"
GIPF = "w 9 3 Kb2 Kd5 Ke2 Ke3 Ke4 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wh5"


def told(*words: str, stdin: str = "") -> dict[str, Any]:
    """The JSON that a command prints."""
    end = pente(*words, "--json", stdin=stdin)
    assert end.returncode == 0, end.stderr
    printed: dict[str, Any] = json.loads(end.stdout)
    return printed


def test_the_version_needs_no_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout has none: nobody wrote down which packages are installed."""
    monkeypatch.setattr(metadata.Distribution, "discover", lambda **_: iter(()))
    end = pente("--version")
    assert (end.returncode, end.stdout) == (0, f"pente, version {VERSION}\n")


def test_letters_that_the_terminal_lacks_are_replaced() -> None:
    """Names and signs are printed as far as the terminal has them, and nothing fails; JSON stays
    JSON, and a record on standard output is UTF-8, as in a file.
    """
    for terminal in ("ascii", "cp437", "utf-8"):
        black, white = (
            name.encode(terminal, "replace").decode(terminal)
            for name in ("\u9ed1\u65b9", "Ren\u00e9")
        )
        end = pente("show", "-", stdin=NAMES, terminal=terminal)
        assert f"Black: {black}, White: {white}" in end.stdout
        assert end.returncode == 0
        for words in (("review", "-", "--nodes", "50"), ("elo", "34,54,63,64,75")):
            end = pente(*words, stdin=NAMES, terminal=terminal)
            assert (end.returncode, "codec" in end.stderr) == (0, False)
        assert pente("show", "\u9ed1.sgf", terminal=terminal).stderr.startswith("pente: ")
        end = pente("show", "-", "--json", stdin=NAMES, terminal=terminal)
        assert json.loads(end.stdout)["names"] == ["\u9ed1\u65b9", "Ren\u00e9"]
        end = pente("convert", "-", "-", "--to", "sgf", stdin=NAMES, terminal=terminal)
        text = end.stdout.encode(terminal, "surrogateescape").decode()
        assert "PB[\u9ed1\u65b9]PW[Ren\u00e9]" in text
        assert end.returncode == 0


def test_perft_prints_exactly_the_counts() -> None:
    """Positions, harness input and records are read alike; the line has the form that scripts
    parse; the readable rules count what the kernel counts.
    """
    five = "leaves 126380 wins 0 captured 712"
    crowded = "w 4 6 Kc3 Kc5 Kd2 Kd4 Kd6 Ke3 Ke5 Kf2 Kf4 Wb2 Wc2 Wc4 Wc6 Wd3 Wd5 We2 We4 We6 Wf3"
    for words, text, line in (
        ((), HANDOUT, five),
        ((), HANDOUT_INPUT, five),
        (("-g", "gipf-basic"), GIPF, "leaves 1955"),
        (("-g", "gipf-tournament"), "# the start\nw 18 18\n", "leaves 1764"),
        ((), "(;GM[39]RU[gipf];W[e1-e3])", "leaves 1764"),
        (("-g", "gipf-basic"), f"{crowded} Wf5", "leaves 2070"),
        (("-g", "gipf-basic", "--rules-only"), f"{crowded} Wf5", "leaves 2070"),
    ):
        end = pente("perft", "-", "--depth", "2", *words, stdin=text)
        assert (end.stdout, end.returncode) == (f"{line}\n", 0), end.stderr
    counts = told("perft", "-", "--depth", "1", "--rules-only", stdin=HANDOUT)
    assert (counts["leaves"], counts["wins"], counts["captured"]) == (356, 0, 0)
    record = {"format": 1, "rules": "gipf-basic", "most_turns": 0, "start": "w 1 1 Wb2 Kb3"}
    played = json.dumps({**record, "moves": ["e1-e2"], "winner": None})
    answer = told("perft", "-", "--depth", "1", stdin=played)
    assert (answer["leaves"], answer["depth"]) == (42, 1)
    assert set(answer) == {"leaves", "depth", "seconds_cpu"}


KEYS = {"best", "score", "win_in", "depth", "nodes", "seconds_wall", "seconds_cpu", "pv", "lines"}


def test_analyse_has_the_documented_keys() -> None:
    """Points are in the harness's spelling; Gipf has `best` in official notation, `entry` names the
    dot, and `pv` lists whole turns; the text has drawing, reserves, best move and score.
    """
    answer = told("analyse", "-", "--nodes", "5000", "--multipv", "2", stdin=HANDOUT)
    assert set(answer) >= KEYS
    assert answer["best"] == answer["pv"][0] == answer["lines"][0]["pv"][0]
    assert len(answer["lines"]) == 2
    words = ("analyse", "-", "-g", "gipf-basic", "--depth", "3", "--multipv", "2")
    gipf = told(*words, stdin="w 9 3 Kd5 Ke8 Kh2 Wb5 We2 We3 We4 Wg6")
    assert set(gipf) >= KEYS | {"entry"}
    assert gipf["pv"][0].partition(";")[0] == gipf["best"]
    assert (gipf["depth"], len(gipf["lines"])) == (3, 2)
    shown = pente("analyse", "-", "-g", "gipf-basic", stdin="b 3 1 Kf4 Kg3 Kh2").stdout
    for part in ("in reserve: White 3, ", "best i1-e5", "win in 4"):
        assert part in shown
    end = pente("analyse", "-", "-g", "gomoku-9", "--depth", "2", stdin="9/9/9/9/4b4/9/9/9/9 w 0,0")
    assert "best " in end.stdout


def test_move_answers_in_the_folder_and_shows_the_board(tmp_path: Path) -> None:
    """`pente move` does what homework.py does. People read `N9`; the harness's file and the answers
    for machines have `9N`.
    """
    (tmp_path / "input.txt").write_text(HANDOUT_INPUT.replace("100.0", "1.0"))
    harness = re.compile(r"\b[0-9]{1,2}[A-HJ-T]\b")
    analyse = ("analyse", str(tmp_path / "input.txt"), "--depth", "2")
    for words in (("move", str(tmp_path), "--show"), analyse):
        end = pente(*words)
        assert end.returncode == 0, end.stderr
        assert "N9" in end.stdout
        assert not harness.search(end.stdout)
        assert told(*(words if words is analyse else words[:2]))["best"] == "9N"
    assert (tmp_path / "output.txt").read_text() == "9N\n"
    shown = pente("move", "--show", str(tmp_path)).stdout
    assert "[b]" in shown
    assert shown.splitlines()[-1] == "Black plays N9"


def test_bench_prints_what_the_design_promises() -> None:
    """The JSON has nodes, both clocks, the signature and the weights, others of which change the
    signature.
    """
    words = ("bench", "--quick", "-g", "gomoku-9")
    shown = pente(*words)
    assert re.search(r"^signature +\w{8}$", shown.stdout, re.MULTILINE)
    positions = re.findall(r"^position +(\d+) of (\d+)", shown.stderr, re.MULTILINE)
    assert positions[-1] == (str(len(positions)), str(len(positions)))
    plain, named = told(*words), told(*words, "--weights", "gomoku-15")
    assert set(plain) >= {"nodes", "seconds_wall", "seconds_cpu", "signature"}
    assert len(str(plain["signature"])) == 8
    assert plain["weights"] == "shipped"
    assert str(named["weights"]).endswith("data/weights/gomoku-15.toml")
    assert named["signature"] != plain["signature"]
    assert len(str(told("bench", "--quick", "-g", "gipf-basic")["signature"])) == 8


ERRORS: tuple[Exception, ...] = (
    *(RuntimeError("no\nkernel"), KeyError("x"), AssertionError(), RecursionError("deep")),
    *(MemoryError(), OSError(28, "No space left on device"), ValueError("bad")),
)


def test_error_of_any_kind_is_one_line_and_never_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any exception ends with exit code 2 and one line; only --debug shows a traceback."""
    for error in ERRORS:

        def read(*_: object, raised: Exception = error) -> None:
            raise raised

        monkeypatch.setattr(engine_commands, "read_any_position", read)
        for options, shown in (((), False), (("--debug",), True)):
            end = pente(*options, "perft", "-", "--depth", "1")
            assert (end.returncode, end.stdout) == (2, ""), error
            *before, line = end.stderr.splitlines()
            assert line.startswith("pente: ")
            assert ("Traceback (most recent call last):" in before) == shown
            assert shown or not before


def test_closed_output_ends_quietly() -> None:
    """A closed pipe ends the command quietly, as SIGPIPE ends a shell command."""
    command = [sys.executable, "-c", "from cli.main import main; main()", "elo", "1,2,3"]
    reading, writing = os.pipe()
    os.close(reading)
    end = subprocess.run(
        command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60, check=False
    )
    os.close(writing)
    assert (end.returncode, end.stderr) == (141, "")
