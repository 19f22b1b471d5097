"""The `pente` command: it collects all commands and prints each error as one line.

Exit codes: 0 good, accepted or proved; 1 failed, rejected or refuted; 2 bad usage, bad input or an
error; 3 undecided; 130 interrupted; 141 broken pipe.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from importlib import import_module
from typing import NoReturn

try:
    import rich_click as click
    from click.exceptions import Exit
    from rich_click import rich_click

    from agent import VERSION
    from cli.options import with_output_options
    from cli.output.settings import WORDS
    from cli.output.stopping import INTERRUPTED
    from games.errors import in_words, naming
except ImportError as missing:  # installed without the extra
    from arena.extras import how_to_install

    hint = f"the command line is an extra: {how_to_install('cli')}"
    print(f"pente: {missing}; {hint}", file=sys.stderr)
    sys.exit(2)
except KeyboardInterrupt:  # it takes half a second to load them
    print("pente: interrupted", file=sys.stderr)
    sys.exit(130)

# Each command and its module, which is loaded on demand: the start does not pay for the others.
COMMANDS = {
    "play": ".board.play_command",
    "serve": ".board.play_command",
    "show": ".records.show_command",
    "review": ".records.review_command",
    "convert": ".records.convert_command",
    "explorer": ".records.explorer_command",
    "move": ".harness.harness_commands",
    "analyse": ".engine.engine_commands",
    "solve": ".engine.solve_command",
    "perft": ".engine.engine_commands",
    "bench": ".engine.engine_commands",
    "compare-search": ".engine.compare_command",
    "match": ".matches.match_command",
    "tournament": ".matches.tournament_command",
    "elo": ".matches.elo_command",
    "check": ".matches.check_command",
    "calibrate": ".harness.harness_commands",
    "bundle": ".harness.bundle_command",
    "tune": ".tuning.tune_command",
    "report": ".tuning.tune_command",
    "learn": ".learn.learn_command",
    "gomocup": ".engine.gomocup_command",
}
ALIASES = {"analyze": "analyse"}  # other spellings, which the help does not list

# Help texts fit 80 columns; blank lines separate their paragraphs.
rich_click.MAX_WIDTH = 80
rich_click.TEXT_PARAGRAPH_LINEBREAKS = "\n\n"


class Commands(click.RichGroup):
    """The group of all commands; each is the attribute of its name in its module."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of COMMANDS."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load and return the command of this name; None if there is none."""
        del ctx
        cmd_name = ALIASES.get(cmd_name, cmd_name)
        if cmd_name not in COMMANDS:
            return None
        command = getattr(
            import_module(COMMANDS[cmd_name], __package__), cmd_name.replace("-", "_")
        )
        assert isinstance(command, click.Command), "each module names its commands like COMMANDS"
        return with_output_options(command)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the words of the command line, which a command quotes when it is interrupted."""
        ctx.meta[WORDS] = list(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; with --debug, print the traceback of an error that ends it."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            exit_broken_pipe()  # click would exit with 1, which means a verdict
        except (click.ClickException, Exit, click.Abort):
            raise
        except Exception:
            if ctx.params["debug"]:
                traceback.print_exc()
            raise


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    epilog="Example: pente review game.sgf --html review.html",
)
@click.command_panel(
    "For players",
    commands=["play", "serve", "show", "review", "analyse", "solve", "explorer", "convert"],
)
@click.command_panel(
    "For students (the file harness)",
    commands=["move", "calibrate", "check", "bundle", "compare-search"],
)
@click.command_panel("For hobbyists (matches)", commands=["match", "tournament", "elo", "gomocup"])
@click.command_panel("For contributors", commands=["bench", "perft", "tune", "report", "learn"])
@click.version_option(VERSION, prog_name="pente")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def pente(*, debug: bool) -> None:
    """Play, analyse and measure Pente, Keryo-Pente, Gomoku and Gipf.

    `pente COMMAND --help` describes a command.
    """
    del debug  # `Commands.invoke` reads it


def main() -> None:
    """Run the command line; print an error as one line on standard error, with exit code 2.

    Letters that the terminal's encoding lacks are printed as `?`.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            code = pente(standalone_mode=False)
        finally:
            flush_output()  # raise errors here, where they are caught
        sys.exit(code if isinstance(code, int) else 0)
    except BrokenPipeError:
        exit_broken_pipe()
    except (click.Abort, KeyboardInterrupt):
        print("pente: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (ValueError, OverflowError, OSError, RuntimeError) as error:
        fail(in_words(error) or type(error).__name__)
    except Exception as error:  # noqa: BLE001 - exit code 1 would mean a verdict
        fail(f"internal error, {type(error).__name__}: {error} (`pente --debug` shows where)")


def flush_output() -> None:
    """Write what is printed. Raises OSError; the rest is then lost."""
    try:
        with naming("standard output"):
            sys.stdout.flush()
    except OSError:
        discard_output()
        raise


def discard_output() -> None:
    """Let buffered output go nowhere: else Python tries to write it at its end, and fails again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def exit_broken_pipe() -> NoReturn:
    """Exit with the code of SIGPIPE: nobody reads the output any more."""
    discard_output()
    sys.exit(141)


def fail(reason: str) -> NoReturn:
    """Exit with code 2 after one line that says why."""
    print(f"pente: {' '.join(reason.split())}", file=sys.stderr)
    sys.exit(2)
