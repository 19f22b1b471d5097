"""The command line as a user runs it: what it prints, and its exit code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.in_process import pente

if TYPE_CHECKING:
    from collections.abc import Sequence

HANDOUT = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"
ROWS = {12: ".........w.........", 11: "..........b........", 10: ".........w.bw......"}
HANDOUT_INPUT = "BLACK\n100.0\n0,0\n" + "".join(
    ROWS.get(row, "." * 19) + "\n" for row in range(19, 0, -1)
)


NAMES = "(;GM[4]SZ[15]RU[gomoku-15]PB[\u9ed1\u65b9]PW[Ren\u00e9]C[\u2605];B[hh]C[\u597d];W[hi])"


@pytest.mark.parametrize("terminal", ["ascii", "latin-1", "cp437", "cp1252", "utf-8"])
def test_letters_that_the_terminal_lacks_are_replaced(terminal: str) -> None:
    """Names and signs are printed as far as the terminal has them, and nothing fails."""
    black, white = (
        name.encode(terminal, "replace").decode(terminal) for name in ("\u9ed1\u65b9", "Ren\u00e9")
    )
    end = pente("show", "-", stdin=NAMES, terminal=terminal)
    assert f"Black: {black}, White: {white}" in end.stdout
    assert end.returncode == 0
    for words in (("review", "-", "--nodes", "50"), ("elo", "34,54,63,64,75")):
        end = pente(*words, stdin=NAMES, terminal=terminal)
        assert (end.returncode, "codec" in end.stderr) == (0, False)
    assert pente("show", "\u9ed1.sgf", terminal=terminal).stderr.startswith("pente: ")


@pytest.mark.parametrize("terminal", ["ascii", "cp437", "utf-8"])
def test_no_letter_of_a_record_is_lost(terminal: str) -> None:
    """JSON stays JSON, and a record on standard output is UTF-8, as in a file."""
    end = pente("show", "-", "--json", stdin=NAMES, terminal=terminal)
    assert json.loads(end.stdout)["names"] == ["\u9ed1\u65b9", "Ren\u00e9"]
    end = pente("convert", "-", "-", "--to", "sgf", stdin=NAMES, terminal=terminal)
    text = end.stdout.encode(terminal, "surrogateescape").decode()
    assert "PB[\u9ed1\u65b9]PW[Ren\u00e9]" in text
    assert end.returncode == 0


@pytest.mark.parametrize("text", [HANDOUT, HANDOUT_INPUT], ids=["string", "input.txt"])
def test_perft_prints_exactly_the_counts(text: str) -> None:
    """Position strings and harness input are read alike; the line has the form that
    scripts parse.
    """
    end = pente("perft", "-", "--depth", "2", stdin=text)
    assert (end.stdout, end.returncode) == ("leaves 126380 wins 0 captured 712\n", 0)


def test_perft_by_the_readable_rules_is_the_same() -> None:
    """The readable rules count what the kernel counts."""
    end = pente("perft", "-", "--depth", "1", "--rules-only", "--json", stdin=HANDOUT)
    counts = json.loads(end.stdout)
    assert (counts["leaves"], counts["wins"], counts["captured"]) == (356, 0, 0)


@pytest.mark.parametrize(
    ("words", "text", "leaves"),
    [
        (("-g", "gipf-basic"), "w 9 3 Kb2 Kd5 Ke2 Ke3 Ke4 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wh5", 1955),
        (("-g", "gipf-tournament"), "# the start\nw 18 18\n", 1764),
        ((), "(;GM[39]RU[gipf];W[e1-e3])", 1764),
    ],
    ids=["position", "comment", "sgf"],
)
def test_perft_of_gipf_prints_exactly_the_leaves(
    words: tuple[str, ...], text: str, leaves: int
) -> None:
    """Gipf prints one number; `-g` names a position's game, and a record names its own."""
    end = pente("perft", "-", "--depth", "2", *words, stdin=text)
    assert (end.stdout, end.returncode) == (f"leaves {leaves}\n", 0), end.stderr


def test_perft_reads_a_record_of_gipf() -> None:
    """A line of JSON is read to its last move, and the answer has the documented keys."""
    line = {"format": 1, "rules": "gipf-basic", "most_turns": 0, "start": "w 1 1 Wb2 Kb3"}
    text = json.dumps({**line, "moves": ["e1-e2"], "winner": None}, separators=(",", ":"))
    answer = json.loads(pente("perft", "-", "--depth", "1", "--json", stdin=text).stdout)
    assert (answer["leaves"], answer["depth"]) == (42, 1)
    assert set(answer) == {"leaves", "depth", "seconds_cpu"}


