"""The progress of a long command: a live view on a terminal, else lines, on standard error.

With `-q` there is neither. With `-v` a terminal gets the lines as well, above the view. `--json`
prints lines only with `-v`.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Self

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from cli.output.settings import is_live, is_quiet, is_verbose, prints_lines, width

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

REFRESH_PER_S = 4.0


def bar(label: str, done: float, wanted: float, *rows: str) -> RenderableType:
    """A bar for work that is so far `done`, above these rows."""
    table = Table.grid(padding=(0, 1))
    table.add_row(label, ProgressBar(total=max(1, wanted), completed=done, width=30))
    return Group(table, *map(Text, rows))


class Progress:
    """Shows how far a command has come, while its `with` block runs.

    verbose  whether the user wants details
    """

    def __init__(self, hint: str = "Ctrl-C ends it") -> None:
        """`hint` says below the live view what Ctrl-C does."""
        self.verbose = is_verbose()
        self._hint = hint
        self._prints = prints_lines()
        self._make: Callable[[], RenderableType] = lambda: Text("starting")
        self._began_s = time.monotonic()
        self._live: Live | None = None
        if is_live() and not is_quiet():
            self._live = Live(
                console=Console(stderr=True, width=width()),
                refresh_per_second=REFRESH_PER_S,
                transient=True,
                get_renderable=self._drawn,
            )

    def line(self, text: str) -> None:
        """Print a line of progress, where there is no live view or the user wants details."""
        if not self._prints:
            return
        if self._live is None:
            print(text, file=sys.stderr, flush=True)
        else:
            self._live.console.print(text, highlight=False, markup=False)

    def say(self, text: str) -> None:
        """Print a line of progress, or show it as the live view."""
        self.line(text)
        self.show(Text(text))

    def show(self, view: RenderableType) -> None:
        """Replace the live view, if there is one."""
        self.view(lambda: view)

    def view(self, make: Callable[[], RenderableType]) -> None:
        """Replace the live view, if there is one, by what `make` returns.

        Another thread calls `make`, a few times per second: it must not read what changes.
        """
        self._make = make

    def _drawn(self) -> RenderableType:
        """The view as it is now, above the time that has passed and the hint."""
        seconds = time.monotonic() - self._began_s
        return Group(self._make(), Text(f"{seconds:.0f} s. {self._hint}", style="dim"))

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()
