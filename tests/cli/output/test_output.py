"""What commands show while they run: lines, a live view, nothing; and how people read scores."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import sys
import termios
from pathlib import Path

import pytest

from tests.in_process import pente

ROOT = Path(__file__).parents[3]
HANDOUT = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"
WON = json.loads((ROOT / "data/problems/forced_wins.jsonl").read_text().splitlines()[0])
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
COLOUR = re.compile(r"\x1b\[[0-9;]*(3[0-7]|9[0-7]|38;[0-9;]+)m")
SHORT_MATCH = ("match", "engine:nodes=60", "random", "-g", "gomoku-9", "--games", "20")


def test_analyse_prints_a_line_for_each_iteration() -> None:
    """The lines go to standard error, so that standard output holds the answer alone; with -v each
    iteration tells its other lines as well.
    """
    for options, lines in (
        *(((), 6), (("-q",), 0), (("--json",), 0), (("--json", "-v"), 6), (("-q", "-v"), 0)),
        (("-v", "--multipv", "3"), 18),
    ):
        end = pente("analyse", "-", "--depth", "6", *options, stdin=HANDOUT)
        assert len(re.findall(r"^(?:depth|  +\d|\s+).*%", end.stderr, re.MULTILINE)) == lines, (
            options
        )
        if "--json" in options:
            assert json.loads(end.stdout)["depth"] == 6
        else:
            assert end.stdout.startswith("   A B C")


def test_match_prints_a_line_for_every_ten_games(tmp_path: Path) -> None:
    """The line has A's winning chance; with -v every game has a line, with -q none; games that an
    earlier command played have no lines again.
    """
    kept = ("--results", str(tmp_path / "results.jsonl"))
    end = pente(*SHORT_MATCH, *kept)
    assert max(map(len, (end.stdout + end.stderr).splitlines())) <= 80
    assert [line[:15] for line in end.stderr.splitlines()] == ["10 of 20 games:", "20 of 20 games:"]
    assert "A's winning chance 100 %" in end.stdout
    longer = (*SHORT_MATCH[:-1], "30", *kept, "--resume")
    lines = pente(*longer, "-v").stderr
    numbers = re.findall(r"^game (\d+): A wins as (?:Black|White) ", lines, re.MULTILINE)
    assert numbers == [str(number) for number in range(21, 31)]
    again = pente(*longer[:6], "40", *longer[7:])
    assert [line.split()[0] for line in again.stderr.splitlines()] == ["30", "40"]
    quiet = pente(*longer[:6], "40", *longer[7:], "-q", "--json")
    assert quiet.stderr == ""
    told = json.loads(quiet.stdout)
    assert (told["winning_chance"], told["interrupted"]) == (1.0, False)


def test_output_fits_80_columns() -> None:
    """Neither the result nor the progress has a longer line."""
    for words, stdin in (
        (("analyse", "-", "--nodes", "20000", "--multipv", "3"), HANDOUT),
        (("solve", "-"), WON["input"]),
        (("solve", "-", "--nodes", "10"), WON["input"]),
        (("compare-search", "-g", "gomoku-9", "--depth", "2", "--kernel-depth", "3"), ""),
        (("elo", "34,54,63,64,75", "--sprt", "0,10"), ""),
    ):
        end = pente(*words, stdin=stdin)
        assert max(map(len, (end.stdout + end.stderr).splitlines())) <= 80, words


def on_terminal(
    *words: str, columns: int, environment: dict[str, str] | None = None
) -> tuple[str, int]:
    """The output of `pente` on a terminal of so many columns, and its exit code."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        command = [sys.executable, "-c", "from cli.main import main; main()", *words]
        given = {**os.environ, "TERM": "xterm-256color", **(environment or {})}
        given.pop("COLUMNS", None)
        os.execve(sys.executable, command, given)  # noqa: S606 - our own command
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 65_536)
        except OSError:  # the child has closed the terminal
            break
        if not piece:
            break
        shown += piece
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return shown.decode(), os.waitstatus_to_exitcode(status)


@pytest.mark.processes
@pytest.mark.slow
@pytest.mark.parametrize(
    ("columns", "environment"), [(60, {"NO_COLOR": "1"}), (80, {"TERM": "dumb"})]
)
def test_terminal_gets_a_live_view(columns: int, environment: dict[str, str]) -> None:
    """The view is redrawn and fits; NO_COLOR removes colours, a dumb terminal gets lines."""
    words = (*SHORT_MATCH[:-1], "60")
    shown, code = on_terminal(*words, columns=columns, environment=environment)
    assert code == 0
    redraws = "\x1b[2K" in shown
    assert redraws == (environment.get("TERM") != "dumb")
    assert ("20 of 60 games: A" in shown) or redraws
    assert "Ctrl-C ends the match and keeps its games" in shown or not redraws
    assert not ("NO_COLOR" in environment and COLOUR.search(shown))
    plain = ESCAPE.sub("", shown)
    assert max(len(line.rstrip()) for line in re.split(r"[\r\n]+", plain)) <= columns
    assert "60 of 60 games" in plain
