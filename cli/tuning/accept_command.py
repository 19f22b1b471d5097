"""The command `tune accept`: the test that decides whether a study's weights are installed."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, NoReturn

import rich_click as click
from rich.text import Text

from arena.strength.score import MatchScore
from arena.strength.sprt import parse_sprt
from cli.extra import from_extra
from cli.matches.shared import GAMES_PER_LINE, SPRT_EXIT_CODES, cluster_at
from cli.options import (
    games_at_once_option,
    json_option,
    path_option,
    scheduler_option,
    seed_option,
    sprt_option,
    whole,
)
from cli.output.acceptance import sprt_line, verdict_record, verdict_words
from cli.output.progress import Progress
from cli.output.settings import command_line, end_interrupted, is_json, print_answer
from cli.output.stopping import end_on_signals
from cli.tuning.options import study_option

if TYPE_CHECKING:
    from arena.strength.sprt import Sprt

INTERRUPTED_TEST = "interrupted"  # in place of a verdict


@click.command(epilog="Example: pente tune accept --study night --workers 2")
@study_option
@sprt_option("Bounds of the SPRT, in normalised Elo.", default="0,10")
@whole("--games", least=2, default=20_000, text="Maximum number of games.")
@click.option(
    "--clock", metavar="CLOCK", help="Clock of both sides. [default: the clock of the study]"
)
@path_option(
    "--output",
    text="File to write. [default: data/weights of the checkout that runs; an installed package "
    "needs FILE]",
)
@seed_option
@games_at_once_option
@scheduler_option
@json_option
def accept(
    *,
    folder: str,
    output: str | None,
    sprt: str,
    games: int,
    clock: str | None,
    seed: int,
    workers: int,
    scheduler: str | None,
) -> None:
    """Install a study's weights if they beat the current ones in an SPRT.

    The winning chance, Elo and LLR that it prints count complete pairs of games.

    Exit code 0: accepted, now or before; 1: rejected; 3: undecided; 130: interrupted.
    """
    with from_extra("tuning"):
        from tuning.acceptance.accept import (  # noqa: PLC0415 - the extra may be missing
            accept as decide,
        )
    end_on_signals()
    watch = AcceptanceWatch(parse_sprt(sprt))
    try:
        with watch.progress:
            found = decide(
                folder,
                watch.test,
                most_games=games,
                workers=workers,
                cluster=cluster_at(scheduler),
                clock=clock,
                seed=seed,
                output=output,
                listener=watch.hear,
                command=command_line(),
            )
    except KeyboardInterrupt:
        watch.interrupted()
    print_answer(
        lambda: verdict_record(watch.test, found.score, found.verdict, found.written, found.before),
        lambda: verdict_words(
            watch.test, found, most_games=games, game=found.game, named=output is not None
        ),
    )
    sys.exit(SPRT_EXIT_CODES[found.verdict])


class AcceptanceWatch:
    """Shows a running test: its present state on a terminal, else a line for every ten games."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.score = MatchScore()
        self.progress = Progress("Ctrl-C ends the test and keeps its games")

    def hear(self, score: MatchScore) -> None:
        """Show the score after a game."""
        self.score = score
        words = sprt_line(self.test, score)
        self.progress.show(Text(words))
        if score.total.games % GAMES_PER_LINE == 0:
            self.progress.line(words)

    def interrupted(self) -> NoReturn:
        """Tell how far the test came and how to continue it; exit."""
        words = sprt_line(self.test, self.score) if self.score.total.games else "no game has ended"
        if is_json():
            print(json.dumps(verdict_record(self.test, self.score, INTERRUPTED_TEST, None, None)))
        end_interrupted(f": {words}. To continue")
