"""Commands of the arena: match and check."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING, Self

import click
from rich.console import Console
from rich.live import Live

from arena.compliance.check import check_agent
from arena.game.clock import DEFAULT_CLOCK, SPELLINGS
from arena.game.transcript import format_transcript
from arena.match.match import DEFAULT_OPENING_PLIES, MatchSpec, play_match
from arena.openings.files import find_openings, openings_path
from arena.players.contestants import parse_contestant
from arena.strength.score import MatchScore
from arena.strength.sprt import ACCEPTED, LEAST_PAIRS, REJECTED, UNDECIDED, parse_sprt
from cli.match_report import match_table, only_repeats, progress_line, summary
from cli.options import json_option
from games.families.choice import GAMES
from games.gipf.rules import FEWEST_PIECES, MOST_PIECES

if TYPE_CHECKING:
    from arena.game.record import GameRecord
    from arena.strength.sprt import Sprt

DEFAULT_GAMES = 20
MOST_SPRT_GAMES = 20_000  # bounds 10 apart take 5,000 to 8,000 as a rule
PROGRESS_EVERY_S = 5.0  # between two lines about a match whose output is no terminal
SPRT_EXIT_CODES = {ACCEPTED: 0, REJECTED: 1, UNDECIDED: 3}
error_rate = click.FloatRange(min=0, max=0.5, min_open=True, max_open=True)


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("-g", "--game", type=click.Choice(GAMES), default="pente", show_default=True)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    help=f"Default {DEFAULT_GAMES}; with --sprt it is the most, default {MOST_SPRT_GAMES}. Games "
    "that repeat earlier ones move by move do not count; when nothing else comes the match stops.",
)
@click.option("--clock", default=DEFAULT_CLOCK, show_default=True, help=f"{SPELLINGS}.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of openings and players.")
@click.option(
    "--openings",
    metavar="FILE|GAME",
    help="A file of openings, one a line; each pair of games shares one. Default: the balanced "
    "ones of the game, data/openings/GAME.txt, or drawn at random where it has none.",
)
@click.option(
    "--opening-plies",
    type=click.IntRange(min=0),
    help="So many stones, in Gipf pieces, drawn at random instead; 0 is the start.",
)
@click.option("--a-first", type=click.IntRange(min=0), help="Games in which A moves first.")
@click.option(
    "--pieces",
    type=(click.IntRange(FEWEST_PIECES, MOST_PIECES),) * 2,
    metavar="WHITE BLACK",
    help=f"A handicap in basic Gipf: each side's pieces, {FEWEST_PIECES} to {MOST_PIECES}. With "
    "--a-first as many as --games A is White throughout, with 0 Black.",
)
@click.option("--results", type=click.Path(dir_okay=False), help="File of JSON lines, one a game.")
@click.option("--resume", is_flag=True, help="Go on with the match that --results holds.")
@click.option(
    "--resume-anyway",
    is_flag=True,
    help="The same, though another commit, changed code or another bench signature played its "
    "games: all count in one score, which is then of no one engine.",
)
@click.option(
    "--sprt",
    metavar="NELO0,NELO1",
    help="Stop when the pairs decide between these strengths of A in normalised Elo, after "
    f"{LEAST_PAIRS} pairs at the earliest. Exit code 0: NELO1, 1: NELO0, 3: undecided.",
)
@click.option("--alpha", type=error_rate, default=0.05, show_default=True, help="Of --sprt.")
@click.option("--beta", type=error_rate, default=0.05, show_default=True, help="Of --sprt.")
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--transcripts", type=click.Path(file_okay=False), help="Folder for readable games.")
@json_option
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
    workers: int,
    transcripts: str | None,
    as_json: bool,
) -> None:
    """Play games between A and B in pairs with swapped sides, and say who is stronger.

    A and B are engine, engine:nodes=N,weights=FILE, engine:tree=FOLDER (another checkout, built in
    place), level:N (1 to 10, or its name), one-ply, random, minimax, reference,
    sharpmoku[:depth=N], sharpmoku-mended[:depth=N], pent2, agent:FOLDER, agent:COMMAND or
    gomocup:COMMAND; in Gipf the engine, levels, one-ply, random or minimax.
    """
    if (resume or resume_anyway) and results is None:
        raise click.UsageError("--resume goes on with a file: name it with --results")
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
    )
    end_on_signals()
    score = MatchScore()
    quiet = as_json or not sys.stdout.isatty()
    games_played = play_match(
        spec, results, resume=resume, resume_anyway=resume_anyway, workers=workers, say=tell
    )
    with closing(games_played) as played, Showing(spec, test, as_lines=quiet) as showing:
        for record in played:
            score = score.with_game(record)
            showing.update(score)
            if transcripts is not None:
                save_transcript(transcripts, record)
            if test is not None and test.verdict(score.pairs.counts) != UNDECIDED:
                break
    if as_json:
        print(json.dumps(summary(spec, score, test)))
    elif quiet:
        Console(width=100).print(match_table(spec, score, test))
    verdict = None if test is None else test.verdict(score.pairs.counts)
    reason = only_repeats(spec, score)
    if reason is not None and verdict in (None, UNDECIDED):
        tell(reason)
    if verdict is not None:
        sys.exit(SPRT_EXIT_CODES[verdict])


class Showing:
    """Shows a match under way: a live table, or a line now and then on standard error."""

    def __init__(self, spec: MatchSpec, test: Sprt | None, *, as_lines: bool) -> None:
        self._spec = spec
        self._test = test
        self._live = None if as_lines else Live(match_table(spec, MatchScore(), test))
        self._next_s = time.monotonic() + PROGRESS_EVERY_S

    def update(self, score: MatchScore) -> None:
        """Show the score as it is now; as lines one every few seconds."""
        if self._live is not None:
            self._live.update(match_table(self._spec, score, self._test))
        elif time.monotonic() >= self._next_s:
            self._next_s = time.monotonic() + PROGRESS_EVERY_S
            tell(progress_line(self._spec, score))

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()


def tell(text: str) -> None:
    """A line about the match for people, beside its results."""
    print(f"pente: {text}", file=sys.stderr, flush=True)


def path_of_openings(game: str, openings: str | None, opening_plies: int | None) -> str | None:
    """The file of the openings that a match plays; None if they are drawn.

    Raises UsageError where both are asked for, MatchError where there is no such file.
    """
    if openings is not None:
        if opening_plies is not None:
            raise click.UsageError("--openings and --opening-plies exclude each other")
        return find_openings(openings)
    own = openings_path(game)
    return own if opening_plies is None and os.path.isfile(own) else None


def end_on_signals() -> None:
    """Let SIGTERM and SIGHUP end the command as Ctrl-C does: agents are stopped on the way out."""

    def stop(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


def save_transcript(folder: str, record: GameRecord) -> None:
    """Write one game as readable text: `FOLDER/game-0001.txt`."""
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/game-{record.game + 1:04}.txt", "w", encoding="utf-8") as file:
        file.write(format_transcript(record, every_board=True))


@click.command()
@click.argument("agent")
@click.option("--only", multiple=True, help="Make this check alone; may be given several times.")
@json_option
def check(*, agent: str, only: tuple[str, ...], as_json: bool) -> None:
    """Try AGENT (a folder, agent:FOLDER or agent:COMMAND) against the file harness's rules."""
    end_on_signals()
    text = agent if agent.startswith("agent:") else f"agent:{agent}"
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
