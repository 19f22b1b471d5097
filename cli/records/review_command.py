"""`pente review`: the engine goes through a recorded game and names its mistakes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import rich_click as click

import pente
from agent.files import write_whole
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
from pente.game import game_of_record


@click.command(epilog="Example: pente review game.sgf --time 1 --html review.html")
@click.argument("file")
@file_options
@all_option
@limit_options
@workers_option
@weights_option
@click.option(
    "--html", metavar="FILE", help="HTML page with boards, graph and comments, in one file."
)
@json_option
def review(
    *,
    file: str,
    game: str | None,
    number: int | None,
    every: bool,
    weights_file: str | None,
    html: str | None,
    **search: Any,
) -> None:
    """Review a recorded game: chances, mistakes, and accuracy.

    FILE is a record of any format; - is standard input. --nodes limits the first search of each
    position, 20,000 without it, as the board's review does. Positions around a possible mistake are
    searched 25 times as long; --time limits these searches. Ctrl-C prints what is known so far.
    """
    if every and html:
        raise click.UsageError("--html shows one game: choose it with --number")
    games, read = read_chosen_games(file, game, number, every=every)
    for index, recorded in enumerate(games):
        reviewed, whole = _reviewed(game_of_record(recorded.record), weights=weights_file, **search)
        if index and not is_json():
            print()
        print_answer(
            lambda recorded=recorded, reviewed=reviewed: {  # type: ignore[misc]  # bound now
                "file": recorded.file,
                "number": recorded.number,
                **_fields(reviewed),
            },
            lambda recorded=recorded, reviewed=reviewed: (  # type: ignore[misc]
                f"{recorded.where}:\n{reviewed}" if recorded.of > 1 else str(reviewed)
            ),
        )
        if html:
            write_whole(html, reviewed.html().encode())
        if not whole:
            end_interrupted(": this is the review so far. To begin again")
    end_with(read)


def _reviewed(game: pente.Game, **search: Any) -> tuple[pente.Review, bool]:
    """The review, with a line of progress for each new or changed move, and whether it is whole."""
    latest: pente.Review | None = None
    said: list[str] = []

    def hear(news: pente.Review) -> None:
        nonlocal latest, said
        latest = news
        lines = [f"{'start':<16} {news.start}", *map(str, news.moves)]
        for index, line in enumerate(lines):
            if said[index : index + 1] != [line]:
                progress.say(line)
        said = lines

    try:
        with Progress("Ctrl-C ends the review and prints it so far") as progress:
            return pente.review(game, **search, listener=hear), True
    except KeyboardInterrupt:
        if latest is None:
            raise
        return latest, False


def _fields(review: pente.Review) -> dict[str, Any]:
    """The review for JSON."""
    game, colours = review.game, tuple(review.game.captured)
    return {
        "rules": game.name,
        "names": list(game.players),
        "result": game.result,
        "accuracy": dict(zip(colours, review.accuracy, strict=True)),
        "start": _opinion_fields(review.start),
        "moves": [
            {
                "ply": move.ply,
                "colour": move.colour,
                "move": move.move,
                "mark": move.mark,
                "lost": move.lost,
                "best": move.before.best,
                "line": list(move.before.line),
                "text": move.text,
                "comment": move.comment,
                **_opinion_fields(move.after),
            }
            for move in review.moves
        ],
    }


def _opinion_fields(opinion: pente.Opinion) -> dict[str, Any]:
    """An opinion for JSON; `score`, `win_in` and `loss_in` are for the side to move."""
    fields = {**asdict(opinion), "percent": round(opinion.percent, 1)}
    del fields["line"]
    return fields
