"""What all commands share: help texts, SPRT bounds, completion by Tab."""

from __future__ import annotations

import json
import math
import re
import runpy
from collections.abc import Iterator

import pytest
import rich_click as click
from click.shell_completion import ShellComplete
from click.testing import CliRunner

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


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command and subcommand by its words."""
    with click.Context(pente) as context:
        for name in COMMANDS:
            command = pente.get_command(context, name)
            assert command is not None
            yield name, command
            if isinstance(command, click.Group):
                for word, below in command.commands.items():
                    yield f"{name} {word}", below


def test_help_fits_a_terminal_and_describes_every_option() -> None:
    """No line has more than 80 columns; an example of this very command stands at the end; each
    option is a noun phrase; --quiet, --verbose and --json mean the same everywhere.
    """
    for words, command in commands():
        shown = CliRunner().invoke(pente, [*words.split(), "--help"], terminal_width=80)
        assert shown.exit_code == 0, shown.output
        assert max(map(len, shown.output.splitlines())) <= 80, words
        assert f"Example: pente {words}" in str(command.epilog)
        assert f"Example: pente {words}" in shown.output
        for option in command.params:
            if isinstance(option, click.Option):
                text = option.help or ""
                assert re.match(r"[A-Z]\w+", text), f"{words} {option.name}: {text!r}"
                assert not re.match(r"(Of|The same|So many|Its) ", text), f"{words} {option.name}"
        help_of = {opt: option.help for option in command.params for opt in option.opts}
        assert help_of["-q"] == help_of["--quiet"] == "Print only the result, warnings and errors."
        assert help_of["-v"] == help_of["--verbose"] == "Print details of the progress."
        if words not in ("gomocup", "play", "serve") and not isinstance(command, click.Group):
            assert help_of["--json"] == "Print the result as JSON.", words


def test_commands_stand_in_groups() -> None:
    """The list of commands is grouped by person, and no command is left over."""
    shown = CliRunner().invoke(pente, ["--help"]).output
    for panel in ("players", "students", "hobbyists", "contributors"):
        assert f"─ For {panel} " in shown
    assert "─ Commands ─" not in shown
    assert "Example: pente " in shown
    for name in COMMANDS:
        assert re.search(rf"^│ {name} ", shown, re.MULTILINE)
    assert not re.findall(r"^│   .*", shown, re.MULTILINE), "a summary takes two lines"


def test_the_package_runs_as_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`python -m pente` does what `pente` does, exit code included."""
    monkeypatch.setattr("sys.argv", ["pente", "elo", "20,10,10", "--json"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("pente", run_name="__main__")
    assert ended.value.code == 0
    assert '"elo"' in capsys.readouterr().out
