"""The plot of a review: the winning chance after each move."""

from __future__ import annotations

from arena.review.review import Review
from arena.review.words import SIGNS, accuracy_text
from cli.output.plot import new_figure, save_figure
from games.registry import family_of

MARK_COLOUR = "#c0392b"


def write_plot(review: Review, path: str) -> None:
    """Draw the winning chance after each move into a file. Raises OSError."""
    figure = new_figure(9, 3.6)
    chances = [review.start.percent, *(move.after.percent for move in review.moves)]
    colours = [review.rules.colour_of(side).capitalize() for side in (0, 1)]
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
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel("move")
    axes.set_ylabel(f"{colours[0]} wins, %")
    axes.set_title(
        f"{family_of(review.rules).title}. {accuracy_text(review)}", fontsize=9, loc="left"
    )
    save_figure(figure, path)
