"""The graph of a review as a PNG or SVG file, by matplotlib."""

from __future__ import annotations

import io
import os

import rich_click as click

from agent.files import write_whole
from arena.review.review import Review
from arena.review.words import SIGNS, accuracy_text
from games.families.choice import family_of

SUFFIXES = (".png", ".svg")
MARK_COLOUR = "#c0392b"


def check_plot_path(path: str) -> None:
    """Raise UsageError unless the file's suffix is one that is drawn."""
    if os.path.splitext(path)[1].lower() not in SUFFIXES:
        raise click.UsageError(f"--plot {path}: expected a file that ends with .png or .svg")


def write_plot(review: Review, path: str) -> None:
    """Draw the winning chance after each move into a file. Raises ClickException or OSError."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow to load
        from matplotlib.figure import Figure  # noqa: PLC0415 - as above
        from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 - as above
    except ImportError as missing:
        raise click.ClickException(
            f"{missing}; plots are an extra: pip install '.[tuning]'"
        ) from missing
    chances = [review.start.percent, *(move.after.percent for move in review.moves)]
    colours = [review.rules.colour_of(side).capitalize() for side in (0, 1)]
    with mpl.rc_context({"svg.hashsalt": "review"}):
        figure = Figure(figsize=(9, 3.6), layout="constrained")
        axes = figure.add_subplot()
        axes.plot(range(len(chances)), chances, color="#1f6fb2", linewidth=1.8)
        axes.axhline(50, color="#8a8072", linewidth=0.8, linestyle="--")
        for move in review.marked():
            axes.plot(move.ply, move.after.percent, "o", color=MARK_COLOUR, markersize=5)
            axes.annotate(
                f"{move.text}{SIGNS[move.mark] if move.mark else ''}",
                (move.ply, move.after.percent),
                textcoords="offset points",
                xytext=(0, 7),
                ha="center",
                fontsize=7,
                color=MARK_COLOUR,
            )
        axes.set_ylim(-4, 104)
        axes.set_xlim(0, max(1, len(chances) - 1))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("move")
        axes.set_ylabel(f"{colours[0]} wins, %")
        axes.set_title(
            f"{family_of(review.rules).title}. {accuracy_text(review)}", fontsize=9, loc="left"
        )
        buffer = io.BytesIO()
        figure.savefig(buffer, dpi=140, format=os.path.splitext(path)[1][1:].lower())
    write_whole(path, buffer.getvalue())
