"""The output that the user asked for: `-q`, `-v`, the terminal, and notes on standard error.

Results go to standard output. Progress, notes and errors go to standard error.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from typing import Any

import rich_click as click
from rich.console import Console

# Keys of the context's `meta`.
QUIET, VERBOSE, JSON = "pente.quiet", "pente.verbose", "pente.json"
WORDS = "pente.words"  # the arguments of the command line
COLUMNS = 80  # widest summary


def setting(key: str) -> Any:
    """What the running command's context keeps under this key; None outside of a command."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(key)


def is_quiet() -> bool:
    """Whether the user wants the result and errors only (`-q`)."""
    return bool(setting(QUIET))


def prints_lines() -> bool:
    """Whether progress is printed in lines: by default where there is no terminal and no JSON."""
    if is_quiet():
        return False
    return is_verbose() or not (is_live() or setting(JSON))


def is_verbose() -> bool:
    """Whether the user wants details (`-v`)."""
    return bool(setting(VERBOSE))


def command_line(*more: str) -> str:
    """The command that runs, as the user may type it again, with more words at its end."""
    words = setting(WORDS) or []
    return shlex.join(["pente", *words, *more])


def note(text: str) -> None:
    """Print a note on standard error, unless the user asked for quiet."""
    if not is_quiet():
        tell(text)


def tell(text: str) -> None:
    """Print a line on standard error that also a quiet command prints."""
    print(f"pente: {text}", file=sys.stderr, flush=True)


def is_live() -> bool:
    """Whether standard error is a terminal on which a view can be redrawn."""
    return sys.stderr.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")


def width() -> int:
    """Columns of a summary: those of the terminal, at most COLUMNS."""
    return min(COLUMNS, shutil.get_terminal_size((COLUMNS, 24)).columns)


def result_console() -> Console:
    """The console for results, on standard output."""
    return Console(width=width())
