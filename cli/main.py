"""The `pente` command itself: its groups put together, and errors turned into one clear line.

Exit codes: 0 good, accepted or proved; 1 failed, rejected or refuted; 2 bad usage or bad input;
3 undecided.
"""

from __future__ import annotations

import sys

try:
    import click
except ImportError as missing:  # an installation without the extra
    sys.exit(f"pente: {missing}; the command line is an extra: pip install '.[cli]'")

from cli.arena_commands import check, match
from cli.convert_command import convert
from cli.elo_command import elo
from cli.engine_commands import analyse, bench, perft
from cli.gomocup_command import gomocup
from cli.harness_commands import calibrate, move
from cli.play_command import play, serve
from cli.solve_command import solve
from cli.tune_command import report, tune


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pente-engine")
def pente() -> None:
    """Play, analyse and measure Pente, Keryo and Gomoku."""


COMMANDS = (
    play,
    serve,
    convert,
    move,
    analyse,
    solve,
    perft,
    bench,
    match,
    elo,
    check,
    calibrate,
    tune,
    report,
    gomocup,
)
for command in COMMANDS:
    pente.add_command(command)


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
