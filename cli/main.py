"""The `pente` command itself: its groups put together, and errors turned into one clear line.

Exit codes: 0 good, accepted or proved; 1 failed, rejected or refuted; 2 bad usage or bad input;
3 undecided.
"""

from __future__ import annotations

import sys
from importlib import import_module

try:
    import click
except ImportError as missing:  # an installation without the extra
    sys.exit(f"pente: {missing}; the command line is an extra: pip install '.[cli]'")

# Each command, and the module that is loaded when it is asked for: others cost it no time.
COMMANDS = {
    "play": "cli.play_command",
    "serve": "cli.play_command",
    "convert": "cli.convert_command",
    "move": "cli.harness_commands",
    "analyse": "cli.engine_commands",
    "solve": "cli.solve_command",
    "perft": "cli.engine_commands",
    "bench": "cli.engine_commands",
    "compare-search": "cli.compare_command",
    "match": "cli.arena_commands",
    "elo": "cli.elo_command",
    "check": "cli.arena_commands",
    "calibrate": "cli.harness_commands",
    "tune": "cli.tune_command",
    "report": "cli.tune_command",
    "gomocup": "cli.gomocup_command",
}


class Commands(click.Group):
    """The group of all commands, each found in its module by its own name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, its module loaded; None if there is none."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), cmd_name.replace("-", "_"))
        assert isinstance(command, click.Command), "each module has its commands by name"
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pente-engine")
def pente() -> None:
    """Play, analyse and measure Pente, Keryo, Gomoku and Gipf."""


def main() -> None:
    """Run the command line; bad input is told in one line on standard error, with exit code 2."""
    try:
        pente(standalone_mode=False)
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)
    except (click.Abort, KeyboardInterrupt):
        print("pente: interrupted", file=sys.stderr)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (ValueError, OverflowError, OSError) as error:
        print(f"pente: {error}", file=sys.stderr)
        sys.exit(2)
    except RuntimeError as error:
        print(f"pente: {error}", file=sys.stderr)
        sys.exit(1)
