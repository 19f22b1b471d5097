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


ALL = pytest.mark.parametrize(
    ("words", "command"), [pytest.param(*each, id=each[0]) for each in commands()]
)


@ALL
def test_help_fits_a_terminal_and_shows_an_example(words: str, command: click.Command) -> None:
    """No line has more than 80 columns, and an example of this very command stands at the end."""
    shown = CliRunner().invoke(pente, [*words.split(), "--help"], terminal_width=80)
    assert shown.exit_code == 0, shown.output
    assert max(map(len, shown.output.splitlines())) <= 80
    assert f"Example: pente {words}" in str(command.epilog)
    assert f"Example: pente {words}" in shown.output


@ALL
def test_every_option_is_described_by_a_noun_phrase(words: str, command: click.Command) -> None:
    """Each option has a help text that needs no other one to be understood, with its default."""
    for option in command.params:
        if isinstance(option, click.Option):
            text = option.help or ""
            assert re.match(r"[A-Z]\w+", text), f"{words} {option.name}: {text!r}"
            assert not re.match(r"(Of|The same|So many|Its) ", text), f"{words} {option.name}"


def test_commands_stand_in_groups() -> None:
    """The list of commands is grouped, and no command is left over."""
    shown = CliRunner().invoke(pente, ["--help"]).output
    for panel in ("Play", "Analyse", "File harness", "Matches", "Tuning"):
        assert f"─ {panel} ─" in shown
    assert "─ Commands ─" not in shown


def test_the_package_runs_as_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`python -m pente` does what `pente` does, exit code included."""
    monkeypatch.setattr("sys.argv", ["pente", "elo", "20,10,10", "--json"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("pente", run_name="__main__")
    assert ended.value.code == 0
    assert '"elo"' in capsys.readouterr().out