def test_perft_of_gipf_by_the_readable_rules_is_the_same() -> None:
    """The readable rules count what the kernel counts, for more turns than one would
    list by hand.
    """
    text = "w 4 6 Kc3 Kc5 Kd2 Kd4 Kd6 Ke3 Ke5 Kf2 Kf4 Wb2 Wc2 Wc4 Wc6 Wd3 Wd5 We2 We4 We6 Wf3 Wf5"
    ends = [
        pente("perft", "-", "-g", "gipf-basic", "--depth", "2", *option, stdin=text)
        for option in ((), ("--rules-only",))
    ]
    assert [end.stdout for end in ends] == ["leaves 2070\n"] * 2


def test_analyse_of_gipf_tells_a_move_in_both_notations() -> None:
    """`best` is in official notation and `entry` names the dot; `pv` lists whole turns with
    their removals.
    """
    words = ("analyse", "-", "-g", "gipf-basic", "--depth", "4", "--multipv", "2", "--json")
    answer = json.loads(pente(*words, stdin="w 9 3 Kd5 Ke8 Kh2 Wb5 We2 We3 We4 Wg6").stdout)
    assert set(answer) >= {
        *("best", "entry", "score", "win_in", "depth", "nodes"),
        *("seconds_wall", "seconds_cpu", "pv", "lines"),
    }
    assert answer["pv"][0].partition(";")[0] == answer["best"]
    assert answer["depth"] == 4
    assert len(answer["lines"]) == 2


def test_analyse_of_gipf_draws_the_board_and_the_reserves() -> None:
    """The text output has the drawing, the reserves, the best move and the score."""
    end = pente("analyse", "-", "-g", "gipf-basic", stdin="b 3 1 Kf4 Kg3 Kh2")
    assert end.returncode == 0, end.stderr
    assert "in reserve: White 3, " in end.stdout
    assert "best i1-e5" in end.stdout
    assert "win in 4" in end.stdout


def test_analyse_json_has_the_documented_keys() -> None:
    """The answer to the handout's sample has every documented key, in the harness's spelling."""
    end = pente("analyse", "-", "--nodes", "20000", "--multipv", "2", "--json", stdin=HANDOUT)
    answer = json.loads(end.stdout)
    assert set(answer) >= {
        *("best", "score", "win_in", "depth", "nodes"),
        *("seconds_wall", "seconds_cpu", "pv", "lines"),
    }
    assert answer["best"] == answer["pv"][0] == answer["lines"][0]["pv"][0]
    assert len(answer["lines"]) == 2
    assert answer["nodes"] >= 20000


def test_analyse_reads_other_games() -> None:
    """`-g` names the game of a position string."""
    end = pente("analyse", "-", "-g", "gomoku-9", "--depth", "2", stdin="9/9/9/9/4b4/9/9/9/9 w 0,0")
    assert end.returncode == 0, end.stderr
    assert "best " in end.stdout


