"""Options of the commands that play many games: where they run, and when a game ends early."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from arena.game.adjudication import whole_numbers
from arena.match.broken import CRASH_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.match.runners import Runner

scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Address of a Dask scheduler that plays the games."
)
adjudicate_option = click.option(
    "--adjudicate",
    metavar="SCORE,MOVES",
    help="Early losses: a player loses that reports -SCORE or less in MOVES answers in a row, "
    "unless the opponent's scores disagree.",
)
draw_score_option = click.option(
    "--draw-score",
    metavar="SCORE,MOVES,FROM",
    help="Early draws: both players report scores from -SCORE to SCORE in MOVES answers in a row, "
    "at move FROM or later.",
)
draw_moves_option = click.option(
    "--draw-moves",
    type=click.IntRange(min=1),
    metavar="N",
    help="Maximum moves of a game, its opening included; then it is a draw.",
)
crash_limit_option = click.option(
    "--crash-limit",
    type=click.IntRange(min=0),
    default=CRASH_LIMIT,
    show_default=True,
    metavar="N",
    help="Broken games in a row (crash, invalid or missing answer) after which a contestant is "
    "out; 0 = no limit.",
)


def cluster_at(scheduler: str | None) -> Callable[[], Runner] | None:
    """How the cluster at this address is opened; None without an address.

    Raises UsageError if Dask is not installed.
    """
    if scheduler is None:
        return None
    try:
        from arena.cluster.games import ClusterGames  # noqa: PLC0415 - the extra may be missing
    except ImportError as error:
        raise click.UsageError(f"{error}; Dask is an extra: pip install '.[cluster]'") from error
    return lambda: ClusterGames(scheduler)


def adjudicate_of(text: str | None) -> tuple[int, int] | None:
    """The numbers of --adjudicate. Raises MatchError."""
    if text is None:
        return None
    score, moves = whole_numbers(text, 2, "--adjudicate SCORE,MOVES")
    return score, moves


def draw_score_of(text: str | None) -> tuple[int, int, int] | None:
    """The numbers of --draw-score. Raises MatchError."""
    if text is None:
        return None
    score, moves, least = whole_numbers(text, 3, "--draw-score SCORE,MOVES,FROM")
    return score, moves, least
