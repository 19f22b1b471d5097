"""The output that the user asked for: `-q`, `-v`, the terminal, and notes on standard error.

Results go to standard output. Progress, notes and errors go to standard error.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any, NoReturn

import rich_click as click
from rich.console import Console

from agent.files import write_whole
from cli.output.stopping import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

# Keys of the context's `meta`.
QUIET, VERBOSE, JSON = "pente.quiet", "pente.verbose", "pente.json"
WORDS = "pente.words"  # the arguments of the command line
COLUMNS = 80  # widest summary


def setting(key: str) -> Any:
    """What the running command's context keeps under this key; None outside of a command."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(key)


def is_json() -> bool:
    """Whether the user wants the result as JSON."""
    return bool(setting(JSON))


def print_answer(fields: Callable[[], object], shown: Callable[[], str | RenderableType]) -> None:
    """Print the result on standard output: `fields` as JSON if the user wants it, else `shown`."""
    if is_json():
        print(json.dumps(fields()))
        return
    text = shown()
    if isinstance(text, str):
        print(text)
    else:
        Console(width=width()).print(text)


def is_quiet() -> bool:
    """Whether the user wants the result and errors only (`-q`)."""
    return bool(setting(QUIET))


def prints_lines() -> bool:
    """Whether progress is printed in lines: by default where there is no terminal and no JSON."""
    if is_quiet():
        return False
    return is_verbose() or not (is_live() or is_json())


def is_verbose() -> bool:
    """Whether the user wants details (`-v`)."""
    return bool(setting(VERBOSE))


def command_line(*more: str) -> str:
    """The command that runs, as the user may type it again, with more words at its end."""
    return shlex.join(["pente", *words_of_command(), *more])


def words_of_command() -> list[str]:
    """The arguments of the command line."""
    return list(setting(WORDS) or [])


def write_report(page: str, folder: str, path: str | None) -> str:
    """Write a page of HTML to a file, by default FOLDER/report.html, and return its path."""
    path = path or os.path.join(folder, "report.html")
    write_whole(path, page.encode())
    return path


def counted(number: int, noun: str) -> str:
    """`2,000 games`, `1 game`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def end_interrupted(state: str, command: str | None = None) -> NoReturn:
    """Say how far an interrupted command came and how to go on, by default the same way; exit."""
    tell(f"interrupted{state}:")
    tell(f"  {command or command_line()}")
    sys.exit(INTERRUPTED)


def new_file(name: str) -> str:
    """The path of a new file for games, with the time in its name.

    It is in the current folder, or in that of temporary files where nothing can be written.
    """
    path = time.strftime(f"{name}-%Y%m%d-%H%M%S.jsonl")
    return path if os.access(".", os.W_OK) else os.path.join(tempfile.gettempdir(), path)


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
