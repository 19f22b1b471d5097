"""Plots as PNG or SVG files, by matplotlib."""

from __future__ import annotations

import io
import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

import rich_click as click

from agent.files import write_whole
from arena.extras import how_to_install

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PNG, SVG = SUFFIXES = (".png", ".svg")


def suffix_of(path: str) -> str:
    """The suffix of a file, in lower case."""
    return os.path.splitext(path)[1].lower()


def check_plot_path(path: str) -> None:
    """Raise UsageError, before the work begins, if --plot cannot write this file."""
    if suffix_of(path) not in SUFFIXES:
        raise click.UsageError(f"--plot {path}: expected a file that ends with .png or .svg")
    if find_spec("matplotlib") is None:
        raise click.UsageError(f"--plot needs matplotlib: {how_to_install('tuning')}")


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of this size in inches."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow to load

    return Figure(figsize=(width, height), layout="constrained")


def save_figure(figure: Figure, path: str) -> None:
    """Write the figure in the format of the file's suffix; equal figures give equal files."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow to load

    suffix, buffer = suffix_of(path), io.BytesIO()
    metadata = {"Date": None} if suffix == SVG else {}
    with mpl.rc_context({"svg.hashsalt": "pente"}):
        figure.savefig(buffer, dpi=140, format=suffix[1:], metadata=metadata)
    write_whole(path, buffer.getvalue())
