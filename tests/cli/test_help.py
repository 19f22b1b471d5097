"""Help texts: they fit a terminal, show an example and say what each option is."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator

import pytest
import rich_click as click
from click.testing import CliRunner

from cli.main import COMMANDS, pente


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
        found = {opt: option.help for option in command.params for opt in option.opts}
        assert found["-q"] == found["--quiet"] == "Print only the result, warnings and errors."
        assert found["-v"] == found["--verbose"] == "Print details of the progress."
        if words not in ("gomocup", "play", "serve") and not isinstance(command, click.Group):
            assert found["--json"] == "Print the result as JSON.", words


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