@pytest.mark.parametrize(
    ("words", "stdin", "message"),
    [
        (("perft", "-", "--depth", "1"), "nonsense", "unknown format"),
        (("perft", "-", "--depth", "1"), "19/19 w 0,0", "no game has 2 rows"),
        (("perft", "no-such-file", "--depth", "1"), "", "no-such-file"),
        (("perft", "-", "-g", "gipf", "--depth", "1"), "w 3 3 Wa1", "'a1' names no spot"),
        (("perft", "-", "-g", "gipf", "--depth", "1"), "(;GM[39]RU[gipf-basic])", "of gipf-basic"),
        (("analyse", "-", "-g", "chess"), "", "chess"),
        (("match", "engine", "nobody"), "", "nobody"),
        (("match", "engine:tree=/no/tree", "random"), "", "tree=/no/tree: expected the folder"),
        (("match", "engine", "random", "--clock", "sand:3"), "", "sand"),
        (("match", "engine", "random", "--resume"), "", "--results"),
        (("match", "engine", "random", "--openings", "chess"), "", "openings 'chess'"),
        (("match", "engine", "random", "--openings", "pente", "--opening-plies", "2"), "", "excl"),
        (("match", "engine", "random", "--sprt", "10,0"), "", "the lower one first"),
        (("match", "engine", "random", "--sprt", "0,10", "--beta", "0"), "", "--beta"),
        (("check", "no-such-folder"), "", "no-such-folder"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_two(
    words: tuple[str, ...], stdin: str, message: str
) -> None:
    """The error is one line on standard error, without a traceback."""
    end = pente(*words, stdin=stdin)
    assert end.returncode == 2
    assert message in end.stderr
    assert "Traceback" not in end.stderr
    assert end.stdout == ""


def test_move_answers_in_the_folder_and_shows_the_board(tmp_path: Path) -> None:
    """`pente move --show` does what homework.py does, and draws the board."""
    (tmp_path / "input.txt").write_text(HANDOUT_INPUT.replace("100.0", "1.0"))
    end = pente("move", "--show", str(tmp_path))
    assert end.returncode == 0, end.stderr
    assert (tmp_path / "output.txt").read_text() == "9N\n"
    assert end.stdout.splitlines()[-1] == "Black plays N9"
    assert "[b]" in end.stdout


def test_match_reports_and_resumes(tmp_path: Path) -> None:
    """A match's JSON adds up; a second run with --resume plays nothing again."""
    results = str(tmp_path / "results.jsonl")
    words = ("match", "engine:nodes=200", "random", "--games", "4", "--results", results, "--json")
    first = json.loads(pente(*words).stdout)
    assert first["games"] == first["wins"] + first["draws"] + first["losses"] == 4
    lines = Path(results).read_text().splitlines()
    again = json.loads(pente(*words, "--resume").stdout)
    assert again["wins"] == first["wins"]
    assert Path(results).read_text().splitlines() == lines


@pytest.mark.parametrize(
    ("options", "stones"),
    [((), range(3, 8)), (("--opening-plies", "2"), [2]), (("--openings", "FILE"), [1])],
)
def test_match_plays_the_openings_of_the_game_or_the_given_ones(
    tmp_path: Path, options: tuple[str, ...], stones: Sequence[int]
) -> None:
    """By default a match plays the game's own openings; options draw or read others."""
    results, openings = tmp_path / "results.jsonl", tmp_path / "one.txt"
    openings.write_text("K10\n")
    words = [str(openings) if word == "FILE" else word for word in options]
    end = pente("match", "random", "random", "--games", "2", "--results", str(results), *words)
    assert end.returncode == 0, end.stderr
    first, second = (json.loads(line)["opening"] for line in results.read_text().splitlines()[1:])
    assert first == second
    assert len(first) in stones


STRONG, WEAK = "engine:nodes=60", "random"


@pytest.mark.parametrize(
    ("words", "verdict", "code"),
    [
        ((STRONG, WEAK, "--sprt", "0,50"), "accepted", 0),
        ((WEAK, STRONG, "--sprt", "-50,0", "--workers", "2"), "rejected", 1),
        ((STRONG, WEAK, "--sprt", "0,50", "--games", "31"), "undecided", 3),
    ],
)
def test_match_ends_as_soon_as_its_test_is_decided(
    words: tuple[str, ...], verdict: str, code: int
) -> None:
    """The exit code gives the verdict of an SPRT, the JSON its numbers."""
    end = pente("match", *words, "-g", "gomoku-9", "--json")
    answer = json.loads(end.stdout)
    assert (answer["sprt"], end.returncode) == (verdict, code), end.stderr
    pairs = sum(answer["pentanomial"])
    assert pairs == 15 if verdict == "undecided" else 16 <= pairs < 40
    assert answer["games"] <= 2 * pairs + 2
    lower, upper = answer["llr_bounds"]
    decided = answer["llr"] >= upper if code == 0 else answer["llr"] <= lower
    assert decided or verdict == "undecided"


def test_decided_match_is_not_played_on(tmp_path: Path) -> None:
    """If the games in a file decide the test, it is reported again and nothing is played."""
    results = str(tmp_path / "results.jsonl")
    words = ("match", STRONG, WEAK, "-g", "gomoku-9", "--sprt", "0,50", "--results", results)
    first = pente(*words)
    assert "SPRT 0,50 nElo: LLR +" in first.stdout
    assert "(-2.94, +2.94), accepted" in first.stdout
    content = Path(results).read_text()
    again = pente(*words, "--resume")
    assert (again.stdout, again.returncode) == (first.stdout, 0)
    assert Path(results).read_text() == content


def test_match_without_a_test_tells_its_pairs() -> None:
    """Every match reports pairs and normalised Elo; without a test there is no LLR."""
    words = ("match", WEAK, WEAK, "-g", "gomoku-9", "--games", "5")
    assert "pairs 2: LL " in pente(*words).stdout
    answer = json.loads(pente(*words, "--json").stdout)
    assert sum(answer["pentanomial"]) == 2
    assert answer["nelo_error"] > 100
    assert (answer["llr"], answer["sprt"]) == (None, None)


@pytest.mark.parametrize("words", [(), ("-g", "gipf-basic")], ids=["five", "gipf"])
def test_bench_prints_what_the_design_promises(words: tuple[str, ...]) -> None:
    """The JSON has nodes, both clocks and the signature, also for one named game."""
    answer = json.loads(pente("bench", "--quick", "--json", *words).stdout)
    assert set(answer) >= {"nodes", "seconds_wall", "seconds_cpu", "signature"}
    assert len(answer["signature"]) == 8


def test_bad_input_is_told_by_the_name_of_its_file(tmp_path: Path) -> None:
    """The message has the file's name, line and column; exit code 2."""
    file = tmp_path / "mine.txt"
    file.write_text(HANDOUT_INPUT.replace("w.bw", "w.xw"))
    end = pente("analyse", str(file))
    assert end.returncode == 2
    assert f"{file}, line 13, column 12: 'x' is no cell" in end.stderr


def test_every_command_is_found_by_its_name() -> None:
    """Each command in the table is in the module that the table names, and in the help."""
    from cli.main import COMMANDS  # noqa: PLC0415 - the other tests run processes

    end = pente("--help")
    assert end.returncode == 0
    for name in COMMANDS:
        assert re.search(rf"^│ {name} ", end.stdout, re.MULTILINE)


def test_a_command_that_is_not_there_is_bad_usage() -> None:
    """An unknown command gets one line that names it, and exit code 2."""
    end = pente("paly")
    assert end.returncode == 2
    assert "paly" in end.stderr


@pytest.mark.parametrize(
    "error",
    [
        "RuntimeError('no\\nkernel')",
        "KeyError('x')",
        "AssertionError()",
        "RecursionError('deep')",
        "MemoryError()",
        "OSError(28, 'No space left on device')",
        "ValueError('bad')",
    ],
)
def test_error_of_any_kind_is_one_line_and_never_a_verdict(error: str) -> None:
    """Any exception ends with exit code 2 and one line; only --debug shows a traceback."""
    for options, shown in (((), False), (("--debug",), True)):
        end = failing_perft(error, *options)
        assert (end.returncode, end.stdout) == (2, "")
        *before, line = end.stderr.splitlines()
        assert line.startswith("pente: ")
        assert ("Traceback (most recent call last):" in before) == shown
        assert shown or not before


def failing_perft(error: str, *options: str) -> subprocess.CompletedProcess[str]:
    """`pente perft` with a reader that raises this error."""
    script = f"""
from cli.engine import engine_commands
def read(*_):
    raise {error}
engine_commands.read_any_position = read
from cli.main import main
main()
"""
    command = [sys.executable, "-c", script, *options, "perft", "-", "--depth", "1"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_closed_output_ends_quietly() -> None:
    """A closed pipe ends the command quietly, as SIGPIPE ends a shell command."""
    command = [sys.executable, "-c", "from cli.main import main; main()"]
    reading, writing = os.pipe()
    os.close(reading)
    end = subprocess.run(
        [*command, "elo", "1,2,3"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(writing)
    assert (end.returncode, end.stderr) == (141, "")


def test_bench_says_which_weights_it_used() -> None:
    """The bench names its weights, the shipped ones by default; others change the signature."""
    plain = json.loads(pente("bench", "--quick", "--json", "-g", "gomoku-9").stdout)
    named = pente("bench", "--quick", "--json", "-g", "gomoku-9", "--weights", "gomoku-15").stdout
    assert plain["weights"] == "shipped"
    assert json.loads(named)["weights"].endswith("data/weights/gomoku-15.toml")
    assert json.loads(named)["signature"] != plain["signature"]
