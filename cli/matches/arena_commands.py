"""Commands of the arena: match and check."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

import rich_click as click

from arena.compliance.check import check_agent
from arena.game.clock import DEFAULT_CLOCK, SPELLINGS, parse_clocks
from arena.game.transcript import format_transcript
from arena.match.broken import Breakages
from arena.match.jobs import cores_of
from arena.match.match import DEFAULT_OPENING_PLIES, MatchSpec, identity, play_match
from arena.match.results import ResultsFile
from arena.match.runners import games_at_once
from arena.openings.files import find_openings, openings_path
from arena.players.contestants import parse_contestant
from arena.processes.confinement import network_warning
from arena.strength.score import MatchScore
from arena.strength.sprt import ACCEPTED, LEAST_PAIRS, REJECTED, UNDECIDED, parse_sprt
from cli.options import (
    TwoNumbers,
    adjudicate_of,
    adjudicate_option,
    alpha_option,
    beta_option,
    cluster_at,
    crash_limit_option,
    draw_moves_option,
    draw_score_of,
    draw_score_option,
    game_option,
    games_at_once_option,
    json_option,
    opening_plies_option,
    openings_option,
    results_option,
    resume_anyway_option,
    resume_option,
    scheduler_option,
    seed_option,
)
from cli.output.match_report import (
    game_line,
    live_view,
    match_table,
    only_repeats,
    progress_line,
    summary,
)
from cli.output.progress import Progress
from cli.output.settings import command_line, new_file, note, result_console, tell
from cli.output.stopping import INTERRUPTED, end_on_signals
from games.gipf.rules import FEWEST_PIECES, MOST_PIECES

if TYPE_CHECKING:
    from arena.game.record import GameRecord
    from arena.strength.sprt import Sprt

DEFAULT_GAMES = 20
MOST_SPRT_GAMES = 20_000  # bounds 10 apart usually take 5,000 to 8,000
GAMES_PER_LINE = 10  # of progress
LINE_EVERY_S = 60.0  # of progress, where games take long
SPRT_EXIT_CODES = {ACCEPTED: 0, REJECTED: 1, UNDECIDED: 3}


@click.command(epilog="Example: pente match engine level:8 --games 40 --workers 2")
@click.argument("a")
@click.argument("b")
@game_option("Game to play", default="pente")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Number of games; with --sprt the maximum. [default: {DEFAULT_GAMES}; with --sprt "
    f"{MOST_SPRT_GAMES}] Games that repeat an earlier game do not count.",
)
@click.option(
    "--clock",
    default=DEFAULT_CLOCK,
    show_default=True,
    metavar="CLOCK",
    help=f"Clock of the players: {SPELLINGS}.",
)
@seed_option
@openings_option
@opening_plies_option
@click.option(
    "--a-first",
    type=click.IntRange(min=0),
    metavar="N",
    help="Number of games in which A moves first. [default: half]",
)
@click.option(
    "--pieces",
    type=(click.IntRange(FEWEST_PIECES, MOST_PIECES),) * 2,
    metavar="WHITE BLACK",
    help=f"Handicap in basic Gipf: pieces of White and of Black, {FEWEST_PIECES} to {MOST_PIECES}. "
    "With --a-first equal to --games, A always plays White.",
)
@results_option
@resume_option
@resume_anyway_option
@click.option(
    "--sprt",
    cls=TwoNumbers,
    metavar="LOW,HIGH",
    help="Bounds of an SPRT, in normalised Elo of A, that stops the match when it decides, after "
    f"at least {LEAST_PAIRS} pairs of games. Exit code 0: HIGH accepted, 1: LOW accepted, 3: "
    "undecided.",
)
@alpha_option
@beta_option
@adjudicate_option
@draw_score_option
@draw_moves_option
@games_at_once_option
@scheduler_option
@crash_limit_option
@click.option(
    "--transcripts",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Folder for transcripts, one readable text per game.",
)
@json_option
@click.option_panel(
    "What is played",
    options=["--game", "--games", "--clock", "--seed", "--a-first", "--pieces"],
)
@click.option_panel("Early ends of games", options=["--adjudicate", "--draw-score", "--draw-moves"])
@click.option_panel(
    "Where the games are played", options=["--workers", "--scheduler", "--crash-limit"]
)
@click.option_panel("Openings", options=["--openings", "--opening-plies"])
@click.option_panel("When to stop (SPRT)", options=["--sprt", "--alpha", "--beta"])
@click.option_panel(
    "Output", options=["--results", "--resume", "--resume-anyway", "--transcripts", "--json"]
)
def match(  # the options are the command
    *,
    a: str,
    b: str,
    game: str,
    games: int | None,
    clock: str,
    seed: int,
    openings: str | None,
    opening_plies: int | None,
    a_first: int | None,
    pieces: tuple[int, int] | None,
    results: str | None,
    resume: bool,
    resume_anyway: bool,
    sprt: str | None,
    alpha: float,
    beta: float,
    adjudicate: str | None,
    draw_score: str | None,
    draw_moves: int | None,
    workers: int,
    scheduler: str | None,
    crash_limit: int,
    transcripts: str | None,
    as_json: bool,
) -> None:
    """Play a match between A and B, in pairs of games with swapped sides.

    A and B are contestants:

    - engine: this engine; also engine:nodes=N,weights=FILE,workers=N
    - engine:net=FILE, engine:net=none: with another net, or with none
    - engine:tree=FOLDER: the engine of another checkout, built in place
    - level:N: this engine at level 1 to 10, or by the level's name
    - one-ply, random, minimax, reference: simple players
    - sharpmoku, sharpmoku-mended, pent2: other programs (Gomoku)
    - agent:FOLDER, agent:COMMAND: agents of the file harness
    - gomocup:COMMAND: brains of the Gomocup protocol

    Gipf has engine, level, one-ply, random and minimax.

    Ctrl-C prints the score so far and the command that continues; no game is lost.
    """
    if (resume or resume_anyway) and results is None:
        raise click.UsageError("--resume needs the file to continue: add --results")
    test = None if sprt is None else parse_sprt(sprt, alpha, beta)
    spec = MatchSpec(
        a=a,
        b=b,
        games=games or (DEFAULT_GAMES if test is None else MOST_SPRT_GAMES),
        rules=game,
        clock=clock,
        seed=seed,
        openings=path_of_openings(game, openings, opening_plies),
        opening_plies=DEFAULT_OPENING_PLIES if opening_plies is None else opening_plies,
        a_first=a_first,
        pieces=pieces,
        adjudicate=adjudicate_of(adjudicate),
        draw_score=draw_score_of(draw_score),
        draw_moves=draw_moves,
    )
    end_on_signals()
    broken = Breakages(crash_limit)
    cluster = cluster_at(scheduler)
    workers = honest_workers(workers, (a, b), clock, here=cluster is None)
    note_network(a, b)
    watch = MatchWatch(spec, test, results, resume=resume or resume_anyway)
    games_played = play_match(
        spec,
        results,
        resume=resume,
        resume_anyway=resume_anyway,
        workers=workers,
        cluster=cluster,
        crash_limit=crash_limit,
        say=note,
    )
    interrupted = False
    try:
        with closing(games_played) as played, watch.progress:
            for record in played:
                watch.hear(record)
                broken.add(record)
                if transcripts is not None:
                    save_transcript(transcripts, record)
                if test is not None and test.verdict(watch.score.pairs.counts) != UNDECIDED:
                    break
    except KeyboardInterrupt:
        interrupted = True
    score = watch.score
    if as_json:
        found = summary(spec, score, test)
        print(json.dumps({**found, "broken": broken.record(), "interrupted": interrupted}))
    else:
        result_console().print(match_table(spec, score, test))
    if interrupted:
        watch.tell_how_to_resume()
        sys.exit(INTERRUPTED)
    tell_broken(broken)
    verdict = None if test is None else test.verdict(score.pairs.counts)
    reason = only_repeats(spec, score)
    if reason is not None and verdict in (None, UNDECIDED):
        note(reason)
    if verdict is not None:
        sys.exit(SPRT_EXIT_CODES[verdict])


class MatchWatch:
    """Counts the games of a running match, shows its state, and keeps its games if need be.

    score     the score so far
    progress  the view or the lines, a line for every ten games or each minute
    """

    def __init__(
        self, spec: MatchSpec, test: Sprt | None, results: str | None, *, resume: bool
    ) -> None:
        self.score = MatchScore()
        self.progress = Progress("Ctrl-C ends the match and keeps its games")
        self._spec = spec
        self._test = test
        self._results = results
        self._kept: list[GameRecord] = []  # without a file of results
        self._known = games_in(results) if resume and results is not None else 0
        self._heard = 0
        self._line_s = time.monotonic()

    def hear(self, record: GameRecord) -> None:
        """Count a game and show the score."""
        self.score = self.score.with_game(record)
        self._heard += 1
        if self._results is None:
            self._kept.append(record)
        spec, score, test = self._spec, self.score, self._test
        self.progress.view(lambda: live_view(spec, score, test))
        if self._heard < self._known:  # played by an earlier command
            return
        if self.progress.verbose and self._heard > self._known:
            self.progress.line(game_line(record))
        now_s = time.monotonic()
        if self._heard % GAMES_PER_LINE == 0 or now_s - self._line_s >= LINE_EVERY_S:
            self._line_s = now_s
            self.progress.line(progress_line(spec, score, test))

    def tell_how_to_resume(self) -> None:
        """Say how to continue; write the games to a file if the match had none."""
        if not self._heard:
            tell(f"interrupted before the first game ended. To begin again: {command_line()}")
            return
        more = [] if "--resume" in command_line().split() else ["--resume"]
        if self._results is None:
            more += ["--results", self._keep_games()]
        tell("interrupted; to continue:")
        tell(f"  {command_line(*more)}")

    def _keep_games(self) -> str:
        """Write the games to a new file; return its path."""
        path = new_file("match")
        tell(f"keeping the games in {path}")
        with ResultsFile(path, identity(self._spec), resume=False) as file:
            for record in self._kept:
                file.append(record)
        return path


def games_in(path: str) -> int:
    """The number of games in a file of results; 0 if there is none."""
    if not os.path.exists(path):
        return 0
    with open(path, "rb") as file:
        return max(0, file.read().count(b"\n") - 1)


def tell_broken(broken: Breakages) -> None:
    """Tell which contestants were broken; exit with code 2 if one did not play properly.

    Such a contestant is bad input, and its score is no result.
    """
    for line in broken.lines():
        tell(line)
    if broken.never_played:
        names = " and ".join(broken.never_played)
        limit = f" in {broken.limit} games in a row" if broken.any_at_limit else ""
        tell(f"no result: {names} did not play properly{limit}")
        sys.exit(2)


def note_network(*contestants: str) -> None:
    """Warn if programs of others will run with network."""
    warning = network_warning(contestants)
    if warning is not None:
        note(warning)


def honest_workers(wanted: int, contestants: tuple[str, ...], clock: str, *, here: bool) -> int:
    """How many games run at once, so that clocks of seconds stay honest; tells if fewer.

    Workers elsewhere, not `here`, have their own cores.
    """
    if not here:
        return wanted
    timed = any(each.counts is not None for each in parse_clocks(clock))
    most, why = games_at_once(wanted, cores_of(contestants), timed=timed)
    if why is not None:
        note(why)
    return most


def path_of_openings(game: str, openings: str | None, opening_plies: int | None) -> str | None:
    """The file of a match's openings; None if they are drawn at random.

    Raises UsageError if both options are given, MatchError if there is no such file.
    """
    if openings is not None:
        if opening_plies is not None:
            raise click.UsageError("--openings and --opening-plies exclude each other")
        return find_openings(openings)
    own = openings_path(game)
    return own if opening_plies is None and os.path.isfile(own) else None


def save_transcript(folder: str, record: GameRecord) -> None:
    """Write one game as readable text: `FOLDER/game-0001.txt`."""
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/game-{record.game + 1:04}.txt", "w", encoding="utf-8") as file:
        file.write(format_transcript(record, every_board=True))


@click.command(epilog="Example: pente check my-agent/")
@click.argument("agent")
@click.option(
    "--only", multiple=True, metavar="NAME", help="Run only this check; repeat for several."
)
@json_option
def check(*, agent: str, only: tuple[str, ...], as_json: bool) -> None:
    """Test whether AGENT keeps the rules of the file harness.

    AGENT is a folder with homework.py or run.sh, agent:FOLDER or agent:COMMAND. Exit code 0: all
    checks passed; 1: a check failed.
    """
    end_on_signals()
    text = agent if agent.startswith("agent:") else f"agent:{agent}"
    note_network(text)
    failed, found = 0, []
    for result in check_agent(parse_contestant(text), only):
        failed += not result.passed
        found.append({"name": result.name, "passed": result.passed, "reason": result.reason})
        if not as_json:
            mark = "passed" if result.passed else "FAILED"
            print(f"{mark}  {result.name:<20} {result.reason}", flush=True)
    if as_json:
        print(json.dumps({"passed": not failed, "checks": found}))
    else:
        print(f"{len(found) - failed} of {len(found)} checks passed")
    sys.exit(1 if failed else 0)
