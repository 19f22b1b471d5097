"""`pente review`: the engine goes through a recorded game and names its mistakes."""

from __future__ import annotations

from typing import Any

import rich_click as click

from agent.files import write_whole
from arena.records.reading import Found
from arena.review.page import format_page
from arena.review.review import Judged, Opinion, Review, collected, review_moves
from arena.review.words import accuracy_text, line_of, opinion_text, review_fields, sentence
from cli.options import (
    all_option,
    file_options,
    json_option,
    limit_options,
    weights_option,
    workers_option,
)
from cli.output.progress import Progress
from cli.output.settings import end_interrupted, is_json, print_answer
from cli.reading import end_with, read_chosen_games
from cli.records.review_plot import check_plot_path, write_plot
from games.registry import family_of
from search.engine import Engine
from search.limits import Limits
from search.weights.file import game_weights

NODES = 20_000  # per position, as on the board


@click.command(epilog="Example: pente review game.sgf --time 1 --html review.html")
@click.argument("file")
@file_options
@all_option
@limit_options(most_nodes=NODES)
@workers_option
@weights_option
@click.option("--plot", metavar="FILE", help="Plot of the winning chance, as .png or .svg.")
@click.option(
    "--html", metavar="FILE", help="HTML page with boards, graph and comments, in one file."
)
@json_option
def review(
    *,
    file: str,
    every: bool,
    limits: Limits,
    workers: int,
    weights_file: str | None,
    plot: str | None,
    html: str | None,
    **which: Any,
) -> None:
    """Review a recorded game: winning chances, mistakes, and both sides' accuracy.

    FILE is a record of any format; - is standard input. --time and --nodes limit the search of each
    position; without them it enters 20,000 nodes, as the board's review does. Ctrl-C prints what is
    known so far.
    """
    if every and (plot or html):
        raise click.UsageError("--plot and --html show one game: choose it with --number")
    if plot:
        check_plot_path(plot)
    games, read = read_chosen_games(file, every=every, **which)
    for index, each in enumerate(games):
        rules = each.record.rules
        with Engine(rules, game_weights(rules, weights_file), workers=workers) as engine:
            found, whole = _reviewed(each, engine, limits)
        if index and not is_json():
            print()
        print_answer(
            lambda each=each, found=found: {  # type: ignore[misc]  # bound now
                "file": each.file,
                "number": each.number,
                **review_fields(found),
            },
            lambda each=each, found=found: _described(each, found),  # type: ignore[misc]
        )
        if plot:
            write_plot(found, plot)
        if html:
            write_whole(html, format_page(found).encode())
        if not whole:
            end_interrupted(": this is the review so far. To begin again")
    end_with(read)


def _reviewed(each: Found, engine: Engine, limits: Limits) -> tuple[Review, bool]:
    """The review, with a line of progress for each move, and whether it is whole."""
    found: list[Opinion | Judged] = []
    rules = each.record.rules
    try:
        with Progress("Ctrl-C ends the review and prints it so far") as progress:
            for part in review_moves(each.record, engine, limits):
                found.append(part)
                progress.say(
                    line_of(part, rules)
                    if isinstance(part, Judged)
                    else f"{'start':<16} {opinion_text(part, rules)}"
                )
    except KeyboardInterrupt:
        if not found:
            raise
        return collected(each.record, found), False
    return collected(each.record, found), True


def _described(each: Found, found: Review) -> str:
    lines = [f"{each.where}:"] if each.of > 1 else []
    names = " - ".join(filter(None, found.record.names))
    title = family_of(found.rules).title
    lines.append(f"{title}: {names}" if names else title)
    lines += [sentence(move, found.rules) for move in found.marked()] or ["no mistakes found"]
    return "\n".join([*lines, accuracy_text(found)])
