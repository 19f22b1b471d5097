"""`pente tournament`: round robin, gauntlet and knock-out of any contestants."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import rich_click as click
from rich.text import Text

from agent.files import write_whole
from arena.errors import ContestantError
from arena.game.clock import DEFAULT_CLOCK, ONE_CLOCK
from arena.match.broken import broken_name
from arena.match.jobs import cores_of
from arena.match.results import TOURNAMENT
from arena.tournament.plan import FORMATS, ROUND_ROBIN, TournamentSpec
from arena.tournament.play import play_tournament
from arena.tournament.standings import Standings, index_of
from arena.tournament.tables import leaders, progress, summary, whole_text
from cli.extra import from_extra
from cli.matches.shared import (
    GAMES_PER_LINE,
    collection_files,
    how_played,
    note_network,
    played_options,
    played_panels,
    require_folder,
    require_results,
    tell_how_to_resume,
    terms_of,
    write_collections,
)
from cli.options import game_option, path_option, whole
from cli.output.progress import Progress
from cli.output.settings import is_live, print_answer, tell
from cli.output.stopping import INTERRUPTED, end_on_signals

if TYPE_CHECKING:
    from arena.game.record import GameRecord
    from arena.strength.ratings import Ratings

LIVE_EVERY_S = 0.5  # between two changes of the live view
EXIT_BROKEN = 2  # as for a match: a contestant that cannot play is bad input


@click.command(epilog="Example: pente tournament engine level:3 one-ply random --games 4")
@click.argument("contestants", nargs=-1)
@click.option(
    "--contestants",
    "file",
    type=click.Path(dir_okay=False, exists=True),
    metavar="FILE",
    help="File with further contestants, one per line; # begins a comment.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    default=ROUND_ROBIN,
    help="Format: all against all, the first one against all others, or rounds in which those that "
    "lose more than half of their games are out.",
)
@game_option("Game to play", default="pente")
@whole(
    "--games",
    default=2,
    text="Number of games per pairing; in a knock-out an even number per round.",
)
@whole(
    "--rounds",
    text="Maximum rounds of a knock-out; those that are left then have won. [default: three more "
    "than without a tie]",
)
@click.option(
    "--clock",
    default=DEFAULT_CLOCK,
    metavar="CLOCK",
    help=f"Clock of all players: {ONE_CLOCK}.",
)
@whole(
    "--workers",
    text="Number of games played at the same time, or of cores for them if the clock counts "
    "seconds. [default: one per core]",
)
@path_option("--report", "report_file", text="HTML page with tables and plots, in one file.")
@played_options
@click.option_panel(
    "What is played",
    options=["--contestants", "--format", "--game", "--games", "--rounds", "--clock", "--seed"],
)
@played_panels
@click.option_panel(
    "Output",
    options=["--results", "--resume", "--resume-anyway", "--report", "--sgf", "--pgn", "--json"],
)
def tournament(**options: Any) -> None:
    """Play a tournament between CONTESTANTS.

    They are written as in `pente match`. Shows standings, a crosstable, and Elo ratings with
    errors. Exit code 2: a contestant did not play properly, and is disqualified.
    """
    require_results(options)
    spec = spec_of(options)
    collections = collection_files(spec.rules, options["sgf"], options["pgn"])
    require_report(options["report_file"])
    standings = Standings(spec, options["crash_limit"])
    end_on_signals()
    interrupted = False
    try:
        play(standings, options)
    except KeyboardInterrupt:
        interrupted = True
    ratings = rated(standings)
    print_answer(lambda: summary(standings, ratings), lambda: whole_text(standings, ratings))
    write_collections(collections, standings.records.values(), TOURNAMENT)
    if options["report_file"] and ratings is not None:
        from arena.tournament.report import report  # noqa: PLC0415 - needs matplotlib, an extra

        write_whole(options["report_file"], report(standings, ratings).encode())
    sys.exit(end(standings, options, interrupted=interrupted))


def spec_of(options: dict[str, Any]) -> TournamentSpec:
    """The tournament that the options mean. Raises UsageError, ContestantError or MatchError."""
    contestants = [*options["contestants"], *contestants_in(options["file"])]
    if len(contestants) < 2:
        raise click.UsageError("name at least two contestants")
    note_network(*contestants)
    return TournamentSpec(
        contestants=tuple(contestants),
        format=options["format_"],
        games=options["games"],
        rounds=options["rounds"],
        **terms_of(options),
    )


def contestants_in(path: str | None) -> list[str]:
    """The contestants of a file; none without a file. Raises ContestantError if it has none."""
    if path is None:
        return []
    with open(path, encoding="utf-8") as file:
        lines = [line.partition("#")[0].strip() for line in file]
    contestants = [line for line in lines if line]
    if not contestants:
        raise ContestantError(f"{path} names no contestant")
    return contestants


def require_report(path: str | None) -> None:
    """Raise UsageError before the first game if this report could not be written after the last."""
    if path is None:
        return
    require_folder(path)
    with from_extra("tournament"):
        from arena.strength import ratings  # noqa: F401, PLC0415 - the extra may be missing
        from arena.tournament import report  # noqa: F401, PLC0415


def rated(standings: Standings) -> Ratings | None:
    """The ratings of all contestants; None without SciPy."""
    try:
        from arena.strength.ratings import rate  # noqa: PLC0415 - the extra may be missing
    except ImportError:
        return None
    return rate(len(standings.spec.contestants), standings.results())


def play(standings: Standings, options: dict[str, Any]) -> None:
    """Play all games, and show how it goes."""
    spec = standings.spec
    how = how_played(options, spec, 1)
    needed, workers = cores_of(spec.contestants), how["workers"]
    if how["cluster"] is None and spec.timed and needed > workers:
        tell(
            f"a contestant searches with {needed} processes, there are {workers} cores: "
            "its clock runs faster than its search"
        )
    games = play_tournament(standings, options["results"], **how)
    watch = TournamentWatch(standings)
    with closing(games) as played, watch.progress:
        for record in played:
            watch.update(record)


def end(standings: Standings, options: dict[str, Any], *, interrupted: bool) -> int:
    """Tell what a person must know at the end; return the exit code."""
    for line in standings.breakages.lines():
        tell(line)
    if interrupted:
        records = standings.records.values()
        tell_how_to_resume(standings.spec, TOURNAMENT, records, options["results"])
        return INTERRUPTED
    broken = standings.breakages.never_played
    if broken or standings.disqualified:
        numbers = {*standings.disqualified, *map(index_of, broken)}
        names = ", ".join(standings.spec.names[number] for number in sorted(numbers))
        tell(f"did not play properly: {names}")
        return EXIT_BROKEN
    return 0


class TournamentWatch:
    """Shows a running tournament: a live view on a terminal, else a line per GAMES_PER_LINE."""

    def __init__(self, standings: Standings) -> None:
        self.progress = Progress("Ctrl-C ends the tournament and shows its standings")
        self._standings = standings
        self._next_s = time.monotonic()

    def update(self, record: GameRecord) -> None:
        """Show the standings after one more game, and who is disqualified by it."""
        standings = self._standings
        broken = broken_name(record)
        if broken is not None and standings.disqualified.get(index_of(broken)) == record.game:
            limit = standings.breakages.limit
            tell(
                f"{standings.spec.contestants[index_of(broken)]} is disqualified, broken in "
                f"{limit} games in a row: {record.termination}: {record.reason}"
            )
        if len(standings.records) < standings.breakages.resumed_games:
            return
        if is_live() and time.monotonic() >= self._next_s:
            self._next_s = time.monotonic() + LIVE_EVERY_S
            self.progress.show(Text(whole_text(standings, rated(standings))))
        if len(standings.records) % GAMES_PER_LINE == 0:
            self.progress.line(f"{progress(standings)}: {leaders(standings)}")
