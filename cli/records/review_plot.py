"""The plot of a review as a PNG or SVG file: the winning chance after each move."""

from __future__ import annotations

import io
import os
from importlib.util import find_spec

import rich_click as click

from agent.files import write_whole
from arena.extras import how_to_install
from arena.review.marks import SIGNS
from pente import Review

PNG, SVG = SUFFIXES = (".png", ".svg")
MARK_COLOUR = "#c0392b"


def _suffix_of(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def check_plot_path(path: str) -> None:
    """Raise UsageError, before the work begins, if --plot cannot write this file."""
    if _suffix_of(path) not in SUFFIXES:
        raise click.UsageError(f"--plot {path}: expected a file that ends with .png or .svg")
    if find_spec("matplotlib") is None:
        raise click.UsageError(f"--plot needs matplotlib: {how_to_install('tuning')}")


def write_plot(review: Review, path: str) -> None:
    """Draw the winning chance after each move; equal reviews give equal files. Raises OSError."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow to load
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    chances = [review.start.percent, *(move.after.percent for move in review.moves)]
    axes = figure.add_subplot()
    axes.plot(range(len(chances)), chances, color="#1f6fb2", linewidth=1.8)
    axes.axhline(50, color="#8a8072", linewidth=0.8, linestyle="--")
    for move in review.mistakes:
        axes.plot(move.ply, move.after.percent, "o", color=MARK_COLOUR, markersize=5)
        axes.annotate(
            f"{move.move}{SIGNS[move.mark] if move.mark else ''}",
            (move.ply, move.after.percent),
            textcoords="offset points",
            xytext=(0, 7),
            ha="center",
            fontsize=7,
            color=MARK_COLOUR,
        )
    axes.set_ylim(-4, 104)
    axes.set_xlim(0, max(1, len(chances) - 1))
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel("move")
    axes.set_ylabel(f"{review.start.percent_for.capitalize()} wins, %")
    axes.set_title(f"{review.game.title}. {review.accuracy_text}", fontsize=9, loc="left")
    suffix, buffer = _suffix_of(path), io.BytesIO()
    metadata = {"Date": None} if suffix == SVG else {}
    with mpl.rc_context({"svg.hashsalt": "pente"}):
        figure.savefig(buffer, dpi=140, format=suffix[1:], metadata=metadata)
    write_whole(path, buffer.getvalue())
