"""The same spelling in every command: SPRT bounds, points, and completion by Tab."""

from __future__ import annotations

import json
import math

import pytest
from click.shell_completion import ShellComplete

from cli.main import COMMANDS, pente
from tests.in_process import pente as run

COUNTS = "34,54,63,64,75"


def test_bounds_of_a_test_are_written_in_many_ways() -> None:
    """With a comma, a space or a colon, and with names as in fastchess, in every command; a second
    number that begins with a sign is no option, and another word stays an argument.
    """
    match = ("match", "random", "random", "-g", "gomoku-9", "--games", "2", "--json")
    for bounds in (
        *(("0,10",), ("0", "10"), ("0,", "10"), ("0", ",10"), ("0:10",), ("[0,", "10]")),
        *(("elo0=0", "elo1=10"), ("elo1=10 elo0=0.0",), ("elo0=0", "elo1=10", "beta=.05")),
    ):
        told = json.loads(run("elo", COUNTS, "--json", "--sprt", *bounds).stdout)
        assert told["sprt"] == [0, 10], bounds
    assert run(*match, "--sprt", *bounds).returncode == 3
    words = ("tune", "accept", "--study", "no-such-study", "--sprt", *bounds)
    assert "has no study" in run(*words).stderr
    for words, bounds_read in (
        ((COUNTS, "--sprt", "-10", "-5"), [-10, -5]),
        (("--sprt", "0", "10", COUNTS), [0, 10]),
        (("--sprt=-10,0", COUNTS), [-10, 0]),
        (("--sprt", "-1e1,0", COUNTS), [-10, 0]),
    ):
        assert json.loads(run("elo", "--json", *words).stdout)["sprt"] == bounds_read
    named = ("elo0=-1.5", "elo1=300", "alpha=0.7", "beta=0.1", "model=bayesian")
    told = json.loads(run("elo", "--json", "--sprt", *named, "136,111,96").stdout)
    assert (told["model"], told["sprt"]) == ("bayesian", [-1.5, 300])
    assert told["upper"] == pytest.approx(math.log(0.9 / 0.7), abs=1e-6)


def completions(*words: str) -> set[str]:
    """What the shell offers for the last word."""
    *before, last = words
    shell = ShellComplete(pente, {}, "pente", "_PENTE_COMPLETE")
    return {item.value for item in shell.get_completions(before, last)}


def test_tab_completes_commands_options_and_values() -> None:
    """The shell offers what `pente` knows."""
    assert completions("") == set(COMMANDS)
    assert completions("an") == {"analyse"}
    assert completions("match", "--resu") == {"--results", "--resume", "--resume-anyway"}
    assert completions("match", "-g", "gomoku-") == {
        *("gomoku-9", "gomoku-15", "gomoku-19", "gomoku-20"),
    }
    assert {"status", "resume", "accept"} <= completions("tune", "")
    assert {"--quiet", "--verbose"} <= completions("solve", "--")
